"""Two measurements of the same samples: their difference, how sure it is, and what could have been seen at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from math import comb, fsum, isclose, sqrt
from typing import NamedTuple

from ragas.stats.distributions import normal_tail, student_quantile
from ragas.stats.intervals import Bounds, Interval, check_finite, free_interval, moments, rare_interval

EXACT = 14
"""Up to this many differences all signs are tried, 2^14 of them."""
FLIPS = 9_999
FLIPPED = 2_000
"""Of more differences only the largest are flipped: the sum of the others is normal."""
BLOCK = 4_000_000
"""How many signs are in memory at once."""
POWER = 0.8
ROUNDING = 1e-9
"""Values that differ by a smaller share of their range, or of their size, are the same, computed in another order."""
NO_RANGE = 1e-12
"""What differs by no more is the same also where nobody knows the range."""


class Paired(NamedTuple):
    """What two columns of paired values come to.

    `difference` is the mean of b - a, `p` how often a difference at least as large comes about by chance (two-sided),
    `effect` the difference in standard deviations of the differences, `detectable` the smallest true difference
    that a comparison of this size finds four times in five. What cannot be told is None. `drawn` is how many may turn
    by chance: pairs, or clusters of pairs.
    """

    n: int
    mean_a: float
    mean_b: float
    difference: float
    interval: Interval | None
    p: float
    effect: float | None
    detectable: float | None
    drawn: int

    @property
    def least_p(self) -> float:
        """The p there would be if all that was drawn moved the same way: no difference of so few has a smaller one."""
        return 2.0 ** (1 - self.drawn)


def paired(
    a: Sequence[float],
    b: Sequence[float],
    *,
    bounds: Bounds | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    seed: int = 0,
    same: bool = False,
) -> Paired:
    """Compare b (after) with a (before), pair by pair; `bounds` are those of the values.

    When no pair differs the difference is 0, p is 1, and there is no effect; the interval leaves room for a change as
    rare as what was never seen, unless both are the `same` measurement. One pair has neither interval nor effect, and
    its p is 1. A difference that is but rounding is none.

    Raises:
        ValueError: the two are not equally long, or empty, or a value is not finite.
    """
    if len(a) != len(b):
        raise ValueError(f"values come in pairs: {len(a)} against {len(b)} do not")
    if not a:
        raise ValueError("there are no pairs to compare")
    differences = changes(a, b, bounds)
    seen = moments(differences, clusters)
    spread = _spread(differences, seen.mean)
    return Paired(
        n=len(a),
        mean_a=fsum(a) / len(a),
        mean_b=fsum(b) / len(b),
        difference=seen.mean,
        interval=difference_by_size(a, b, bounds=bounds, clusters=clusters, level=level, same=same)(1.0),
        p=sign_flip(_sums(differences, clusters), seed=seed),
        effect=seen.mean / spread if spread else None,
        detectable=_detectable(seen.error, seen.freedom, level) if seen.error else None,
        drawn=seen.drawn,
    )


def is_changed(before: float, after: float, bounds: Bounds | None = None) -> bool:
    """Whether two values differ by more than rounding; `bounds` are those of both."""
    return not isclose(
        before, after, rel_tol=ROUNDING, abs_tol=ROUNDING * (bounds[1] - bounds[0]) if bounds else NO_RANGE
    )


def changes(a: Sequence[float], b: Sequence[float], bounds: Bounds | None = None) -> list[float]:
    """How much higher each value of b is than that of a: 0.0 where both are the same but for rounding.

    Differences that are all equal but for rounding are the first of them.

    Raises:
        ValueError: the two are not equally long, or a value is not finite.
    """
    check_finite(a)
    check_finite(b)
    found = [
        after - before if is_changed(before, after, bounds) else 0.0
        for before, after in zip(a, b, strict=True)
    ]
    noise = ROUNDING * _reach(a, b, bounds)
    return [found[0]] * len(found) if found and max(found) - min(found) <= noise else found


def difference_by_size(
    a: Sequence[float],
    b: Sequence[float],
    *,
    bounds: Bounds | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    same: bool = False,
) -> Callable[[float], Interval | None]:
    """The interval for the mean of b - a as it would be for so many times as many pairs; None for fewer than two.

    `bounds` are those of the values. Pairs that all differ by as much, or not at all, say no more than that another
    difference is rare; how far that may be is said by the bounds, without them by the largest value. Only the `same`
    measurement twice has the interval [0, 0].

    Raises:
        ValueError: the two are not equally long, or a value is not finite.
    """
    differences = changes(a, b, bounds)
    if not differences:
        return lambda times: None
    if same and not any(differences):
        return lambda times: Interval(0.0, 0.0, level)
    seen = moments(differences, clusters)
    reach = _reach(a, b, bounds)

    def of(times: float) -> Interval | None:
        if not seen.freedom:
            return None
        if not seen.error:
            told = seen.mean and 2.0 ** (1 - seen.drawn * times) < 1 - level  # p tells it from chance
            low, high = (seen.mean - abs(seen.mean), seen.mean + abs(seen.mean)) if told else (-reach, reach)
            return rare_interval(seen, (max(low, -reach), min(high, reach)), level, times)
        found = free_interval(seen, level, times)
        if found is None or bounds is None:
            return found
        return Interval(max(-reach, found.low), min(reach, found.high), level)

    return of


def _reach(a: Sequence[float], b: Sequence[float], bounds: Bounds | None) -> float:
    """How large a difference can be: as the range of the values, without bounds as the largest of them."""
    largest = max((max(abs(before), abs(after)) for before, after in zip(a, b, strict=True)), default=0.0)
    seen = max((abs(after - before) for before, after in zip(a, b, strict=True)), default=0.0)
    return max(bounds[1] - bounds[0] if bounds else largest or 1.0, seen)


def sign_flip(differences: Sequence[float], *, seed: int = 0) -> float:
    """How often the sum is at least as far from 0 when each difference has a random sign: a two-sided p.

    Exact where few differences are not 0, or where all are of one size (McNemar's exact test); otherwise of 9,999
    random draws, the same for the same seed.
    """
    sizes = sorted((abs(one) for one in differences if one), reverse=True)
    if not sizes:
        return 1.0
    reached = abs(fsum(differences)) - 1e-9 * fsum(sizes)
    if sizes[0] == sizes[-1] and len(sizes) <= FLIPPED:
        return _binomial(len(sizes), reached / sizes[0])
    import numpy as np

    if len(sizes) <= EXACT:
        sums = np.zeros(1)
        for size in sizes:
            sums = np.concatenate([sums - size, sums + size])
        return float(np.mean(np.abs(sums) >= reached))
    flipped, rest = np.array(sizes[:FLIPPED]), sqrt(fsum(size * size for size in sizes[FLIPPED:]))
    if rest and sizes[0] < rest / 10:
        return normal_tail((reached + 1e-9 * fsum(sizes)) / sqrt(fsum(size * size for size in sizes)))
    random = np.random.default_rng(seed)
    hits, left = 0, FLIPS
    while left:
        rows = min(left, max(1, BLOCK // len(flipped)))
        bits = np.unpackbits(np.frombuffer(random.bytes(rows * -(-len(flipped) // 8)), np.uint8))
        signs = bits.reshape(rows, -1)[:, : len(flipped)]
        sums = 2 * (signs @ flipped) - flipped.sum()
        if rest:
            sums += random.normal(0, rest, rows)
        hits += int(np.count_nonzero(np.abs(sums) >= reached))
        left -= rows
    return (hits + 1) / (FLIPS + 1)


def holm(ps: Sequence[float]) -> list[float]:
    """The p values as they are when all are looked at together (Holm, 1979), in the order given."""
    adjusted, highest = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[place]))
        adjusted[place] = highest
    return adjusted


def _sums(differences: Sequence[float], clusters: Sequence[Hashable] | None) -> list[float]:
    """The differences, or those of each cluster together: what chance may turn round as one."""
    if clusters is None:
        return list(differences)
    sums: defaultdict[Hashable, float] = defaultdict(float)
    for cluster, difference in zip(clusters, differences, strict=True):
        sums[cluster] += difference
    return list(sums.values())


def _binomial(n: int, reached: float) -> float:
    """How often n fair signs sum to at least `reached` in size."""
    ways = sum(comb(n, positive) for positive in range(n + 1) if abs(2 * positive - n) >= reached)
    return ways / (1 << n)


def _spread(differences: Sequence[float], mean: float) -> float:
    if len(differences) < 2 or max(differences) == min(differences):
        return 0.0
    return sqrt(fsum((one - mean) * (one - mean) for one in differences) / (len(differences) - 1))


def _detectable(error: float, freedom: int, level: float) -> float:
    return error * (student_quantile((1 + level) / 2, freedom) + student_quantile(POWER, freedom))
