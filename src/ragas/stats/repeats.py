"""What several tries at the same thing say: success in k tries, spread within a group, the majority."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import comb, fsum, nan, sqrt
from typing import TypeVar

Word = TypeVar("Word", bound=Hashable)


def pass_at_k(n: int, c: int, k: int) -> float:
    """The chance that at least one of `k` tries succeeds, estimated without bias from `c` successes in `n` tries.

    Raises:
        ValueError: not 0 <= c <= n, or not 1 <= k <= n.
    """
    _checked(n, c, k)
    return 1.0 - comb(n - c, k) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """The chance that all of `k` tries succeed (pass^k), estimated without bias from `c` successes in `n` tries.

    Raises:
        ValueError: not 0 <= c <= n, or not 1 <= k <= n.
    """
    _checked(n, c, k)
    return comb(c, k) / comb(n, k)


def spread(groups: Iterable[Sequence[float]]) -> float:
    """The standard deviation within groups, such as the scores of one sample judged again and again.

    Pooled over the groups: a group of k values has weight k - 1, so one of a single value says nothing. NaN when
    no group has two values.
    """
    squares, freedom = [], 0
    for group in groups:
        if len(group) > 1:
            mean = fsum(group) / len(group)
            squares += [(value - mean) ** 2 for value in group]
            freedom += len(group) - 1
    return sqrt(fsum(squares) / freedom) if freedom else nan


def majority(values: Sequence[Word]) -> Word:
    """The value given most often; of several the one given first.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("no values have no majority")
    return Counter(values).most_common(1)[0][0]


def _checked(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n:
        raise ValueError(f"there cannot be {c} successes in {n} tries")
    if not 1 <= k <= n:
        raise ValueError(f"k must be from 1 to the number of tries, {n}, not {k}")
