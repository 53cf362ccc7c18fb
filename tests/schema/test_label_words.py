"""Words that say good or bad are known, others are not."""

from __future__ import annotations

import pytest

from ragas.schema.label_words import BAD, GOOD, sense


@pytest.mark.parametrize(
    ("label", "says"),
    [
        (" Yes", True),
        ("FAIL", False),
        (True, True),
        (False, False),
        ("purple", None),
        (1.0, None),
        ([], None),
    ],
)
def test_the_sense_of_a_label(label: object, says: bool | None) -> None:
    """Case and white space make no difference; what says neither has none."""
    assert sense(label) is says


def test_no_word_says_both() -> None:
    """A word is good or bad."""
    assert not GOOD & BAD
