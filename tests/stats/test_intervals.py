"""Intervals of means."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from ragas.stats.intervals import Interval, interval_by_size, mean_interval, wilson

scores = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@given(st.integers(1, 300), st.data(), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_against_statsmodels(n: int, data: st.DataObject, level: float) -> None:
    """Wilson's interval is the one of statsmodels."""
    successes = data.draw(st.integers(0, n))
    low, high = proportion_confint(successes, n, alpha=1 - level, method="wilson")
    assert wilson(successes, n, level)[:2] == pytest.approx((low, high), abs=1e-9)


def test_wilson_at_its_ends() -> None:
    """Nothing but successes reach 1 exactly; no answers at all leave everything open."""
    assert wilson(10, 10).high == 1.0
    assert wilson(0, 10).low == 0.0
    assert wilson(0, 0) == Interval(0.0, 1.0, 0.95)
    assert wilson(3, 4).half_width == pytest.approx((wilson(3, 4).high - wilson(3, 4).low) / 2)


@pytest.mark.parametrize(("successes", "n", "level"), [(2, 1, 0.95), (-1, 3, 0.95), (1, 2, 95)])
def test_wilson_refuses_nonsense(successes: int, n: int, level: float) -> None:
    """More successes than tries, and levels that are none, are refused."""
    with pytest.raises(ValueError, match=r"successes|a level"):
        wilson(successes, n, level)


def test_zeros_and_ones_are_answers() -> None:
    """Scores of 0 and 1 have Wilson's interval, with bounds or without."""
    values = [1.0] * 7 + [0.0] * 3
    assert mean_interval(values) == mean_interval(values, bounds=(0, 1)) == wilson(7, 10)
    assert mean_interval(values, bounds=(0, 5)) != wilson(7, 10)


@given(scores)
def test_bounds_hold_and_the_mean_is_inside(values: list[float]) -> None:
    """Whatever the scores, the interval is inside the bounds and has the mean inside."""
    found = mean_interval(values, bounds=(0, 1))
    assert found is not None
    mean = float(np.mean(values))
    assert 0 <= found.low <= mean + 1e-9
    assert mean - 1e-9 <= found.high <= 1


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30), st.floats(0.1, 10), st.floats(-5, 5))
def test_another_scale_is_the_same_interval(values: list[float], factor: float, shift: float) -> None:
    """Scores on another scale have the same interval on that scale."""
    one = mean_interval([0.5, *values], bounds=(0, 1))
    other = mean_interval(
        [shift + factor * value for value in (0.5, *values)], bounds=(shift, shift + factor)
    )
    assert one is not None
    assert other is not None
    scaled = (shift + factor * one.low, shift + factor * one.high)
    assert other[:2] == pytest.approx(scaled, abs=1e-4 * factor)


def test_many_values_are_students() -> None:
    """With many values the interval is that of Student's t, bounds or not, and near SciPy's bootstrap."""
    values = np.random.default_rng(3).beta(8, 2, 2_000)
    low, high = stats.t.interval(0.95, 1_999, values.mean(), stats.sem(values))
    boot = stats.bootstrap((values,), np.mean, n_resamples=2_000, rng=np.random.default_rng(1))
    for bounds in (None, (0.0, 1.0)):
        found = mean_interval(values.tolist(), bounds=bounds)
        assert found is not None
        assert found[:2] == pytest.approx((low, high), abs=4e-4)
        assert found[:2] == pytest.approx(tuple(boot.confidence_interval), abs=1e-3)


def test_skewed_values_reach_further_to_the_tail() -> None:
    """A high mean with a tail below has more room below than above."""
    values = [1.0, 0.98, 0.97, 1.0, 0.99, 0.6, 1.0, 0.95, 1.0, 0.9]
    for bounds in (None, (0.0, 1.0)):
        found = mean_interval(values, bounds=bounds)
        assert found is not None
        assert found.high - np.mean(values) < np.mean(values) - found.low


def test_equal_values_leave_room_for_rare_ones() -> None:
    """Thirty equal scores within bounds: another score may be as rare as what was never seen in thirty."""
    rare = wilson(0, 30).high
    found = mean_interval([3.0] * 30, bounds=(1, 5))
    assert found is not None
    assert found[:2] == pytest.approx((3 - 2 * rare, 3 + 2 * rare))


def test_equal_values_without_bounds() -> None:
    """Without bounds another value is taken to be no further away than 0 is: three fives do not show a mean above 4."""
    for n in (3, 30):
        found = mean_interval([5.0] * n)
        assert found is not None
        assert found[:2] == pytest.approx((5 - 5 * wilson(0, n).high, 5 + 5 * wilson(0, n).high))
    found = mean_interval([0.0] * 30, clusters=range(30))
    assert found is not None
    assert found.high == pytest.approx(wilson(0, 30).high)
    noisy = mean_interval([0.3, 0.1 + 0.2] * 15, bounds=(0, 1))
    assert noisy is not None
    assert noisy.half_width > 0.05, "rounding is no spread"


def test_few_symmetric_values_are_students() -> None:
    """Without skewness and heavy tails the interval is Student's with n - 1 degrees of freedom, to the last digit."""
    values = [1.0, 2.0, 3.0, 4.0, 5.5, 6.5, 7.5, 8.5, 9.5][::2]
    middle = [value - values[-1] / 2 for value in (*values, *(values[-1] - value for value in values))]
    found = mean_interval(middle)
    assert found is not None
    assert found[:2] == pytest.approx(stats.t.interval(0.95, len(middle) - 1, 0, stats.sem(middle)))


def test_skewed_values_are_halls() -> None:
    """Without bounds the ends are those of Hall's transformation with a third of the skewness, over n values."""
    values = [0.0, 0.0, 1.0, 1.0, 2.0, 7.0]
    n, skew = len(values), stats.skew(values) / 3 / np.sqrt(len(values))
    freedom = min(n - 1, max(2, int(4 * n / (stats.kurtosis(values, fisher=False) + 1))))
    quantile = stats.t.ppf(0.975, freedom)

    def moved(t: float) -> float:
        return float(3 / skew * (np.cbrt(1 + skew * (t - skew / 6)) - 1))

    mean, error = np.mean(values), stats.sem(values)
    found = mean_interval(values)
    assert found is not None
    assert found[:2] == pytest.approx((mean - error * moved(quantile), mean - error * moved(-quantile)))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(value: float) -> None:
    """NaN and infinity are named with their place."""
    for bounds in (None, (0.0, 1.0)):
        with pytest.raises(ValueError, match=f"value 1 is {value!r}: leave out"):
            mean_interval([0.5, value, 0.6], bounds=bounds)


def test_too_little_to_say() -> None:
    """Without values there is no interval; one value has one within bounds only, nearly as wide as these."""
    assert mean_interval([]) is None
    assert mean_interval([], bounds=(0, 1)) is None
    assert mean_interval([0.5]) is None
    assert mean_interval([1.0]) is None
    found = mean_interval([0.5], bounds=(0, 1))
    assert found is not None
    assert found[:2] == pytest.approx(wilson(0.5, 1)[:2])
    assert mean_interval([2.0], bounds=(2, 2)) == Interval(2, 2, 0.95)


def test_broken_bounds_are_ignored() -> None:
    """A score outside of what its metric tells is no reason to cut the interval."""
    values = [0.5, 1.5, 2.5, 0.7]
    assert mean_interval(values, bounds=(0, 1)) == mean_interval(values)


def test_clusters_widen() -> None:
    """Values of one cluster that are alike count as few; clusters of one value each change nothing."""
    values = [0.9, 0.9, 0.9, 0.2, 0.2, 0.2, 0.6, 0.6, 0.6]
    alone = mean_interval(values, bounds=(0, 1))
    together = mean_interval(values, bounds=(0, 1), clusters=list("aaabbbccc"))
    assert alone is not None
    assert together is not None
    assert together.half_width > 1.5 * alone.half_width
    assert mean_interval(values, bounds=(0, 1), clusters=range(9)) == alone
    assert mean_interval(values, clusters=["one"] * 9) is None
    with pytest.raises(ValueError, match="2 clusters for 9 values"):
        mean_interval(values, clusters=["a", "b"])


def test_huge_values() -> None:
    """Numbers whose squares are none have an interval; what is too wide for a number has none."""
    for values in ([1e200] * 3, [1e200, 2e200, 3e200]):
        found = mean_interval(values)
        assert found is not None
        assert found.low < 1e200 < found.high
    assert mean_interval([1e308, -1e308]) is None


def test_tiny_differences() -> None:
    """Values that differ by less than anybody can see are as good as equal, and nothing overflows."""
    for values in ([0.0, 5e-324], [1.0, 1.0, 1 - 1e-16], [0.5, 0.5 + 1e-16, 0.5], [0.0, 1e-200, 1e-200]):
        found = mean_interval(values, bounds=(0, 1))
        assert found is not None
        assert found.half_width < 0.5
        assert mean_interval(values) is not None


def test_more_values_narrow_it() -> None:
    """Four times as many values of the same kind: about half the width."""
    by_size = interval_by_size([0.2, 0.9, 0.4, 0.7, 0.5, 0.6] * 10, bounds=(0, 1))
    one, four = by_size(1.0), by_size(4.0)
    assert one is not None
    assert four is not None
    assert four.half_width == pytest.approx(one.half_width / 2, rel=0.05)


@pytest.mark.parametrize("kind", ["beta", "tail", "ratings"])
def test_coverage(kind: str) -> None:
    """Thirty skewed scores: between 93 and 97 percent of the intervals hold the true mean."""
    random = np.random.default_rng(11)
    size = (3_000, 30)
    if kind == "beta":
        drawn, mean, bounds = random.beta(8, 1, size), 8 / 9, (0.0, 1.0)
    elif kind == "tail":
        drawn, mean, bounds = np.where(random.random(size) < 0.2, random.random(size), 1.0), 0.9, (0.0, 1.0)
    else:
        shares = [0.02, 0.03, 0.1, 0.35, 0.5]
        drawn = random.choice(np.arange(1.0, 6.0), size, p=shares)
        mean, bounds = float(np.dot(shares, range(1, 6))), (1.0, 5.0)
    found = [mean_interval(values, bounds=bounds) for values in drawn.tolist()]
    held = np.mean([one is not None and one.low <= mean <= one.high for one in found])
    assert 0.93 < held < 0.97
