"""Agreement of two raters."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.stats.agreement import agreement, kappa, pearson

words = st.sampled_from(["a", "b", "c"])


def test_agreement_is_the_share_of_equal_pairs() -> None:
    """Two of three are equal; without pairs there is no share."""
    assert agreement(["a", "b", "c"], ["a", "b", "x"]) == pytest.approx(2 / 3)
    assert math.isnan(agreement([], []))


def test_kappa_of_the_textbook() -> None:
    """50 proposals, both yes 20, both no 15, 5 and 10 apart: kappa 0.4."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert kappa(first, second) == pytest.approx(0.4)


def test_quadratic_kappa_forgives_near_misses() -> None:
    """One rating two steps apart, computed by hand: 1 - (4 / 4) / (26 / 16) = 5 / 13."""
    assert kappa([1, 2, 3, 3], [1, 2, 3, 1], weights="quadratic") == pytest.approx(5 / 13)
    near = kappa([1, 2, 3, 4, 5], [1, 2, 3, 4, 4], weights="quadratic")
    assert kappa([1, 2, 3, 4, 5], [1, 2, 3, 4, 4]) < near < 1.0


def test_kappa_at_its_ends() -> None:
    """The same category everywhere is 1.0, no pairs are NaN, opposite ratings of two categories -1.0."""
    assert kappa(["a", "a"], ["a", "a"]) == 1.0
    assert math.isnan(kappa([], []))
    assert kappa(["a", "b"], ["b", "a"]) == -1.0


def test_pearson_of_known_values() -> None:
    """Four points computed by hand; a line is exactly 1.0; a constant side has no correlation."""
    assert pearson([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(0.8)
    assert pearson([1, 2, 3], [10, 20, 30]) == 1.0
    assert pearson([1, 2, 3], [3, 2, 1]) == -1.0
    assert math.isnan(pearson([1, 2], [5, 5]))
    assert math.isnan(pearson([1], [1]))


@given(st.lists(st.tuples(words, words), min_size=1, max_size=20))
def test_kappa_is_symmetric_and_bounded(pairs: list[tuple[str, str]]) -> None:
    """Whatever the ratings, kappa is at most 1 and does not depend on who rated first."""
    first, second = zip(*pairs, strict=True)
    assert kappa(first, second) <= 1.0
    assert kappa(first, second) == pytest.approx(kappa(second, first))
    assert kappa(first, first) == 1.0


@pytest.mark.parametrize("measure", [agreement, kappa, pearson])
def test_ratings_come_in_pairs(measure: object) -> None:
    """Lists of different lengths are refused."""
    assert callable(measure)
    with pytest.raises(ValueError, match="2 against 1"):
        measure([1, 2], [1])
