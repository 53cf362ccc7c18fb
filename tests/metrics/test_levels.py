"""Levels of a rubric."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.levels import levels, normalized


def test_levels_are_read_from_the_keys() -> None:
    """Any spelling with one number, in order of the number."""
    assert levels({"score10_description": "good", "level 2": "fair", "-1": "bad"}) == {
        -1: "bad",
        2: "fair",
        10: "good",
    }


@pytest.mark.parametrize(
    ("rubric", "message"),
    [
        ({"good": "x", "score1": "y"}, "'good' names no level"),
        ({"score1_of_5": "x", "score2": "y"}, "names no level"),
        ({"score1": "x", "1": "y"}, "level 1 twice"),
        ({"score1": "x"}, "at least two levels"),
    ],
)
def test_a_rubric_without_clear_levels_is_refused(rubric: dict[str, str], message: str) -> None:
    """The message names the key."""
    with pytest.raises(ValueError, match=message):
        levels(rubric)


@pytest.mark.parametrize(("score", "expected"), [(1, 0.0), (3, 0.5), (5, 1.0)])
def test_a_rubric_of_five_is_normalized_from_its_lowest_level(score: int, expected: float) -> None:
    """1, 3 and 5 of 1..5 are 0, 0.5 and 1."""
    assert normalized(score, 1, 5) == expected


@given(st.integers(-50, 50), st.integers(1, 50), st.floats(0, 1))
def test_normalized_stays_between_0_and_1(lowest: int, width: int, share: float) -> None:
    """Whatever the levels, a score between them is normalized into 0..1."""
    assert 0 <= normalized(lowest + share * width, lowest, lowest + width) <= 1 + 1e-12


def test_nothing_lies_between_equal_ends() -> None:
    """A rubric of one level cannot be normalized."""
    with pytest.raises(ValueError, match="nothing between"):
        normalized(1, 1, 1)


@given(st.sets(st.integers(-9, 9), min_size=2, max_size=6), st.data())
def test_levels_know_no_order_of_keys(numbers: set[int], data: st.DataObject) -> None:
    """Whatever the order in the rubric, the lowest level comes first."""
    rubric = {f"score {number}": f"text {number}" for number in data.draw(st.permutations(sorted(numbers)))}
    assert list(levels(rubric).items()) == [(number, f"text {number}") for number in sorted(numbers)]


@given(st.integers(-50, 50), st.integers(1, 50), st.integers(0, 50))
def test_normalized_grows_with_the_score(lowest: int, width: int, step: int) -> None:
    """Each level is above the one before; the ends are exactly 0.0 and 1.0."""
    highest = lowest + width
    score = lowest + step % width
    assert normalized(score, lowest, highest) < normalized(score + 1, lowest, highest)
    assert (normalized(lowest, lowest, highest), normalized(highest, lowest, highest)) == (0.0, 1.0)
