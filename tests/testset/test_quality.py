"""Tests of what is wrong with a question, told from its words."""

from __future__ import annotations

import pytest

from ragas.testset.quality import Asked, quotes, repeats, rests_on_the_same, tells_answer, trivial

CONTEXT = (
    "Larkspur Ferries sails to Bell Island four times a day from April to October and twice a day in winter. A car has to "
    "be booked by noon of the day before."
)


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        ("When must a car be booked?", "By noon of the day before.", ""),
        ("", "By noon.", "blank"),
        ("When?", " ", "blank"),
        ("What does the text say about cars?", "By noon.", "points at a text its reader does not have"),
        ("What is described above about cars?", "By noon.", "points at a text its reader does not have"),
        (
            "Larkspur Ferries sails to Bell Island four times a day from April to October?",
            "Yes, and twice a day in winter.",
            "copied from the context",
        ),
        (
            "Must a car be booked by noon of the day before?",
            "A car, by noon of the day before.",
            "tells its own answer",
        ),
    ],
)
def test_trivial_questions(question: str, answer: str, why: str) -> None:
    """Blank, pointing, copied and self-answering questions are told apart, and good ones pass."""
    assert trivial(question, answer, [CONTEXT]) == why


def test_a_context_ends_a_question_tells_its_answer_only_with_every_word() -> None:
    """One word of the answer that the question lacks is enough."""
    assert not tells_answer(
        "How often does Larkspur sail to Bell Island?", "Larkspur sails to Bell Island twice."
    )


def _asked(question: str, answer: str = "", *documents: str) -> Asked:
    return Asked(question, answer, documents)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (_asked("When was Ada born?"), _asked("when was Ada born"), True),
        (_asked("In which year was the mill built?"), _asked("In which year was the mill built ?"), True),
        (_asked("How hot is the kiln at 5 bar?"), _asked("How hot is the kiln at 6 bar?"), False),
        (_asked("When was Ada Wren born?"), _asked("When was Ida Wren born?"), False),
        (
            _asked("Who leads it?", "Ada Wren leads the mill.", "a"),
            _asked("Which head?", "Ada Wren leads the mill.", "a"),
            True,
        ),
        (
            _asked("Who leads it?", "Ada Wren leads the mill.", "a"),
            _asked("Which head?", "Ada Wren leads the mill.", "b"),
            False,
        ),
        (_asked("How is the kiln cooled?"), _asked("How is the kiln opened?"), False),
        (_asked("Where are ferry tickets sold?"), _asked("Where are ferry tickets checked?"), False),
        (_asked("何时开放？", "九点"), _asked("何时开放？", "九点钟"), True),
    ],
)
def test_repeats(one: Asked, other: Asked, same: bool) -> None:
    """The same words or the same answer make a repeat; another figure, name or document does not."""
    assert (repeats(one, [other]) is other) is same


def _resting(answer: str, quote: str, document: str = "a") -> Asked:
    return Asked("?", answer, (document,), quotes([quote]))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (
            _resting("A hive holds about 40000 bees.", "about 40000 bees"),
            _resting("Some 40,000 of them live in a hive.", "A hive holds about 40000 bees."),
            True,
        ),
        (
            _resting("Turn the red wheel to the left.", "turn the red wheel to the left"),
            _resting("The red wheel has to be turned left.", "turn the red wheel to the left"),
            True,
        ),
        (
            _resting("Ada Wren founded it.", "founded by Ada Wren in 1911"),
            _resting("It was founded in 1911.", "founded by Ada Wren in 1911"),
            False,
        ),
        (
            _resting("It is used to fire roof tiles.", "fires roof tiles and dries clay"),
            _resting("Clay is dried with it.", "fires roof tiles and dries clay"),
            False,
        ),
        (
            _resting("It takes 40 minutes.", "takes 40 minutes"),
            _resting("40 minutes", "for 40 minutes"),
            False,
        ),
        (_resting("40 bees", "about 40 bees"), _resting("40 bees", "about 40 bees", "b"), False),
        (Asked("?", "40 bees", ("a",)), Asked("?", "40 bees", ("a",)), False),
    ],
)
def test_the_same_answer_in_other_words(one: Asked, other: Asked, same: bool) -> None:
    """The same words of the same document with the same figures and names, or about the same things, make a repeat."""
    assert (rests_on_the_same(one, [other]) is other) is same
