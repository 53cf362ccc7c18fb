"""Tests of questions made by rules."""

from __future__ import annotations

import asyncio

import pytest

from ragas.exceptions import ConfigurationError
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.synthesizers import RuleBasedQuerySynthesizer
from ragas.testset.synthesizers.fact_questions import fact_questions, sentence_count
from ragas.testset.synthesizers.rules import passages


def _asked(text: str, language: str = "") -> list[str]:
    return [one.question for one in fact_questions(text, language)]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Larkspur Ferries was founded with a loan in 1911.", "When was Larkspur Ferries founded?"),
        ("Larkspur Ferries was founded by Ada Wren in 1911.", "By whom was Larkspur Ferries founded?"),
        ("The lighthouse opened to visitors in 1934.", "When did the lighthouse open?"),
        ("The crossing takes 40 minutes on average.", "How long does the crossing take?"),
        ("A car ticket costs 18 euros each way.", "How much does a car ticket cost?"),
        ("The main kiln is 12 metres long.", "How long is the main kiln?"),
        ("A blueprint is a set of operations for an application.", "What is a blueprint?"),
        ("Scrubbers are used to clean the gas of a furnace.", "What are scrubbers used for?"),
        ("The ferry crane is stored in the harbour office.", "Where is the ferry crane stored?"),
        (
            "To install the ferry timetable client, run the setup script.",
            "How do you install the ferry timetable client?",
        ),
        (
            "You can shorten the crossing to Bell by taking the fast boat.",
            "How can you shorten the crossing to Bell?",
        ),
        (
            "If the kiln is opened early, the clay cracks at once.",
            "What happens if the kiln is opened early?",
        ),
        (
            "When the cooling pool is full, call the harbour office first.",
            "What should you do when the cooling pool is full?",
        ),
        (
            "There are three kinds of night trains: fast, slow and none.",
            "Which kinds of night trains are there?",
        ),
        (
            "The default depth of the `vat.py` script is 30.",
            "What is the default depth of the vat.py script?",
        ),
        (
            "By default, the night train requires a seat booking.",
            "What does the night train require by default?",
        ),
        (
            "The `parse_url()` helper returns a tuple of six parts.",
            "What does the parse_url() helper return?",
        ),
        ("The `KilnError` is raised when the kiln door is open.", "When is the KilnError raised?"),
        ("Bell Dairy cools fresh milk by pumping cold water.", "How does Bell Dairy cool fresh milk?"),
        (
            "Two suites are supported by ferries because they are light.",
            "Why are two suites supported by ferries?",
        ),
    ],
)
def test_a_sentence_becomes_a_question(sentence: str, question: str) -> None:
    """Each form gives its question, and the sentence is the answer."""
    text = f"Some scrubbers hum. There are two suites here.\n\n{sentence}"
    found = [one for one in fact_questions(text) if one.answer == sentence.replace("`", "")]
    assert [one.question for one in found] == [question]


@pytest.mark.parametrize(
    "sentence",
    [
        "This is a set of operations for an application.",
        "It takes about 40 minutes on a good day.",
        "The following table is a list of all the ferries.",
        "These options are used to clean the gas.",
        "To do this, run the setup script again.",
        "If you see the message above, call the office.",
        "For details, see the chapter about tickets.",
        "How long does the crossing take in winter?",
        "To support the old kiln, the red wheel will be turned.",
        "In addition to new ferries switching into winter mode, old boats can be booked.",
        "To associate another ferry with the object, call the office.",
        "Whether the ferry sails is a question of the wind and of the tide.",
        "Unless the kiln is a new one it is used to fire tiles.",
        "40 is the largest number of bees in a hive.",
        "Blue – green is a colour of the sea and of ferries.",
        "Ferries (Bell is a boat of the old kind) sail every day.",
        "const kiln = require('kiln'); kiln.fire() is a call.",
        "The callback is a function of two arguments for the object.",
        "The last column is a sum of the values of a ferry.",
        "The biggest problem is a leak in the roof of the kiln.",
        "Given the specifics of how ferries handle tides it's possible to sail.",
        "If `size` is larger than 12, the kiln returns an error.",
        "If you pass the red flag, it will create a scoped ferry.",
        "Kilns is a box of bricks for the firing of tiles.",
        "A ferry are boats that carry cars over the water.",
        "When the crane was added to Bell harbour, the only way was to climb.",
        "Part of the ferry is a kitchen for the crew and the guests.",
        "Bell Ferries comes with two kitchens for the crew.",
        "To write out and to parse a kiln file, use the kiln script.",
        "Using wet clay is an acceptable way of mending a tile.",
        "The tunnel kiln is a bad choice for tiles of thin clay.",
        "The tunnel kiln is often the culprit when thin tiles crack.",
        "Other languages are the source of many words for ferries.",
        "You can erase all partitions of the disk by selecting it.",
        "If the group is small, they will need to pay the fare.",
    ],
)
def test_a_sentence_that_leans_on_others_gives_no_question(sentence: str) -> None:
    """What points at other sentences, names nothing, or is no sound statement, is left alone."""
    assert _asked(sentence) == []


@pytest.mark.parametrize(
    "text",
    [
        "# Kiln\n\n```\nA kiln is a box of code for nobody.\n```\n",
        "| A kiln | is a table | of two columns. |\n|---|---|---|\n",
        "Kilns::\n\n    A kiln is a box of code for nobody.\n\n",
        ".. image:: kiln.png\n   A kiln is a picture of a box for firing.\n",
        "## License\n\nA kiln is a box of bricks for firing tiles.\n\n### Terms\n\nA ferry is a boat for cars and people.\n",
        "Contributing\n============\n\nA kiln is a box of bricks for firing tiles.\n",
        "A kiln is a box whose plans are licensed under the MIT licence.\n",
        "<pre>A kiln is a box of code for nobody.</pre>\n",
        "- If the kiln is opened early, the clay cracks at once.\n",
        "    A kiln is a box of code for nobody.\n",
    ],
)
def test_what_is_no_running_text_gives_no_question(text: str) -> None:
    """Code, tables, pictures, legal notes, notes for contributors and conditions of a list are set aside."""
    assert _asked(text) == []


def test_a_section_after_a_legal_one_is_read_again() -> None:
    """A heading of the same depth ends what is left out."""
    text = "## License\n\nA ferry is a boat for cars.\n\n## Kilns\n\nA kiln is a box of bricks for firing tiles.\n"
    assert _asked(text) == ["What is a kiln?"]


def test_links_and_emphasis_give_their_words() -> None:
    """Marks of Markdown and reStructuredText are taken off, and what they mark stays."""
    assert _asked("The **[fast kiln](x.md)** is a kiln of two halls for tiles.\n") == [
        "What is the fast kiln?"
    ]
    assert _asked("The :func:`~kiln.fire` helper returns a tuple of six parts.\n") == [
        "What does the kiln.fire helper return?"
    ]


def test_code_is_quoted_as_it_is() -> None:
    """A backslash in code is code; outside it takes the meaning of a mark away, and goes."""
    (found,) = fact_questions("To match a literal bar of a kiln label, use ``'\\|'`` in the label.")
    assert found.answer == "To match a literal bar of a kiln label, use '\\|' in the label."
    assert _asked("The kiln\\_door script is a program of two parts for tiles.") == [
        "What is the kiln_door script?"
    ]


def test_names_keep_their_capital_and_common_words_lose_it() -> None:
    """What the text writes with a capital elsewhere is a name."""
    text = "We sail with Larkspur. Larkspur is a line of ferries to the islands. Ferries are boats of a kind that carry cars."
    assert set(_asked(text)) == {"What is Larkspur?", "What are ferries?"}


@pytest.mark.parametrize(
    ("language", "sentence", "question"),
    [
        ("de", "Ein Brennofen ist eine Kammer aus Ziegeln für hohe Temperaturen.", "Was ist ein Brennofen?"),
        ("de", "Um den alten Ofen in Delft zu öffnen, drehen Sie das rote Rad.", "Was muss man tun, um den alten Ofen in Delft zu öffnen?"),
        ("de", "Wenn der Ofen zu früh geöffnet wird, reißt der Ton an den Kanten.", "Was passiert, wenn der Ofen zu früh geöffnet wird?"),
        ("fr", "Un four tunnel est une chambre de briques pour cuire les tuiles.", "Qu'est-ce qu'un four tunnel ?"),
        ("fr", "Pour ouvrir le four de Delft, tournez la roue rouge vers la gauche.", "Comment ouvrir le four de Delft ?") ,
        ("es", "Un horno es una cámara de ladrillos para cocer las tejas.", "¿Qué es un horno?"),
        ("it", "Un forno è una camera di mattoni per la cottura delle tegole.", "Che cos'è un forno?"),
        ("pt", "Um forno é uma câmara de tijolos para a queima de telhas.", "O que é um forno?"),
        ("nl", "Een oven is een kamer van baksteen voor het bakken van pannen.", "Wat is een oven?"),
        ("ru", "Если печь открыть слишком рано, то глина сразу трескается.", "Что происходит, если печь открыть слишком рано?"),
        ("zh", "隧道窑是一种用来烧制屋顶瓦片的长形窑炉。", "隧道窑是什么？"),
        ("zh", "如果窑门在冷却之前被打开，黏土瓦片会立刻开裂。", "如果窑门在冷却之前被打开，会怎么样？"),
        ("ja", "トンネル窯とは、屋根瓦を連続して焼くための長い窯のことです。", "トンネル窯とは何ですか？"),
        ("ja", "トンネル窯の赤い扉を開けるには、ハンドルを左に回してください。", "トンネル窯の赤い扉を開けるには、どうすればよいですか？"),
        ("ko", "터널 가마는 지붕 기와를 연속으로 굽는 긴 가마입니다.", "터널 가마는 무엇입니까?"),
    ],
)  # fmt: skip
def test_other_languages_have_forms_of_their_own(language: str, sentence: str, question: str) -> None:
    """A sentence of a language with forms is asked about in that language, without any word being inflected."""
    assert [(one.question, one.answer, one.language) for one in fact_questions(sentence)] == [
        (question, sentence, language)
    ]


def test_questions_with_a_name_come_first() -> None:
    """What is asked about a name is ranked above what is asked about "the last test"."""
    text = (
        "The spare wheel is a part of steel for the kiln. Larkspur Ferries is a line of boats to the islands."
    )
    assert _asked(text)[0] == "What is Larkspur Ferries?"


def test_one_language_can_be_asked_for() -> None:
    """Sentences of other languages are neither asked about nor counted."""
    text = "A kiln is a box of bricks for firing tiles.\n\nEin Ofen ist eine Kammer aus Ziegeln für das Brennen.\n"
    assert _asked(text, "de") == ["Was ist ein Ofen?"]
    assert (sentence_count(text), sentence_count(text, "de")) == (2, 1)


def test_a_language_without_forms_is_refused() -> None:
    """The error names the languages there are, before anything is read; names and codes are both understood."""
    with pytest.raises(ConfigurationError, match=r"language='Klingon'.*language model.*English, German"):
        RuleBasedQuerySynthesizer(language="Klingon")
    assert RuleBasedQuerySynthesizer(language="deutsch").language == "deutsch"
    assert RuleBasedQuerySynthesizer(language="pt-BR").language == "pt-BR"


def test_a_shortage_names_the_language() -> None:
    """Who asks for German questions to English documents is told that rules do not translate."""
    kg = _graph(["A kiln is a box of bricks for firing tiles."])
    synthesizer = RuleBasedQuerySynthesizer(language="German")
    assert asyncio.run(synthesizer.generate_scenarios(3, kg, [])) == []
    assert "0 sentences in German" in synthesizer.shortage(kg)
    assert "do not translate" in synthesizer.shortage(kg)


def test_long_texts_are_cut_at_paragraphs() -> None:
    """A context holds whole paragraphs and no more than about 400 tokens; a short text stays whole."""
    paragraph = "The kiln reaches a high temperature after some hours of firing in the hall. " * 5
    text = "\n\n".join(f"{number} {paragraph}" for number in range(20))
    parts = passages(text)
    assert len(parts) > 3
    assert all(part.split("\n\n")[0] in text for part in parts)
    assert sum(part.count("kiln") for part in parts) == text.count("kiln")
    assert passages(paragraph) == [paragraph]


def _graph(texts: list[str]) -> KnowledgeGraph:
    return KnowledgeGraph(
        [
            Node(type=NodeType.DOCUMENT, properties={"page_content": text, "document_name": str(at)})
            for at, text in enumerate(texts)
        ]
    )


_KINDS = ["barge", "canoe", "dinghy", "galley", "kayak", "raft"]


def test_scenarios_spread_over_documents() -> None:
    """The best question of every document comes before the second of any, the same with the same seed."""
    kg = _graph(
        [
            f"A {name} is a kind of boat. The {name} crossing takes {n} hours."
            for n, name in enumerate(_KINDS[:4], 2)
        ]
    )
    scenarios = asyncio.run(RuleBasedQuerySynthesizer().generate_scenarios(6, kg, []))
    assert len({scenario.nodes[0].id for scenario in scenarios[:4]}) == 4
    again = asyncio.run(RuleBasedQuerySynthesizer().generate_scenarios(6, kg, []))
    assert [one.question for one in scenarios] == [one.question for one in again]


def test_other_seeds_ask_other_questions() -> None:
    """Among questions that are about as good, the seed chooses."""
    kg = _graph(
        [
            " ".join(f"A {place} {name} is a boat of wood for the rivers." for name in _KINDS)
            for place in ("Bergen", "Delft", "Larkspur", "Oslo", "Arles", "Cork")
        ]
    )
    asked = [
        {
            one.question
            for one in asyncio.run(RuleBasedQuerySynthesizer(seed=seed).generate_scenarios(6, kg, []))
        }
        for seed in (1, 2)
    ]
    assert len(asked[0] - asked[1]) >= 3
