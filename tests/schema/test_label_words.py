"""Words that say good or bad are known, others are not."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.schema.label_words import BAD, GOOD, meant, sense, written


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


@pytest.mark.parametrize(
    ("label", "allowed", "named", "stands_for"),
    [
        ("PASS.", ["pass", "fail"], "pass", "pass"),
        ("yes", ["pass", "fail"], None, "pass"),
        (0, ["pass", "fail"], None, "fail"),
        (0, ["pass", "fail", "unsure"], None, None),
        (" no \t issue ", ["no issue", "yes"], "no issue", "no issue"),
        ("no", ["no issue", "yes"], None, None),
        ("good", ["no issue", "yes"], None, None),
        ("right", ["good", "not good", "bad"], None, None),
        ("right", ["good", "bad", "wrong"], None, "good"),
        ("wrong", ["good", "bad", "failed"], None, None),
        (True, [1, 2, 3], None, None),
        ("2.0", [1, 2, 3], 2, 2),
        ("A", ["a", "A "], None, None),
    ],
)
def test_which_value_a_label_is(label: object, allowed: list[Any], named: object, stands_for: object) -> None:
    """The one it names; else the one of its sense, where no other can be meant."""
    assert (written(label, allowed), meant(label, allowed)) == (named, stands_for)
