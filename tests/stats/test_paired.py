"""Paired comparisons."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower

from ragas.stats.intervals import Interval, wilson
from ragas.stats.paired import holm, is_changed, paired, sign_flip


def test_difference_of_b_and_a() -> None:
    """The difference is what b has more than a, with both means, and the effect is in standard deviations of it."""
    found = paired([0.2, 0.4, 0.6, 0.8], [0.3, 0.6, 0.7, 0.8], bounds=(0, 1))
    assert found.n == 4
    assert (found.mean_a, found.mean_b) == pytest.approx((0.5, 0.6))
    assert found.difference == pytest.approx(0.1)
    assert found.effect == pytest.approx(0.1 / np.std([0.1, 0.2, 0.1, 0.0], ddof=1))
    assert found.interval is not None
    assert found.interval.low < 0.1 < found.interval.high


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=9))
def test_few_pairs_are_exact(differences: list[int]) -> None:
    """With few pairs p is that of SciPy's permutation test over all signs."""
    theirs = stats.permutation_test(
        (np.array(differences, float),),
        np.sum,
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=False,
    ).pvalue
    if any(differences):
        assert sign_flip(differences) == pytest.approx(theirs, abs=1e-9)
    else:
        assert sign_flip(differences) == 1.0


def test_pass_or_fail_is_mcnemars_exact_test() -> None:
    """15 rows got better and 5 worse: the exact binomial p."""
    assert sign_flip([1.0] * 15 + [-1.0] * 5 + [0.0] * 80) == pytest.approx(
        stats.binomtest(15, 20).pvalue, abs=1e-12
    )


@pytest.mark.parametrize("n", [40, 400, 3_000])
def test_many_pairs(n: int) -> None:
    """With many pairs p is close to that of the t test, where that is right, and the same each time."""
    differences = np.random.default_rng(n).normal(1.5 / n**0.5, 1, n).tolist()
    p = sign_flip(differences)
    assert p == pytest.approx(stats.ttest_1samp(differences, 0).pvalue, abs=0.015)
    assert p == sign_flip(differences)


def test_a_few_large_among_many_small() -> None:
    """Where few of many differences decide, these are flipped: p is not that of a normal sum."""
    p = sign_flip([1000.0, 900.0, 800.0, *[1e-3, -1e-3] * 2_000])
    assert p == pytest.approx(2 * 1 / 8 / 2, abs=0.02)  # half of the small ones fall short


def test_nothing_changed() -> None:
    """Equal columns: difference 0, p 1, no effect; a change may be as rare as what was never seen in thirty."""
    found = paired([0.5] * 30, [0.5] * 30, bounds=(0, 1))
    rare = wilson(0, 30).high
    assert found.interval == Interval(-rare, rare, 0.95)
    assert (found.difference, found.p, found.effect, found.detectable) == (0.0, 1.0, None, None)


def test_the_same_measurement_twice() -> None:
    """Nothing can have changed between a measurement and itself; what did change is no such pair."""
    assert paired([0.5] * 3, [0.5] * 3, bounds=(0, 1), same=True).interval == Interval(0.0, 0.0, 0.95)
    found = paired([0.5, 0.5, 0.5], [0.5, 0.5, 0.6], bounds=(0, 1))
    assert paired([0.5, 0.5, 0.5], [0.5, 0.5, 0.6], bounds=(0, 1), same=True) == found


def test_equal_differences_leave_room_for_rare_ones() -> None:
    """Pairs that all differ by as much do not show that all others do, with bounds or without."""
    rare = wilson(0, 2).high
    found = paired([0.0, 0.0], [1.0, 1.0], bounds=(0, 1))
    assert found.interval is not None
    assert found.interval[:2] == pytest.approx((1 - 2 * rare, 1))
    found = paired([0.1, 0.3, 0.5], [0.3, 0.5, 0.7], bounds=(0, 1))
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high, "differences of which the last digits are not equal"
    found = paired([10.0] * 30, [10.0] * 30)
    assert found.interval is not None
    assert found.interval.high == pytest.approx(10 * wilson(0, 30).high)


def test_rounding_is_no_difference() -> None:
    """Twenty scores that differ in the last digit are the same, and p says so; small differences are not lost."""
    found = paired([0.1 + 0.2] * 20, [0.3] * 20, bounds=(0, 1))
    assert (found.difference, found.p, found.effect) == (0.0, 1.0, None)
    assert paired([1e9] * 20, [1e9 + 1e-6] * 20).p == 1.0
    assert paired([1e-6] * 20, [2e-6] * 20).p < 0.001
    assert is_changed(0.0, 1e-8, (0, 1))
    assert not is_changed(0.0, 1e-10, (0, 1))
    assert not is_changed(0.0, 1e-17)


def test_the_least_p() -> None:
    """Six clusters cannot have a p below 1/32, however much they differ."""
    a, b = [0.2] * 60, [0.9] * 60
    found = paired(a, b, clusters=[row % 6 for row in range(60)])
    assert (found.drawn, found.p, found.least_p) == (6, 1 / 32, 1 / 32)
    assert paired(a, b).least_p < 1e-9


@pytest.mark.parametrize(("falls", "n"), [(0.02, 10), (0.05, 10), (0.05, 30), (0.1, 30)])
def test_coverage_where_few_rows_fall(falls: float, n: int) -> None:
    """Of pass or fail where few rows fall and none rises, the interval holds the true difference as often as it says."""
    random = np.random.default_rng(5)
    held = 0
    for fallen in (random.random((1_000, n)) < falls).astype(float).tolist():
        interval = paired(fallen, [0.0] * n, bounds=(0, 1)).interval
        assert interval is not None
        held += interval.low <= -falls <= interval.high
    assert held > 930


def test_what_is_no_number_is_refused() -> None:
    """NaN is named with its place."""
    with pytest.raises(ValueError, match="value 1 is nan"):
        paired([0.1, 0.2], [0.1, float("nan")])


def test_one_pair() -> None:
    """One pair tells nothing about others."""
    found = paired([0.2], [0.9], bounds=(0, 1))
    assert (found.n, found.interval, found.p, found.effect, found.detectable) == (1, None, 1.0, None, None)


def test_pairs_are_needed() -> None:
    """Columns of different lengths and empty ones are refused."""
    with pytest.raises(ValueError, match="2 against 1"):
        paired([1, 2], [1])
    with pytest.raises(ValueError, match="no pairs"):
        paired([], [])


def test_detectable_is_found_four_times_in_five() -> None:
    """A true difference as large as the detectable one has a power of about 80 % by statsmodels."""
    random = np.random.default_rng(2)
    a = random.random(60).tolist()
    b = [value + random.normal(0.05, 0.2) for value in a]
    found = paired(a, b)
    assert found.detectable is not None
    spread = np.std(np.subtract(b, a), ddof=1)
    assert TTestPower().power(found.detectable / spread, 60, 0.05) == pytest.approx(0.8, abs=0.01)


def test_clusters_turn_as_one() -> None:
    """Rows of one cluster are evidence once: p and interval are those of few."""
    a, b = [0.5] * 20, [0.6] * 10 + [0.7] * 10
    labels = [row // 10 for row in range(20)]
    together, alone = paired(a, b, clusters=labels), paired(a, b)
    assert together.p == 0.5
    assert alone.p < 0.001
    assert together.interval is not None
    assert alone.interval is not None
    assert together.interval.half_width > 3 * alone.interval.half_width


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_against_statsmodels(ps: list[float]) -> None:
    """Holm's correction is the one of statsmodels."""
    assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1].tolist())


def test_many_pairs_that_differ_alike_are_a_difference() -> None:
    """What p tells from chance, the interval does too: forty rows that fall by the same amount have fallen."""
    before = [0.9] * 40
    found = paired(before, [one - 0.05 for one in before], bounds=(0, 1))
    assert found.p is not None
    assert found.p < 0.001
    assert found.interval is not None
    assert -0.06 < found.interval.low < found.interval.high < -0.04
    few = paired([0.0] * 2, [1.0] * 2, bounds=(0, 1))
    assert few.interval is not None
    assert few.interval.low < 0
