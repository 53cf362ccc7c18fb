"""Figures of agreement between two raters with their intervals, and the threshold that makes scores verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from hashlib import sha256
from math import nan
from typing import Any, NamedTuple

from ragas.stats.agreement import accuracy, alpha, kappa, spearman
from ragas.stats.intervals import Interval, wilson
from ragas.stats.jackknife import jackknife
from ragas.stats.thresholds import auroc, balanced_accuracy, best_threshold


class Figure(NamedTuple):
    """A figure with its interval, None where nothing can be said, and how many rows it is of."""

    value: float
    interval: Interval | None
    n: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON; what is no number is null."""
        return {
            "value": None if self.value != self.value else self.value,
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            "n": self.n,
        }


Figures = dict[str, Figure]
SHARES = frozenset({"accuracy", "balanced_accuracy", "auroc"})
"""The figures between 0 and 1; the others are between -1 and 1."""


def verdict_figures(
    judge: Sequence[Hashable],
    human: Sequence[Hashable],
    *,
    ordered: bool = False,
    positive: Hashable = None,
    level: float = 0.95,
) -> Figures:
    """How far two raters give the same labels: accuracy, kappa, alpha; of two kinds balanced accuracy; of grades weighted kappa.

    `ordered` labels are numbers, on which being near counts; `positive` is the good one of two. Kappa and alpha are
    NaN where both raters gave one and the same label throughout: then chance agrees as well as they do.
    """
    right, interval = accuracy(judge, human, level)
    found = {"accuracy": Figure(right, interval, len(human))}
    if positive is not None:
        said, true = [one == positive for one in judge], [one == positive for one in human]
        balanced = _figure(balanced_accuracy, said, true, (0.0, 1.0), level)
        found["balanced_accuracy"] = _faultless(balanced, true, lambda up, down: (up + down) / 2, level)
    found["kappa"] = _beyond_chance(kappa, judge, human, level)
    if ordered:
        found["weighted_kappa"] = _beyond_chance(_quadratic, judge, human, level)
    found["alpha"] = _beyond_chance(_ordinal if ordered else _nominal, judge, human, level)
    return found


def score_figures(
    scores: Sequence[float], labels: Sequence[float], *, binary: bool, level: float = 0.95
) -> Figures:
    """How far scores order rows as labels do: Spearman's correlation, and the AUROC where labels are 0 and 1."""
    found: Figures = {}
    if binary:
        positive = [label == 1 for label in labels]
        area = _figure(auroc, scores, positive, (0.0, 1.0), level)
        found["auroc"] = _faultless(area, positive, lambda up, down: up * down, level)
    found["spearman"] = _figure(spearman, scores, labels, (-1.0, 1.0), level)
    return found


class Threshold(NamedTuple):
    """From which score on a row counts as good, and the rows it was chosen on; none where it was given."""

    value: float
    chosen_on: list[int]
    judged_on: list[int]


def choose_threshold(
    scores: Sequence[float], positive: Sequence[bool], keys: Sequence[str], seed: int = 0
) -> Threshold:
    """The best threshold on one half of the rows; the other half is there to judge it.

    Each kind of label is halved, in the order of a hash of `keys`, so that the order of the file says nothing. Where
    a kind has but one row there is nothing to choose on: NaN, and all rows are there to judge.
    """
    if min(sum(map(bool, positive)), len(positive) - sum(map(bool, positive))) < 2:
        return Threshold(nan, [], list(range(len(scores))))
    chosen: list[int] = []
    for kind in (True, False):
        rows = [row for row, one in enumerate(positive) if bool(one) is kind]
        rows.sort(key=lambda row: sha256(f"{seed}\x1f{keys[row]}".encode("utf-8", "surrogatepass")).digest())
        chosen += rows[::2] if kind else rows[1::2]
    chosen.sort()
    value = best_threshold([scores[row] for row in chosen], [positive[row] for row in chosen])
    held_out = set(range(len(scores))) - set(chosen)
    return Threshold(value, chosen, sorted(held_out))


def share(rows: Sequence[bool], level: float = 0.95) -> Figure:
    """How many of the rows are so, with Wilson's interval."""
    part, interval = accuracy(list(rows), [True] * len(rows), level)
    return Figure(part, interval, len(rows))


def of_rows(
    figure: Callable[[Sequence[int]], float],
    n: int,
    bounds: tuple[float, float] = (-1.0, 1.0),
    level: float = 0.95,
) -> Figure:
    """A figure that is a function of row numbers, with its interval."""
    return Figure(figure(range(n)), jackknife(figure, n, bounds=bounds, level=level), n)


def _figure(
    measure: Callable[[Any, Any], float],
    first: Sequence[Any],
    second: Sequence[Any],
    bounds: tuple[float, float],
    level: float,
) -> Figure:
    return of_rows(
        lambda rows: measure([first[row] for row in rows], [second[row] for row in rows]),
        len(first),
        bounds,
        level,
    )


def _faultless(
    figure: Figure, positive: Sequence[bool], least: Callable[[float, float], float], level: float
) -> Figure:
    """The figure with an interval where it is 1, which no row moves, but which few rows prove little.

    `least` is the figure at the least shares of good and of bad rows told right that Wilson's intervals allow; of the
    area under a curve through that point it is what lies surely below.
    """
    if figure.interval is not None or figure.value != 1.0:
        return figure
    kinds = sum(positive), len(positive) - sum(positive)
    up, down = (wilson(n, n, level).low for n in kinds)
    return Figure(1.0, Interval(least(up, down), 1.0, level), figure.n)


def _beyond_chance(
    measure: Callable[[Any, Any], float], judge: Sequence[Hashable], human: Sequence[Hashable], level: float
) -> Figure:
    def of_labels(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
        return measure(first, second) if len({*first, *second}) > 1 else nan

    found = _figure(of_labels, judge, human, (-1.0, 1.0), level)
    if found.interval is None and list(judge) == list(human) and found.value == 1.0:
        # No row moves the figure when all agree, but few rows prove little: the low end is where it would be if raters
        # agreed as seldom as Wilson's interval allows, and were as far apart as by chance where they did not.
        n = len(human)
        by_chance = sum((times / n) ** 2 for times in Counter(human).values())
        low = 1 - (1 - wilson(n, n, level).low) / (1 - by_chance)
        return Figure(1.0, Interval(max(-1.0, low), 1.0, level), n)
    return found


def _quadratic(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    return kappa(first, second, "quadratic")


def _nominal(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    return alpha([first, second])


def _ordinal(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    return alpha([first, second], "ordinal")
