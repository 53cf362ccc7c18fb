"""Whether a mean meets a threshold: yes, no, or too few samples to tell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, NamedTuple

from ragas.stats.intervals import Bounds, Interval, interval_by_size
from ragas.stats.paired import difference_by_size

Outcome = Literal["meets", "misses", "unclear"]

MOST = 10_000_000
"""More samples than this nobody draws to settle a question."""


class Decision(NamedTuple):
    """What an interval says about a threshold.

    `needed` is how many samples like these would settle an unclear case; None when it is settled, or when no number
    that anybody would draw settles it.
    """

    outcome: Outcome
    interval: Interval | None
    needed: int | None = None


def against(
    values: Sequence[float],
    threshold: float,
    *,
    bounds: Bounds | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    higher_is_better: bool = True,
) -> Decision:
    """Whether the mean is at least `threshold`, or at most where lower is better.

    It meets the threshold when the whole interval does, misses it when none of it does, and is unclear otherwise.
    """
    by_size = interval_by_size(values, bounds=bounds, clusters=clusters, level=level)
    return _decided(by_size, len(values), threshold, higher_is_better)


def drop(
    a: Sequence[float],
    b: Sequence[float],
    most: float,
    *,
    bounds: Bounds | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    higher_is_better: bool = True,
    same: bool = False,
) -> Decision:
    """Whether b (after) is worse than a (before) by at most `most`, pair by pair.

    `interval` is that of the mean of b - a. Where lower is better, worse is higher. With `same` both are one
    measurement, of which nothing can have changed.

    Raises:
        ValueError: the two are not equally long, or a value is not finite.
    """
    by_size = difference_by_size(a, b, bounds=bounds, clusters=clusters, level=level, same=same)
    return _decided(by_size, len(a), -most if higher_is_better else most, higher_is_better)


def _decided(
    by_size: Callable[[float], Interval | None], n: int, threshold: float, higher_is_better: bool
) -> Decision:
    def outcome(interval: Interval | None) -> Outcome:
        if interval is None:
            return "unclear"
        low, high = (interval.low, interval.high) if higher_is_better else (-interval.high, -interval.low)
        wanted = threshold if higher_is_better else -threshold
        return "meets" if low >= wanted else "misses" if high < wanted else "unclear"

    interval = by_size(1.0) if n else None
    settled = outcome(interval)
    if settled != "unclear" or interval is None:
        return Decision(settled, interval)
    few = enough = n
    while outcome(by_size(enough / n)) == "unclear":
        few, enough = enough, enough * 2
        if enough > MOST:
            return Decision("unclear", interval)
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (middle, enough) if outcome(by_size(middle / n)) == "unclear" else (few, middle)
    return Decision("unclear", interval, enough)
