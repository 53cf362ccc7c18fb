"""Agreement of two raters."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score, confusion_matrix

from ragas.stats.agreement import (
    accuracy,
    agreement,
    alpha,
    confusion,
    kappa,
    partial_spearman,
    pearson,
    ranks,
    spearman,
)
from ragas.stats.intervals import wilson

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


@pytest.mark.parametrize("measure", [agreement, kappa, pearson, spearman, accuracy, confusion])
def test_ratings_come_in_pairs(measure: object) -> None:
    """Lists of different lengths are refused."""
    assert callable(measure)
    with pytest.raises(ValueError, match="2 against 1"):
        measure([1, 2], [1])


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=3, max_size=40))
def test_against_other_implementations(pairs: list[tuple[int, int]]) -> None:
    """Kappa, its weights and the confusion matrix are scikit-learn's; Spearman's correlation is SciPy's."""
    first, second = map(list, zip(*pairs, strict=True))
    categories = sorted({*first, *second})
    if len(categories) > 1:
        table = confusion(first, second)
        assert [[table[row][column] for column in categories] for row in categories] == (
            confusion_matrix(first, second, labels=categories).tolist()
        )
        for weights in (None, "linear", "quadratic"):
            theirs = cohen_kappa_score(first, second, weights=weights)
            assert kappa(first, second, weights) == pytest.approx(theirs, abs=1e-9)
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert spearman(first, second) == pytest.approx(spearmanr(first, second).statistic, abs=1e-9)


def coincidences(ratings: list[list[int | None]], distance: Callable[[int, int], float]) -> float:
    """Alpha by the textbook's matrix of coincidences, pair by pair."""
    seen: dict[tuple[int, int], float] = {}
    for unit in zip(*ratings, strict=True):
        given = [one for one in unit if one is not None]
        for one, other in permutations(range(len(given)), 2):
            pair = given[one], given[other]
            seen[pair] = seen.get(pair, 0) + 1 / (len(given) - 1)
    n = sum(seen.values())
    of = {c: sum(v for (one, _), v in seen.items() if one == c) for c, _ in seen}
    observed = sum(v * distance(*pair) for pair, v in seen.items()) / n
    expected = sum(of[c] * of[k] * distance(c, k) for c in of for k in of) / (n * (n - 1))
    return 1 - observed / expected


def test_alpha_of_the_textbook() -> None:
    """Krippendorff's own example (2011): four observers, twelve units, gaps; nominal 0.743, ordinal 0.815, interval 0.849."""
    _ = None
    ratings = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
        [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
    ]
    assert alpha(ratings) == pytest.approx(0.743, abs=5e-4)
    assert alpha(ratings, "ordinal") == pytest.approx(0.815, abs=5e-4)
    assert alpha(ratings, "interval") == pytest.approx(0.849, abs=5e-4)
    assert alpha(ratings) == pytest.approx(coincidences(ratings, lambda one, other: one != other))
    assert alpha(ratings, "interval") == pytest.approx(
        coincidences(ratings, lambda one, other: (one - other) ** 2)
    )


def test_alpha_at_its_ends() -> None:
    """Equal ratings are 1.0, also of a single category; nothing rated twice is NaN; raters rate the same units."""
    assert alpha([["a", "b"], ["a", "b"]]) == 1.0
    assert alpha([["a", "a"], ["a", "a"]]) == 1.0
    assert math.isnan(alpha([["a", None], [None, "b"]]))
    assert math.isnan(alpha([]))
    with pytest.raises(ValueError, match="every rater"):
        alpha([["a"], ["a", "b"]])


def test_accuracy_has_its_interval() -> None:
    """The share of right answers comes with Wilson's interval; of none nothing is known."""
    share, interval = accuracy(["a", "b", "b", "a"], ["a", "b", "b", "b"])
    assert share == 0.75
    assert interval == wilson(3, 4)
    share, interval = accuracy([], [])
    assert math.isnan(share)
    assert (interval.low, interval.high) == (0.0, 1.0)


def test_partial_spearman_takes_out_what_a_third_explains() -> None:
    """Against the correlation of residuals of ranks; a constant third explains nothing."""
    from numpy import corrcoef, polyfit, polyval

    first, second = [1.0, 4.0, 2.0, 8.0, 5.0, 7.0], [2.0, 1.0, 3.0, 9.0, 4.0, 8.0]
    given = [0.0, 0.0, 1.0, 1.0, 0.0, 1.0]
    a, b, c = ranks(first), ranks(second), ranks(given)
    left = [[y - polyval(polyfit(c, side, 1), x) for x, y in zip(c, side, strict=True)] for side in (a, b)]
    assert partial_spearman(first, second, given) == pytest.approx(corrcoef(*left)[0, 1])
    assert partial_spearman(first, second, [1.0] * 6) == pytest.approx(spearman(first, second))
    assert math.isnan(partial_spearman(first, second, first))


def test_a_constant_side_has_no_correlation() -> None:
    """Not even where the mean of equal values is rounded."""
    assert math.isnan(pearson([0.1, 0.1, 0.1], [0.2, 0.3, 0.1]))
    assert math.isnan(pearson([0.2, 0.3, 0.1], [0.1, 0.1, 0.1]))
