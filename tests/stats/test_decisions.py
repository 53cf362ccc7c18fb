"""Three outcomes: meets, misses, not enough samples to tell."""

from __future__ import annotations

import numpy as np
import pytest

from ragas.stats.decisions import against, drop
from ragas.stats.intervals import mean_interval, wilson


def test_three_outcomes() -> None:
    """Above, below, and across the threshold; the interval is that of the mean."""
    values = [1.0] * 45 + [0.0] * 5
    assert against(values, 0.7, bounds=(0, 1)).outcome == "meets"
    assert against(values, 0.99, bounds=(0, 1)).outcome == "misses"
    assert against(values, 0.88, bounds=(0, 1)).outcome == "unclear"
    assert against(values, 0.7, bounds=(0, 1)).interval == mean_interval(values, bounds=(0, 1))
    assert against(values, 0.7, bounds=(0, 1)).needed is None


def test_needed_settles_it() -> None:
    """Ten passes of ten do not show 85 %; twenty-two of twenty-two would, and twenty-one would not."""
    found = against([1.0] * 10, 0.85, bounds=(0, 1))
    assert (found.outcome, found.needed) == ("unclear", 22)
    assert wilson(22, 22).low >= 0.85 > wilson(21, 21).low


def test_needed_for_scores() -> None:
    """With as many samples of the same kind as are needed the case is settled."""
    values = np.random.default_rng(1).beta(8, 2, 40).tolist()
    found = against(values, float(np.mean(values)) - 0.02, bounds=(0, 1))
    assert found.outcome == "unclear"
    assert found.needed is not None
    times = -(-found.needed // 40)
    assert against(values * times, float(np.mean(values)) - 0.02, bounds=(0, 1)).outcome == "meets"


def test_what_no_number_settles() -> None:
    """A mean that is the threshold itself stays unclear, however many samples there are."""
    assert against([0.3, 0.4, 0.5], 0.4, bounds=(0, 1)).needed is None


def test_lower_is_better() -> None:
    """Where lower is better the threshold is a ceiling."""
    low = [0.05, 0.1, 0.0, 0.1] * 10
    assert against(low, 0.3, bounds=(0, 1), higher_is_better=False).outcome == "meets"
    assert against(low, 0.01, bounds=(0, 1), higher_is_better=False).outcome == "misses"


def test_drop() -> None:
    """A drop is counted pair by pair; a measurement has none to itself; a fall across the margin is unclear."""
    before = np.random.default_rng(4).random(60).tolist()
    assert drop(before, before, 0.0, bounds=(0, 1), same=True).outcome == "meets"
    fallen = [value - 0.1 - 0.05 * (row % 2) for row, value in enumerate(before)]
    assert drop(before, fallen, 0.05, bounds=(0, 1)).outcome == "misses"
    assert drop(before, fallen, 0.05, bounds=(0, 1), higher_is_better=False).outcome == "meets"
    noisy = [value + (0.3 if row % 2 else -0.3) for row, value in enumerate(before)]
    found = drop(before, noisy, 0.02)
    assert found.outcome == "unclear"
    assert found.needed is not None
    assert found.needed > 60


@pytest.mark.parametrize("values", [[], [0.4]])
def test_too_little(values: list[float]) -> None:
    """What has no interval is unclear, and nobody can say how many samples it takes."""
    found = against(values, 0.5)
    assert (found.outcome, found.interval, found.needed) == ("unclear", None, None)
    assert drop(values, values, 0.1).outcome == "unclear"


@pytest.mark.parametrize(
    ("a", "b", "most"), [([0, 0], [1, 1], -0.5), ([1, 1], [1, 1], 0.02), ([0] * 5, [0] * 5, 0.02)]
)
def test_few_pairs_that_differ_alike_decide_nothing(a: list[float], b: list[float], most: float) -> None:
    """Two rows that both rose, or did not change, are too few to tell; enough of them settle it."""
    found = drop(a, b, most, bounds=(0, 1))
    assert found.outcome == "unclear"
    assert found.needed is not None
    times = -(-found.needed // len(a))
    assert drop(a * times, b * times, most, bounds=(0, 1)).outcome == "meets"


def test_few_equal_values_without_bounds_decide_nothing() -> None:
    """Three fives do not show a mean of four; thirty do."""
    assert against([5.0] * 3, 4).outcome == "unclear"
    assert against([5.0] * 30, 4).outcome == "meets"


def test_the_end_of_the_interval_is_inside() -> None:
    """A threshold that is the upper end may be the mean, so it is not missed."""
    assert against([1.0] * 9, 1.0, bounds=(0, 1)).outcome == "unclear"
    assert against([0.0] * 9, wilson(0, 9).high, bounds=(0, 1)).outcome == "unclear"
