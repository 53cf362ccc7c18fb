"""Numbers for measuring a judge against labels: AUROC, balanced accuracy, intervals, a small logistic regression."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp

Scores = Sequence[float]
Labels = Sequence[int]


def auroc(scores: Scores, labels: Labels) -> float:
    """The chance that a row labelled 1 scores higher than a row labelled 0; ties count half."""
    order = sorted(range(len(scores)), key=scores.__getitem__)
    ranks = 0.0
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and scores[order[end]] == scores[order[at]]:
            end += 1
        mean_rank = (at + end + 1) / 2
        ranks += mean_rank * sum(labels[row] for row in order[at:end])
        at = end
    positive = sum(labels)
    negative = len(labels) - positive
    return (ranks - positive * (positive + 1) / 2) / (positive * negative) if positive and negative else 0.5


def balanced_accuracy(scores: Scores, labels: Labels, threshold: float) -> float:
    """The mean of the shares of 1-rows at or above the threshold and of 0-rows below it."""
    positive = [score >= threshold for score, label in zip(scores, labels, strict=True) if label]
    negative = [score < threshold for score, label in zip(scores, labels, strict=True) if not label]
    return (
        (sum(positive) / len(positive) + sum(negative) / len(negative)) / 2 if positive and negative else 0.5
    )


def best_threshold(sets: Sequence[tuple[Scores, Labels]]) -> float:
    """The threshold with the best mean balanced accuracy over the sets (the middle between two neighbouring scores)."""
    values = sorted({score for scores, _ in sets for score in scores})
    candidates = [(a + b) / 2 for a, b in pairwise(values)] or values
    candidates = candidates[:: max(1, len(candidates) // 200)]
    return max(candidates, key=lambda t: sum(balanced_accuracy(scores, labels, t) for scores, labels in sets))


def resamples(groups: Sequence[object], times: int, seed: int = 11) -> list[list[int]]:
    """Row numbers of `times` bootstrap samples; rows of one group (a pair) are drawn together."""
    members: dict[object, list[int]] = {}
    for row, group in enumerate(groups):
        members.setdefault(group, []).append(row)
    keys = list(members)
    rng = random.Random(seed)
    return [[row for key in rng.choices(keys, k=len(keys)) for row in members[key]] for _ in range(times)]


def interval(draws: Sequence[list[int]], value: Callable[[list[int]], float]) -> tuple[float, float]:
    """The 95% percentile interval of a value of the rows."""
    values = sorted(value(draw) for draw in draws)
    return values[int(0.025 * len(values))], values[min(len(values) - 1, int(0.975 * len(values)))]


def fit_logistic(
    sets: Sequence[tuple[Sequence[Sequence[float]], Labels]],
    signs: Sequence[int],
    offsets: Sequence[Sequence[float]],
    ridge: float = 0.003,
    rounds: int = 300,
    rate: float = 4.0,
) -> tuple[list[float], float]:
    """Weights and bias of a logistic regression in which every set counts alike and each weight keeps its sign.

    `offsets` are parts of the log-odds that are not fitted, one a row.
    """
    rows = [
        (x, y, offset, 1 / len(labels) / len(sets))
        for (features, labels), part in zip(sets, offsets, strict=True)
        for x, y, offset in zip(features, labels, part, strict=True)
    ]
    weights, bias = [0.0] * len(signs), 0.0
    for _ in range(rounds):
        slope, bias_slope = [0.0] * len(signs), 0.0
        for x, y, offset, share in rows:
            z = offset + bias + sum(weight * value for weight, value in zip(weights, x, strict=True))
            error = share * (1 / (1 + exp(-z)) - y)
            bias_slope += error
            for at, value in enumerate(x):
                slope[at] += error * value
        for at, sign in enumerate(signs):
            moved = weights[at] - rate * (slope[at] + ridge * weights[at])
            weights[at] = moved if moved * sign > 0 else 0.0
        bias -= rate * bias_slope
    return weights, bias
