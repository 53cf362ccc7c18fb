"""Repeated tries."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.stats.repeats import majority, pass_at_k, pass_hat_k, spread


@given(st.integers(1, 8), st.data())
def test_by_counting_every_choice(n: int, data: st.DataObject) -> None:
    """pass@k and pass^k are the shares of all choices of k tries with any, or with nothing but, successes."""
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    choices = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, choices)) / len(choices))
    assert pass_hat_k(n, c, k) == pytest.approx(sum(map(all, choices)) / len(choices))


@pytest.mark.parametrize("measure", [pass_at_k, pass_hat_k])
def test_impossible_counts(measure: object) -> None:
    """More successes than tries, or more tries asked for than made, are refused."""
    assert callable(measure)
    with pytest.raises(ValueError, match="4 successes in 3 tries"):
        measure(3, 4, 1)
    with pytest.raises(ValueError, match="number of tries, 3, not 5"):
        measure(3, 1, 5)


def test_spread_is_within_groups() -> None:
    """The spread between groups does not count, nor does a group of one."""
    groups = [[0.0, 0.2], [5.0, 5.4, 5.2], [9.0]]
    squares = sum(np.var(group) * len(group) for group in groups)
    assert spread(groups) == pytest.approx(math.sqrt(squares / 3))
    assert spread([[0.5, 0.5]]) == 0.0
    assert math.isnan(spread([[1.0], []]))


def test_majority() -> None:
    """The value given most often, of several the first one given; of none there is none."""
    assert majority(["pass", "fail", "fail"]) == "fail"
    assert majority(["pass", "fail"]) == "pass"
    with pytest.raises(ValueError, match="no values"):
        majority([])
