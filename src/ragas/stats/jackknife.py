"""An interval for a figure without a formula of its own: from how much it moves when a part of the rows is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, isfinite, sqrt
from random import Random

from ragas.stats.distributions import student_quantile
from ragas.stats.intervals import Interval

GROUPS = 100
"""Into so many parts the rows are divided at most: more of them take longer and say no more."""
FEWEST = 5


def jackknife(
    figure: Callable[[Sequence[int]], float],
    n: int,
    *,
    bounds: tuple[float, float] = (-1.0, 1.0),
    level: float = 0.95,
) -> Interval | None:
    """The interval of `figure`, a function of row numbers, by the jackknife; None if nothing can be said.

    Rows are divided into at most 100 parts of equal size, in the same way every time, and each is left out in turn.
    Nothing can be said with fewer than 5 rows, or where no row moves the figure, as when all agree.
    """
    parts = min(n, GROUPS)
    if parts < FEWEST:
        return None
    whole = figure(range(n))
    places = list(range(n))
    Random(n).shuffle(
        places
    )  # rows often come in turns, a good one and a bad one, and parts should hold both
    without = [figure([row for row in range(n) if places[row] % parts != part]) for part in range(parts)]
    if not isfinite(whole) or not all(map(isfinite, without)):
        return None
    mean = fsum(without) / parts
    error = sqrt((parts - 1) / parts * fsum((one - mean) ** 2 for one in without))
    if error <= 1e-12:
        return None
    reach = student_quantile((1 + level) / 2, parts - 1) * error
    low, high = bounds
    return Interval(max(low, whole - reach), min(high, whole + reach), level)
