"""Tests of questions made by rules."""

from __future__ import annotations

import asyncio

import pytest

from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.synthesizers import RuleBasedQuerySynthesizer
from ragas.testset.synthesizers.fact_questions import GAP, fact_questions
from ragas.testset.synthesizers.rules import passages


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Larkspur Ferries was founded by Ada Wren in 1911.", "When was Larkspur Ferries founded?"),
        ("The lighthouse opened to visitors in 1934.", "When did the lighthouse open?"),
        ("The crossing takes 40 minutes.", "How long does the crossing take?"),
        ("A car ticket costs 18 euros each way.", "How much does a car ticket cost?"),
        ("The main kiln is 12 metres long.", "How long is the main kiln?"),
        ("A blueprint is a set of operations for an application.", "What is a blueprint?"),
        ("Scrubbers are used to clean the gas of a furnace.", "What are scrubbers used for?"),
        ("The lock file is stored in the root folder.", "Where is the lock file stored?"),
        ("To install the ferry client, run the setup script.", "How do you install the ferry client?"),
        ("You can shorten the crossing by taking the fast boat.", "How can you shorten the crossing?"),
        (
            "If the kiln is opened early, the clay cracks at once.",
            "What happens if the kiln is opened early?",
        ),
        ("When the pool is full, call the drain method first.", "What should you do when the pool is full?"),
        (
            "There are three kinds of night trains: fast, slow and none.",
            "Which kinds of night trains are there?",
        ),
        ("The default timeout is 30 seconds.", "What is the default timeout?"),
        (
            "By default, the night train requires a seat booking.",
            "What does the night train require by default?",
        ),
        (
            "The `parse_url()` helper returns a tuple of six parts.",
            "What does the parse_url() helper return?",
        ),
        (
            "Two suites are supported by ferries because they are light.",
            "Why are two suites supported by ferries?",
        ),
    ],
)
def test_a_sentence_becomes_a_question(sentence: str, question: str) -> None:
    """Each form gives its question, and the sentence is the answer."""
    text = f"Some scrubbers hum. There are two suites here.\n\n{sentence}"
    found = [one for one in fact_questions(text) if one.answer.replace("`", "") == sentence.replace("`", "")]
    assert [one.question for one in found] == [question]
    assert not found[0].cloze


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
    ],
)
def test_a_sentence_that_leans_on_others_gives_no_question(sentence: str) -> None:
    """What points at other sentences, or is no statement, is left alone."""
    assert [one for one in fact_questions(sentence) if not one.cloze] == []


def test_markup_and_code_are_set_aside() -> None:
    """Code blocks, tables and links of Markdown give nothing, and links in a sentence give their words."""
    text = "# Kiln\n\n```\nA kiln is a box of code for nobody.\n```\n\n| A | is a | table |\n\nThe **[fast kiln](x.md)** is a kiln of two halls.\n"
    assert [one.question for one in fact_questions(text)] == ["What is the fast kiln?"]


def test_other_languages_get_a_gap() -> None:
    """Where no question can be made, a figure or a name is left out, marked as such and ranked last."""
    found = fact_questions("Das Schiff nach Helgoland braucht 40 Minuten bei ruhiger See.")
    assert [(one.question, one.cloze) for one in found] == [
        (f"Das Schiff nach Helgoland braucht {GAP} Minuten bei ruhiger See.", True)
    ]


def test_long_texts_are_cut_at_paragraphs() -> None:
    """A context holds whole paragraphs and no more than about 400 tokens; a short text stays whole."""
    paragraph = "The kiln reaches a high temperature after some hours of firing in the hall. " * 5
    text = "\n\n".join(f"{number} {paragraph}" for number in range(20))
    parts = passages(text)
    assert len(parts) > 3
    assert all(part.split("\n\n")[0] in text for part in parts)
    assert sum(part.count("kiln") for part in parts) == text.count("kiln")
    assert passages(paragraph) == [paragraph]


def test_scenarios_spread_over_documents() -> None:
    """The best question of every document comes before the second of any."""
    texts = [
        f"A {name} is a kind of boat. The {name} crossing takes {n} hours."
        for n, name in enumerate("abcd", 2)
    ]
    kg = KnowledgeGraph(
        [
            Node(type=NodeType.DOCUMENT, properties={"page_content": text, "document_name": text[2]})
            for text in texts
        ]
    )
    scenarios = asyncio.run(RuleBasedQuerySynthesizer().generate_scenarios(6, kg, []))
    assert len({scenario.nodes[0].id for scenario in scenarios[:4]}) == 4
    again = asyncio.run(RuleBasedQuerySynthesizer().generate_scenarios(6, kg, []))
    assert [one.question for one in scenarios] == [one.question for one in again]
