"""Pure arithmetic of metrics: plain values in, a number out, no model and no rounding."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def share(flags: Sequence[bool]) -> float:
    """The share of true flags, in [0, 1].

    Raises:
        ValueError: there are no flags; a share of nothing is not a number.
    """
    if not flags:
        raise ValueError("share of no flags is undefined")
    return sum(map(bool, flags)) / len(flags)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("mean of no values is undefined")
    return sum(values) / len(values)


def average_precision(flags: Sequence[bool]) -> float:
    """Average precision of a ranking: the mean of precision@k over the ranks k that hold a true flag.

    In [0, 1]; exactly 1.0 when every true flag comes before every false one, 0.0 when none is true.
    """
    hits = 0
    precisions = []
    for rank, flag in enumerate(flags, start=1):
        if flag:
            hits += 1
            precisions.append(hits / rank)
    return sum(precisions) / hits if hits else 0.0


def precision(true_positives: int, false_positives: int) -> float:
    """TP / (TP + FP), or 0.0 when nothing was found."""
    found = true_positives + false_positives
    return true_positives / found if found else 0.0


def recall(true_positives: int, false_negatives: int) -> float:
    """TP / (TP + FN), or 0.0 when there was nothing to find."""
    wanted = true_positives + false_negatives
    return true_positives / wanted if wanted else 0.0


def f_beta(precision: float, recall: float, beta: float = 1.0) -> float:
    """The weighted harmonic mean of precision and recall; `beta` > 1 leans to recall. 0.0 when both are 0."""
    if precision == recall:
        return precision
    weight = beta * beta
    denominator = weight * precision + recall
    return (1 + weight) * precision * recall / denominator if denominator else 0.0


def overlap_share(part: Collection[str], whole: Collection[str]) -> float:
    """The share of the distinct items of `part` that occur in `whole`.

    Raises:
        ValueError: `part` is empty.
    """
    wanted = set(part)
    if not wanted:
        raise ValueError("share of no items is undefined")
    return len(wanted & set(whole)) / len(wanted)


def clip(value: float, low: float = 0.0, high: float = 1.0) -> float:
    """`value` moved to the nearest end of [low, high] when it lies outside."""
    return min(max(value, low), high)
