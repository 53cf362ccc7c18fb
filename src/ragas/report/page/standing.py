"""Where scores stand between worst and best, so that scores of different metrics can be put in one order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from ragas.report.page.columns import Column


@dataclass(frozen=True)
class Scale:
    """The range of a metric's scores: the one it declares, else the one that was seen."""

    low: float
    high: float
    higher_is_better: bool = True
    declared: bool = True

    @classmethod
    def of(cls, column: Column) -> Self | None:
        """The scale of a metric; None where no score is a number."""
        numbers = column.numbers
        if not numbers:
            return None
        bounds = column.info.bounds
        low, high = bounds or (numbers[0], numbers[0])
        return cls(min(low, *numbers), max(high, *numbers), column.info.higher_is_better, bounds is not None)

    def standing(self, value: float | None) -> float | None:
        """How far `value` is on the way from the worst (0) to the best (1)."""
        if value is None:
            return None
        if self.high == self.low:
            return 1.0
        share = (value - self.low) / (self.high - self.low)
        return share if self.higher_is_better else 1 - share


@dataclass(frozen=True)
class Standing:
    """How a row stands: by its worst score, then by the mean of all."""

    row: int
    metric: str | None
    worst: float | None
    mean: float | None


def standings(columns: Sequence[Column], scales: Sequence[Scale | None], rows: int) -> list[Standing]:
    """The standing of every row, in the order of the rows.

    What is poor is known only of metrics that declare a range; others count where there are no such metrics.
    """
    known = [(column, scale) for column, scale in zip(columns, scales, strict=True) if scale is not None]
    known = [one for one in known if one[1].declared] or known
    found = []
    for row in range(rows):
        shares = [
            (share, column.info.name)
            for column, scale in known
            if (share := scale.standing(column.number(row))) is not None
        ]
        if shares:
            worst, metric = min(shares, key=lambda one: one[0])
            found.append(Standing(row, metric, worst, sum(share for share, _ in shares) / len(shares)))
        else:
            found.append(Standing(row, None, None, None))
    return found


def worst_first(found: Sequence[Standing]) -> list[int]:
    """The rows, those with the worst score first; rows without any score come last."""
    scored = [one for one in found if one.worst is not None and one.mean is not None]
    scored.sort(key=lambda one: (one.worst, one.mean, one.row))
    return [one.row for one in scored] + [one.row for one in found if one.worst is None]
