"""Tests of references against the text they are from."""

from __future__ import annotations

import pytest

from ragas.testset.synthesizers.fact_quotes import is_said


@pytest.mark.parametrize(
    "text",
    [
        "Note that the crossing takes 40 minutes.",
        "The *crossing* takes\n> **40** minutes.",
        'The [crossing](a.md "from 9 on") takes `40` minutes.',
        "The :term:`crossing` takes 40 <b>minutes</b>.[2]",
        "The _crossing_ takes ![clock](9.png)40 minutes.",
        "The `crossing <a.html>`_ takes 40 minutes.",
    ],
)
def test_marks_are_no_words(text: str) -> None:
    """What marks a text up, addresses included, may stand between the words of a reference."""
    assert is_said("The crossing takes 40 minutes.", text)


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        ("The crossing takes 40 minutes.", "The crossing takes about 40 minutes."),
        ("The crossing takes 40 minutes.", "The crossing takes <n> 40 minutes."),
        ("The crossing takes 40 minutes.", "The crossing takes |n| 40 minutes."),
        ("The crossing takes 40 minutes.", "The crossing takes 140 minutes."),
        ("The crossing takes 40 minutes.", "The crossing 40 takes minutes."),
        ("run borg extract with the list flag", "run borg extract <archive> with the list flag"),
        ("...", "..."),
    ],
)
def test_no_word_may_be_missing(reference: str, text: str) -> None:
    """A word, a figure or a placeholder that the reference leaves out makes it another statement."""
    assert not is_said(reference, text)


def test_code_is_compared_with_its_signs() -> None:
    """Signs that the reference has too are no placeholder."""
    assert is_said("Rc<T> is a type.", "`Rc<T>` is a type.")
    assert is_said("Set kiln_door to 5.", "Set kiln\\_door to 5.")
