"""Quantiles."""

from __future__ import annotations

import pytest
from scipy import stats

from ragas.stats.distributions import normal_quantile, normal_tail, student_cdf, student_quantile


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 29, 100, 499, 500, 10_000])
@pytest.mark.parametrize("p", [0.001, 0.025, 0.4, 0.8, 0.975, 0.9995])
def test_student_against_scipy(df: int, p: float) -> None:
    """Quantiles of Student's t are those of SciPy, whatever the degrees of freedom."""
    assert student_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-6)


@pytest.mark.parametrize("df", [1, 2, 5, 30])
def test_student_cdf(df: int) -> None:
    """So are its probabilities, on both sides of 0."""
    for t in (-3.0, -0.2, 0.0, 1.5, 40.0):
        assert student_cdf(t, df) == pytest.approx(stats.t.cdf(t, df), abs=1e-12)


def test_normal() -> None:
    """The normal quantile and the probability of both tails."""
    assert normal_quantile(0.975) == pytest.approx(1.959964, abs=1e-6)
    assert normal_tail(-1.959964) == pytest.approx(0.05, abs=1e-6)
