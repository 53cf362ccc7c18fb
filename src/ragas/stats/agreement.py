"""How far raters agree: shares of equal ratings, kappa, alpha, correlations, and where they part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import fsum, isnan, nan, sqrt
from typing import Any, Literal

from ragas.stats.intervals import Interval, wilson

Scale = Literal["nominal", "ordinal", "interval"]


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
    weights: Literal["linear", "quadratic"] | None = None,
) -> float:
    """Cohen's kappa: agreement beyond chance, 1.0 when all is equal, 0.0 at chance level, NaN without pairs.

    With weights a disagreement counts with its distance, or the square of it; the categories are then ordered by
    sorting them, a step apart each. When both raters use a single category, the same one, agreement cannot exceed chance: 1.0.

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
            return float(abs(place[one] - place[other]) ** (2 if weights == "quadratic" else 1))
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
    if len(first) < 2 or min(first) == max(first) or min(second) == max(second):
        return nan
    x_mean, y_mean = sum(first) / len(first), sum(second) / len(second)
    xs, ys = [x - x_mean for x in first], [y - y_mean for y in second]
    spread = sqrt(sum(x * x for x in xs) * sum(y * y for y in ys))
    if not spread:
        return nan
    return min(1.0, max(-1.0, sum(x * y for x, y in zip(xs, ys, strict=True)) / spread))


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's correlation: Pearson's of the ranks, ties at their mean rank; NaN where that is.

    Raises:
        ValueError: the two are not equally long.
    """
    _paired(first, second)
    return pearson(ranks(first), ranks(second))


def partial_spearman(first: Sequence[float], second: Sequence[float], given: Sequence[float]) -> float:
    """Spearman's correlation of what the ranks of `given` do not explain of either; NaN where one is explained whole.

    Raises:
        ValueError: the three are not equally long.
    """
    both, one, other = spearman(first, second), spearman(first, given), spearman(second, given)
    if any(map(isnan, (one, other))):  # a constant explains nothing
        return both if len(set(given)) == 1 else nan
    left = (1 - one**2) * (1 - other**2)
    return min(1.0, max(-1.0, (both - one * other) / sqrt(left))) if left > 1e-12 else nan


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value from the lowest, counted from 1; ties have their mean place."""
    found = [0.0] * len(values)
    order = sorted(range(len(values)), key=values.__getitem__)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            found[place] = (start + end + 1) / 2
        start = end
    return found


def alpha(ratings: Sequence[Sequence[Any]], scale: Scale = "nominal") -> float:
    """Krippendorff's alpha: agreement beyond chance of any number of raters, who need not rate everything.

    `ratings` has a row for each rater with a rating for each unit, None where there is none. Units with fewer than
    two ratings say nothing. 1.0 when all is equal, 0.0 at chance level, NaN when no unit has two ratings; 1.0 when
    everybody uses a single category. On the scale "nominal" ratings are equal or not, on "ordinal" they are as far
    apart as there are ratings between them, on "interval" as the square of their distance.

    Raises:
        ValueError: raters have not the same number of units.
    """
    if len({len(rater) for rater in ratings}) > 1:
        raise ValueError("every rater has an entry for every unit, None where there is no rating")
    units = [[rating for rating in unit if rating is not None] for unit in zip(*ratings, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    times = Counter(rating for unit in units for rating in unit)
    distance = _distance(scale, times)
    total = times.total()
    if not total:
        return nan

    def within(counts: Counter[Any]) -> float:
        """The distances of all ordered pairs of ratings."""
        return fsum(
            distance(one, other) * n_one * n_other
            for one, n_one in counts.items()
            for other, n_other in counts.items()
        )

    observed = fsum(within(Counter(unit)) / (len(unit) - 1) for unit in units) / total
    expected = within(times) / (total * (total - 1))
    return 1.0 - observed / expected if expected else 1.0


def accuracy(
    predicted: Sequence[object], true: Sequence[object], level: float = 0.95
) -> tuple[float, Interval]:
    """The share of predictions that are right, with Wilson's interval; NaN with [0, 1] without pairs.

    Raises:
        ValueError: the two are not equally long.
    """
    _paired(predicted, true)
    right = sum(one == other for one, other in zip(predicted, true, strict=True))
    return (right / len(true) if true else nan), wilson(right, len(true), level)


def confusion(true: Sequence[Hashable], predicted: Sequence[Hashable]) -> dict[Hashable, dict[Hashable, int]]:
    """How often each true category was given each predicted one; categories in the order in which they occur.

    Raises:
        ValueError: the two are not equally long.
    """
    _paired(true, predicted)
    categories = list(dict.fromkeys([*true, *predicted]))
    times = Counter(zip(true, predicted, strict=True))
    return {row: {column: times[row, column] for column in categories} for row in categories}


def _distance(scale: Scale, times: Counter[Any]) -> Callable[[Any, Any], float]:
    """How far apart two ratings are, where each was given so many times."""
    if scale == "nominal":
        return lambda one, other: float(one != other)
    if scale == "interval":
        return lambda one, other: float((one - other) ** 2)
    below, place = 0.0, {}
    for rating in sorted(times):
        place[rating] = below + times[rating] / 2
        below += times[rating]
    return lambda one, other: (place[one] - place[other]) ** 2


def _paired(first: Sequence[object], second: Sequence[object]) -> None:
    if len(first) != len(second):
        raise ValueError(f"ratings come in pairs: {len(first)} against {len(second)} do not")
