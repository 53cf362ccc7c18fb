"""How well a score tells two kinds of rows apart, and the threshold that does it best."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from ragas.stats.agreement import ranks


def auroc(scores: Sequence[float], positive: Sequence[bool]) -> float:
    """The chance that a positive row scores higher than a negative one, ties counting half; NaN without both kinds.

    Raises:
        ValueError: the two are not equally long.
    """
    if len(scores) != len(positive):
        raise ValueError(f"scores and labels come in pairs: {len(scores)} against {len(positive)} do not")
    n_positive = sum(map(bool, positive))
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return nan
    of_positive = sum(rank for rank, one in zip(ranks(scores), positive, strict=True) if one)
    return (of_positive - n_positive * (n_positive + 1) / 2) / (n_positive * n_negative)


def balanced_accuracy(predicted: Sequence[bool], positive: Sequence[bool]) -> float:
    """The mean of the shares of positive and of negative rows that are told right; NaN without both kinds.

    Raises:
        ValueError: the two are not equally long.
    """
    if len(predicted) != len(positive):
        raise ValueError(f"predictions and labels come in pairs: {len(predicted)} against {len(positive)}")
    right = {True: 0, False: 0}
    total = {True: 0, False: 0}
    for said, true in zip(predicted, positive, strict=True):
        total[bool(true)] += 1
        right[bool(true)] += bool(said) == bool(true)
    if not all(total.values()):
        return nan
    return (right[True] / total[True] + right[False] / total[False]) / 2


def best_threshold(scores: Sequence[float], positive: Sequence[bool]) -> float:
    """The threshold with the best balanced accuracy, where a score of at least that much counts as positive.

    It lies halfway between two scores that occur, and at the lowest one where no other does better than chance; of
    several as good the middle one is taken. NaN without both kinds.

    Raises:
        ValueError: the two are not equally long.
    """
    if len(scores) != len(positive):
        raise ValueError(f"scores and labels come in pairs: {len(scores)} against {len(positive)} do not")
    n_positive = sum(map(bool, positive))
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return nan
    pairs = sorted(zip(scores, map(bool, positive), strict=True))
    # At the lowest score everything is positive, worth 1 + 0; then each distinct score in turn falls below.
    kept, refused, best, found = n_positive, 0, 1.0, [pairs[0][0]]
    for place, (score, is_positive) in enumerate(pairs):
        kept -= is_positive
        refused += not is_positive
        if place + 1 < len(pairs) and pairs[place + 1][0] > score:
            worth = kept / n_positive + refused / n_negative
            threshold = (score + pairs[place + 1][0]) / 2
            if worth > best + 1e-12:
                best, found = worth, [threshold]
            elif worth > best - 1e-12:
                found.append(threshold)
    return found[len(found) // 2]
