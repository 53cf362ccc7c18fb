"""How far two raters agree: the share of equal ratings, Cohen's kappa, Pearson's correlation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import nan, sqrt
from typing import Any, Literal


def agreement(first: Sequence[object], second: Sequence[object]) -> float:
    """The share of pairs that are equal, in [0, 1]; NaN without pairs.

    Raises:
        ValueError: the two are not equally long.
    """
    _paired(first, second)
    return sum(a == b for a, b in zip(first, second, strict=True)) / len(first) if first else nan


def kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    weights: Literal["quadratic"] | None = None,
) -> float:
    """Cohen's kappa: agreement beyond chance, 1.0 when all is equal, 0.0 at chance level, NaN without pairs.

    With quadratic weights a disagreement counts with the square of its distance; the categories are then ordered by
    sorting them. When both raters use a single category, the same one, agreement cannot exceed chance: 1.0.

    Raises:
        ValueError: the two are not equally long.
    """
    _paired(first, second)
    if not first:
        return nan
    seen: list[Any] = list(dict.fromkeys([*first, *second]))
    categories = sorted(seen) if weights else seen
    place = {category: position for position, category in enumerate(categories)}

    def distance(one: Hashable, other: Hashable) -> float:
        if weights:
            return float((place[one] - place[other]) ** 2)
        return float(one != other)

    observed = sum(distance(a, b) for a, b in zip(first, second, strict=True)) / len(first)
    of_first, of_second = Counter(first), Counter(second)
    expected = (
        sum(
            distance(a, b) * times_a * times_b
            for a, times_a in of_first.items()
            for b, times_b in of_second.items()
        )
        / len(first) ** 2
    )
    return 1.0 - observed / expected if expected else 1.0


def pearson(first: Sequence[float], second: Sequence[float]) -> float:
    """Pearson's correlation, in [-1, 1]; NaN for fewer than two pairs or when one side is constant.

    Raises:
        ValueError: the two are not equally long.
    """
    _paired(first, second)
    if len(first) < 2:
        return nan
    x_mean, y_mean = sum(first) / len(first), sum(second) / len(second)
    xs, ys = [x - x_mean for x in first], [y - y_mean for y in second]
    spread = sqrt(sum(x * x for x in xs) * sum(y * y for y in ys))
    if not spread:
        return nan
    return min(1.0, max(-1.0, sum(x * y for x, y in zip(xs, ys, strict=True)) / spread))


def _paired(first: Sequence[object], second: Sequence[object]) -> None:
    if len(first) != len(second):
        raise ValueError(f"ratings come in pairs: {len(first)} against {len(second)} do not")
