"""Quantiles of the normal distribution and of Student's, in plain Python."""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

LARGE = 500
"""From this many degrees of freedom the series around the normal quantile is right to six digits."""


def normal_quantile(p: float) -> float:
    """The value below which a standard normal variable falls with probability `p`, for 0 < p < 1."""
    return NormalDist().inv_cdf(p)


def normal_tail(z: float) -> float:
    """The probability that a standard normal variable is at least as far from 0 as `z`."""
    return 2.0 * NormalDist().cdf(-abs(z))


@lru_cache(maxsize=1024)
def student_quantile(p: float, df: int) -> float:
    """The value below which a variable of Student's t with `df` degrees of freedom falls with probability `p`."""
    if p < 0.5:
        return -student_quantile(1.0 - p, df)
    z = normal_quantile(p)
    if df >= LARGE:
        return z + z * (z**2 + 1) / (4 * df) + z * (5 * z**4 + 16 * z**2 + 3) / (96 * df**2)
    low, high = z, 1e9
    for _ in range(100):  # halvings: more than doubles have digits
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, df) < p else (low, middle)
    return high


def student_cdf(t: float, df: int) -> float:
    """The probability of Student's t with a whole number of degrees of freedom up to `t`, by its finite series."""
    angle = atan(t / sqrt(df))
    even, square = df % 2 == 0, cos(angle) ** 2
    term, total = (1.0 if even else cos(angle)), 0.0
    for step in range(1 if even else 2, df, 2):
        total += term
        term *= square * step / (step + 1)
    if even:
        return 0.5 + sin(angle) * total / 2
    return 0.5 + (angle + sin(angle) * total) / pi
