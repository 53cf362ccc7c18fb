"""Intervals for a mean: how far it may be from the mean of all the samples that could have been drawn.

Both intervals for scores are found by arithmetic, without drawing random numbers. Why not by a bootstrap, and how
often they hold the true mean, is told in the decision about intervals and in the benchmark of intervals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from math import cbrt, fsum, inf, isfinite, sqrt
from typing import NamedTuple

from ragas.stats.distributions import normal_quantile, student_quantile

Bounds = tuple[float, float]

SKEWNESS_USED = 1 / 3
"""How much of the skewness seen in the values moves the interval: all of it overshoots where values are few."""
TOLERANCE = 1e-9
HUGE = 1e100
"""Beyond this the fourth power of a number is none."""


class Interval(NamedTuple):
    """Where a true value is likely to be: in `level` of all runs between `low` and `high`."""

    low: float
    high: float
    level: float = 0.95

    @property
    def half_width(self) -> float:
        """Half the distance of the ends."""
        return (self.high - self.low) / 2


class Moments(NamedTuple):
    """What an interval needs to know of values: their mean, its standard error, and the shape of their spread."""

    drawn: int
    """How many were drawn: values, or clusters of values."""
    mean: float
    error: float
    skewness: float
    freedom: int
    """Degrees of freedom of the error: fewer where a few values make most of the spread."""


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval for a share, in [0, 1]; all of [0, 1] when n is 0.

    Raises:
        ValueError: not 0 <= successes <= n, or a level that is not between 0 and 1.
    """
    _check_level(level)
    if not 0 <= successes <= n:
        raise ValueError(f"there cannot be {successes} successes in {n} tries")
    if n == 0:
        return Interval(0.0, 1.0, level)
    return score_interval(successes / n, n, normal_quantile((1 + level) / 2), level)


def mean_interval(
    values: Sequence[float],
    *,
    bounds: Bounds | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Interval | None:
    """An interval for the mean of which `values` are a sample; None if nothing can be said.

    Values of 0 and 1 have Wilson's interval. Other values with bounds have the score interval of as many
    yes-or-no answers as would give their standard error; it never leaves the bounds. Values without bounds have
    Student's, moved by their skewness. Values that are all the same say no more than that another value is rare;
    without bounds, that is taken to be no further away than 0 is, or 1 if all are 0. Values with equal `clusters` (chunks of one document, say) count as drawn together. Bounds that
    a value breaks are ignored.

    Fewer than two values (or clusters) have an interval only with bounds, the widest there is.

    Raises:
        ValueError: a value is not finite, clusters are not as many as values, or a level is not between 0 and 1.
    """
    found = interval_by_size(values, bounds=bounds, clusters=clusters, level=level)
    return found(1.0) if values else None


def interval_by_size(
    values: Sequence[float],
    *,
    bounds: Bounds | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Callable[[float], Interval | None]:
    """The interval of `mean_interval` as it would be for so many times as many values of the same kind."""
    _check_level(level)
    check_finite(values)
    if clusters is not None and len(clusters) != len(values):
        raise ValueError(f"{len(clusters)} clusters for {len(values)} values")
    n, largest = len(values), max(map(abs, values), default=0.0)
    if largest > HUGE:
        small = interval_by_size(
            [value / largest / 2 for value in values],  # not 0 and 1, which would be answers
            bounds=bounds and (bounds[0] / largest / 2, bounds[1] / largest / 2),
            clusters=clusters,
            level=level,
        )
        return lambda times: _times(small(times), largest)
    if clusters is None and bounds in (None, (0, 1)) and all(value in (0, 1) for value in values):
        if n < 2 and bounds is None:
            return lambda times: None
        successes = sum(values)
        return lambda times: wilson(successes * times, n * times, level)
    seen = moments(values, clusters) if values else Moments(0, 0.0, 0.0, 0.0, 0)
    if bounds is not None and _inside(values, bounds):
        return lambda times: bounded_interval(seen, bounds, level, times)
    if seen.freedom and seen.error <= TOLERANCE * largest:
        reach = abs(seen.mean) or 1.0
        return lambda times: rare_interval(seen, (seen.mean - reach, seen.mean + reach), level, times)
    return lambda times: free_interval(seen, level, times) if seen.freedom else None


def moments(values: Sequence[float], clusters: Sequence[Hashable] | None = None) -> Moments:
    """The moments of the mean of values, drawn one by one or cluster by cluster; `values` must not be empty.

    The freedom of the error is 4 n / (kurtosis + 1), n - 1 at most and 2 at least (n is the number of clusters):
    n for the kurtosis of the normal distribution, and far fewer where a rare value makes the spread. It is 0 for
    a single value or cluster.
    """
    n, mean = len(values), fsum(values) / len(values)
    units = [value - mean for value in values]
    if clusters is not None:
        sums: defaultdict[Hashable, float] = defaultdict(float)
        for cluster, unit in zip(clusters, units, strict=True):
            sums[cluster] += unit
        units = list(sums.values())
    drawn, largest = len(units), max(map(abs, units))
    if drawn < 2 or max(values) == min(values) or not largest:
        return Moments(drawn, mean, 0.0, 0.0, drawn - 1)
    units = [unit / largest for unit in units]  # the fourth power of a small number would be 0
    squares = [unit * unit for unit in units]
    second = fsum(squares)
    third = fsum(square * unit for square, unit in zip(squares, units, strict=True))
    kurtosis = drawn * fsum(square * square for square in squares) / second**2
    return Moments(
        drawn=drawn,
        mean=mean,
        error=largest * sqrt(second * drawn / (drawn - 1)) / n,
        skewness=sqrt(drawn) * third / second**1.5,
        freedom=min(drawn - 1, max(2, int(4 * drawn / (kurtosis + 1)))),
    )


def bounded_interval(seen: Moments, bounds: Bounds, level: float, times: float = 1.0) -> Interval:
    """The score interval for a mean of values within bounds; with `times` as if there were that many times as many.

    A mean p of n yes-or-no answers has the variance p (1 - p) / n. Read backwards, an error and a mean give the
    number of such answers that would say as much, and their score interval is skewed as that of bounded values is.
    """
    low, high = bounds
    width = high - low
    if not width:
        return Interval(low, high, level)
    share = min(1.0, max(0.0, (seen.mean - low) / width))
    if seen.error > TOLERANCE * width and 0 < share < 1:
        quantile = student_quantile((1 + level) / 2, max(1, int(seen.freedom * times)))
        answers = share * (1 - share) * (width / seen.error) ** 2 * times
        found = score_interval(share, answers, quantile, level)
    elif seen.freedom < 1:  # a single value or cluster may be anything that bounds allow
        found = wilson(share * times, times, level)
    else:
        return rare_interval(seen, bounds, level, times)
    return Interval(max(low, low + width * found.low), min(high, low + width * found.high), level)


def rare_interval(seen: Moments, bounds: Bounds, level: float, times: float = 1.0) -> Interval:
    """The interval for a mean of equal values: another one, as far away as `bounds`, may be as rare as a word never said."""
    rare = wilson(0, seen.drawn * times, level).high
    mean = min(max(seen.mean, bounds[0]), bounds[1])
    return Interval(mean - rare * (mean - bounds[0]), mean + rare * (bounds[1] - mean), level)


def free_interval(seen: Moments, level: float, times: float = 1.0) -> Interval | None:
    """Student's interval for a mean, moved towards the longer tail as Hall (1992) does, by a part of the skewness."""
    quantile = student_quantile((1 + level) / 2, max(1, int(seen.freedom * times)))
    error, skew = seen.error / sqrt(times), SKEWNESS_USED * seen.skewness / sqrt(seen.drawn * times)

    def moved(quantile: float) -> float:
        if abs(skew) < 1e-6:
            return quantile
        return 3 / skew * (cbrt(1 + skew * (quantile - skew / 6)) - 1)

    return _finite(Interval(seen.mean - error * moved(quantile), seen.mean - error * moved(-quantile), level))


def score_interval(share: float, n: float, quantile: float, level: float) -> Interval:
    """The shares under which `share` of n answers would be within `quantile` standard errors."""
    squared = quantile * quantile / n if n else inf
    if not isfinite(squared):
        return Interval(0.0, 1.0, level)
    middle = (share + squared / 2) / (1 + squared)
    half = sqrt(squared * (share * (1 - share) + squared / 4)) / (1 + squared)
    # the ends of shares 0 and 1 are 0 and 1, which rounding misses
    return Interval(
        0.0 if share == 0 else max(0.0, middle - half), 1.0 if share == 1 else min(1.0, middle + half), level
    )


def check_finite(values: Sequence[float]) -> None:
    """Refuse NaN and infinities, of which there is no mean.

    Raises:
        ValueError: says which value it is.
    """
    for place, value in enumerate(values):
        if not isfinite(value):
            raise ValueError(f"value {place} is {value!r}: leave out what is no finite number")


def _inside(values: Sequence[float], bounds: Bounds) -> bool:
    room = TOLERANCE * max(1.0, abs(bounds[0]), abs(bounds[1]))
    return not values or (bounds[0] - room <= min(values) and max(values) <= bounds[1] + room)


def _times(interval: Interval | None, factor: float) -> Interval | None:
    return interval and _finite(
        Interval(interval.low * 2 * factor, interval.high * 2 * factor, interval.level)
    )


def _finite(interval: Interval) -> Interval | None:
    return interval if isfinite(interval.low) and isfinite(interval.high) else None


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"a level is between 0 and 1, such as 0.95, not {level!r}")
