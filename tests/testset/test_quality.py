"""Tests of what is wrong with a question, told from its words."""

from __future__ import annotations

import pytest

from ragas.testset.quality import Asked, repeats, tells_answer, trivial

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
        (_asked("何时开放？", "九点"), _asked("何时开放？", "九点钟"), True),
    ],
)
def test_repeats(one: Asked, other: Asked, same: bool) -> None:
    """The same words or the same answer make a repeat; another figure, name or document does not."""
    assert (repeats(one, [other]) is other) is same
