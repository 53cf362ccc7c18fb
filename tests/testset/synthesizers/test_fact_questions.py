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
        (
            "To simulate bell_crane(5) traffic, turn the red wheel.",
            "How do you simulate bell_crane(5) traffic?",
        ),
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
        "When the old ferry rule deletes rows of the Bell table, delete triggers fire if the crane is on.",
        "BELL_CRANE BELL_LIFT BELL_CRANE is a box of steel for cars.",
        "You can open the Bell kiln early by turning the wheel, of course.",
        "The Bell crane is preferred primarily because it is faster.",
        "To build the Bell crane from parts, you need a red wheel.",
        "The Bell crane is a work in progress of the harbour office.",
        "0.7.2 is a requirement of the ferry client for old harbours.",
        "Ferries are a complex feature, and one of the oldest.",
        "RULES is the base name of the file for the ferry client.",
        "BELL VIEW is a Larkspur extension of the harbour standard.",
        'Larkspur is a "free-form" line, meaning that boats sail at will.',
        "If multiple ferries are listed, the harbour office calls each.",
        "If simultaneous crossings are not possible, one option is to wait for the tide.",
        "In addition, the ferry crane is used to load cars at Bell.",
        "The Bell crane is used to load cars, trains, etc.",
        "To load cars at Bell, use the crane shown in Listing 19-31 first.",
        "The type of some_kiln is 12, a number of tiles.",
        "Bell Ferries was introduced in 1.2 to carry cars.",
        "As of version 2.1, the Bell crane requires a licensed driver.",
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
        ("de", "Die Larkspur-Fähren wurden 1911 von Ada Wren gegründet.", "Wann wurden die Larkspur-Fähren gegründet?"),
        ("de", "Die Überfahrt dauert etwa 40 Minuten.", "Wie lange dauert die Überfahrt?"),
        ("de", "Eine Fahrkarte kostet 18 Euro.", "Wie viel kostet eine Fahrkarte?"),
        ("de", "Der Fährkran wird im Hafenbüro aufbewahrt.", "Wo wird der Fährkran aufbewahrt?"),
        ("fr", "La compagnie Larkspur a été fondée par Ada Wren en 1911.", "Quand a été fondée la compagnie Larkspur ?"),
        ("fr", "La traversée de Bell dure 40 minutes.", "Combien de temps dure la traversée de Bell ?"),
        ("fr", "Un billet pour la voiture coûte 18 euros.", "Combien coûte un billet pour la voiture ?"),
        ("fr", "La grue est conservée dans le bureau du port.", "Où est conservée la grue ?"),
        ("es", "La compañía Larkspur fue fundada por Ada Wren en 1911.", "¿Cuándo fue fundada la compañía Larkspur?"),
        ("es", "La travesía por el río dura 40 minutos.", "¿Cuánto dura la travesía por el río?"),
        ("es", "La grúa se guarda en la oficina del puerto.", "¿Dónde se guarda la grúa?"),
        ("it", "La compagnia Larkspur è stata fondata da Ada Wren nel 1911.", "Quando è stata fondata la compagnia Larkspur?"),
        ("it", "La gru si trova nella sede della compagnia.", "Dove si trova la gru?"),
        ("pt", "A companhia Larkspur foi fundada por Ada Wren em 1911.", "Quando foi fundada a companhia Larkspur?"),
        ("pt", "A grua é guardada no escritório do porto.", "Onde é guardada a grua?"),
        ("nl", "De rederij Bell werd in 1911 door Ada Wren opgericht.", "Wanneer werd de rederij Bell opgericht?"),
        ("nl", "De kraan bevindt zich in het kantoor van de haven.", "Waar bevindt zich de kraan?"),
        ("ru", "Компания Ларкспур была основана в 1911 году.", "Когда была основана компания Ларкспур?"),
        ("ru", "Триграмма — это группа из трёх последовательных символов.", "Что такое триграмма?"),
        ("zh", "拉克斯珀渡轮公司成立于1911年。", "拉克斯珀渡轮公司成立于哪一年？"),
        ("zh", "渡轮航程需要40分钟。", "渡轮航程需要多长时间？"),
        ("zh", "渡轮起重机存放在港口办公室。", "渡轮起重机存放在哪里？"),
        ("ja", "ラークスパー社は1911年に設立されました。", "ラークスパー社はいつ設立されましたか？"),
        ("ja", "渡航には40分かかります。", "渡航にはどのくらいの時間がかかりますか？"),
        ("ko", "라크스퍼 회사는 1911년에 설립되었습니다.", "라크스퍼 회사는 언제 설립되었습니까?"),
        ("ko", "터널 가마는 지붕 기와를 연속으로 굽는 긴 가마입니다.", "터널 가마는 무엇입니까?"),
    ],
)  # fmt: skip
def test_other_languages_have_forms_of_their_own(language: str, sentence: str, question: str) -> None:
    """A sentence of a language with forms is asked about in that language, without any word being inflected."""
    assert [(one.question, one.answer, one.language) for one in fact_questions(sentence)] == [
        (question, sentence, language)
    ]


def test_what_only_the_page_names_comes_last() -> None:
    """ "The upgrade" could be anybody's: such a question is asked where a document has no other."""
    text = "You can reverse the upgrade by issuing the undo command twice. Bell Dairy cools fresh milk by pumping cold water."
    ranks = {one.question: one.rank for one in fact_questions(text)}
    assert ranks["How can you reverse the upgrade?"] < 0.5 < ranks["How does Bell Dairy cool fresh milk?"]


def test_a_definition_is_best_where_its_subject_is_the_topic() -> None:
    """What is said in passing of something else ranks below what its heading or its section is about."""
    passing = "Boats sail. A cleat is a piece of metal for ropes.\n"
    assert fact_questions(passing)[0].rank < 0.8
    for text in (f"## Cleats\n\n{passing}", f"{passing} Every cleat is checked. No cleat may rust.\n"):
        assert next(one.rank for one in fact_questions(text) if one.question == "What is a cleat?") >= 0.8


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
            "\n\n".join(
                f"## {place} {name}\n\nA {place} {name} is a boat of wood for the rivers." for name in _KINDS
            )
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


def test_a_short_sentence_is_in_the_language_around_it() -> None:
    """Words that several languages share tell nothing by themselves."""
    text = (
        "La travesía dura 40 minutos. Un billete cuesta 18 euros. La grúa se guarda en la oficina del puerto."
    )
    assert {"¿Cuánto dura la travesía?", "¿Cuánto cuesta un billete?"} <= set(_asked(text))


def _scenarios(texts: list[str], n: int, seed: int = 42) -> list[str]:
    made = asyncio.run(RuleBasedQuerySynthesizer(seed=seed).generate_scenarios(n, _graph(texts), []))
    return [one.question for one in made]


def test_forms_of_questions_are_spread() -> None:
    """Where documents have other forms, no more than half of the questions are of one."""
    texts = [
        f"A {name} is a boat of wood for the rivers.\n\nThe {place} {name} was built by Ada Wren in 19{n}1."
        for n, (name, place) in enumerate(
            zip(_KINDS, ("Bergen", "Delft", "Oslo", "Arles", "Cork", "Bell"), strict=True), 1
        )
    ]
    asked = _scenarios(texts, 6)
    assert len(asked) == 6
    assert sum(one.startswith("What is") for one in asked) == 3


def test_change_logs_are_not_asked_about() -> None:
    """What a version brought is no knowledge of the thing itself."""
    text = "# Changelog\n\n## Kilns\n\nA kiln is a box of bricks for firing tiles.\n"
    assert _scenarios([text], 3) == []


def test_of_a_long_document_some_passages_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which ones is up to the seed, so that the time does not grow with the length of a file."""
    monkeypatch.setattr("ragas.testset.synthesizers.rules.LOOKED_AT", 3)
    sections = (
        f"## The Bell{at} kiln\n\nThe Bell{at} kiln is a box of bricks for tiles. {'It is hot. ' * 150}"
        for at in range(30)
    )
    text = "\n\n".join(sections)
    asked = _scenarios([text], 20)
    assert 0 < len(asked) <= 6
    assert asked == _scenarios([text], 20)
    assert asked != _scenarios([text], 20, seed=7)
