"""Sentences in any language, and the statements of an answer."""

from __future__ import annotations

import time

import pytest

from ragas.llms.local.sentences import sentence_spans, sentences, statements


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fee is 3.5 euros. It is due on May 5.", ["The fee is 3.5 euros.", "It is due on May 5."]),
        (
            "Dr. J. K. Smith lives in the U.S. today. She writes.",
            ["Dr. J. K. Smith lives in the U.S. today.", "She writes."],
        ),
        ("It was made by Apple Inc. The price rose.", ["It was made by Apple Inc.", "The price rose."]),
        ("See www.example.com/a.b for more. Call us!", ["See www.example.com/a.b for more.", "Call us!"]),
        ("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
        ("i loved it. it was long.", ["i loved it.", "it was long."]),
        ("Founded as a club.The team plays at home.", ["Founded as a club.", "The team plays at home."]),
        ("这趟列车三点到。票价是50元！", ["这趟列车三点到。", "票价是50元！"]),
        ("今日は雨です。明日は晴れです。", ["今日は雨です。", "明日は晴れです。"]),
        ("هل هذا صحيح؟ القاهرة عاصمة مصر.", ["هل هذا صحيح؟", "القاهرة عاصمة مصر."]),
        ("दिल्ली राजधानी है। यह बड़ा शहर है।", ["दिल्ली राजधानी है।", "यह बड़ा शहर है।"]),
        (
            "Am 3. Oktober 1990 kam z.B. die Einheit. Gut so.",
            ["Am 3. Oktober 1990 kam z.B. die Einheit.", "Gut so."],
        ),
        ("Es kostet 3,5 Mio. Euro. Das ist viel.", ["Es kostet 3,5 Mio. Euro.", "Das ist viel."]),
        ("- Open the box\n- Turn the screw\n1. Close it", ["Open the box", "Turn the screw", "Close it"]),
        (
            "The fee is due on the\nfirst of May. Late fees apply.",
            ["The fee is due on the\nfirst of May.", "Late fees apply."],
        ),
    ],
)
def test_sentence_rules(text: str, expected: list[str]) -> None:
    """Sentences end where a reader of that language ends them, and nowhere else."""
    assert sentences(text) == expected


def test_spans_point_into_the_text() -> None:
    """Each span cuts a sentence out of the very text, without blanks at its ends."""
    text = "  * First point. \n\n * Second point?  "
    assert [text[start:end] for start, end in sentence_spans(text)] == ["First point.", "Second point?"]


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, the documents don't tell me that.",
        "I don't know.",
        "I’m sorry, but I couldn’t find any information about the fee.",
        "I 'm not sure .",
        "The provided context does not contain information about fees.",
        "There is no information about this in the text.",
        "Ich weiß es nicht.",
        "Die Dokumente enthalten dazu keine Angaben.",
        "Je ne sais pas.",
        "No lo sé.",
        "Non lo so.",
        "Não sei.",
        "Я не знаю.",
        "我不知道。",
        "わかりません。",
        "Hello! How can I help you today?",
        "",
        " \n… ",
    ],
)
def test_nothing_stated(text: str) -> None:
    """A refusal, a greeting, a question and an empty answer state nothing."""
    assert statements(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The contract does not mention a fee.",
        "Employees cannot find parking.",
        "The museum doesn't have a café.",
        "Nobody knows who wrote it.",
        "We cannot confirm orders after noon.",
        "No.",
    ],
)
def test_negative_statements_stay(text: str) -> None:
    """A sentence that denies something is a statement, not a refusal to answer."""
    assert statements(text) == [text]


def test_what_follows_a_refusal_stays() -> None:
    """After "I don't know, but" the rest is kept."""
    assert statements("I'm not sure, but the fee is 50 euros.") == ["the fee is 50 euros."]


def test_opening_phrases_are_dropped() -> None:
    """The phrase before the answer is not part of the statement."""
    assert statements("Sure, here is the answer: the fee is 20. I hope this helps!") == ["the fee is 20."]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Yes.", "Yes"),
        ("Yes, it is.", "Yes, it is"),
        ("No.", "No"),
        ("No, it is not.", "No, it is not"),
        ("Never.", "Never"),
        ("Maybe.", "Maybe"),
        ("Nein.", "Nein"),
        ("いいえ。", "いいえ"),
    ],
)
def test_short_answers_take_the_question(answer: str, said: str) -> None:
    """An answer without a content word stands before what was asked; without a question it stays as it is."""
    assert statements(answer, "Is Delhi in India?") == [f"{said}: Is Delhi in India?"]
    assert statements(answer, "Delhi in India") == [f"{said}: Delhi in India?"]
    assert statements(answer) == [answer]


def test_lists_and_semicolons() -> None:
    """The line that opens a list states nothing; what stands on both sides of a semicolon is judged apart."""
    assert statements("These are the limits:\n- Water: 2 litres\n- Beans: 250 g") == [
        "Water: 2 litres",
        "Beans: 250 g",
    ]
    text = "Hotels are paid in advance; meals are paid back later on."
    assert statements(text) == ["Hotels are paid in advance;", "meals are paid back later on."]


def test_long_texts_take_no_longer_than_their_length() -> None:
    """No repetition of words, dots or blanks makes the rules slow."""
    started = time.process_time()
    for text in ("documents ne " * 2000, "a. " * 4000, ("x" + " " * 2000) * 8, "I don't " * 2000, "." * 9000):
        statements(text)
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("answer", "question"),
    [("None.", "How many dental visits are covered?"), ("Never.", "When does it close?")],
)
def test_no_yes_or_no_is_read_into_other_questions(answer: str, question: str) -> None:
    assert statements(answer, question) == [answer]


def test_a_full_stop_of_the_question_is_no_part_of_it() -> None:
    assert statements("Yes.", "Tell me about Elvis.") == ["Yes: Tell me about Elvis?"]
