"""What stands at the top of the page: each metric with its mean, its interval, its counts and its distribution."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragas.report.page.columns import Column, column_named, why
from ragas.report.page.distribution import Distribution, distribution
from ragas.report.page.rows import title_of
from ragas.report.page.standing import Scale, Standing
from ragas.schema.cells import Aggregate, MetricInfo
from ragas.schema.result import EvaluationResult

if TYPE_CHECKING:  # it takes the arithmetic of alignment along
    from ragas.evaluation.certificate import Certificate

NOTHING = "–"
WORST = 10
"""How many of the worst rows the page shows without a script, and on paper."""


@dataclass(frozen=True)
class Headline:
    """A metric at a glance."""

    info: MetricInfo
    total: Aggregate
    distribution: Distribution | None
    before: list[int] | None = None
    certified: str = ""
    """What its judge is certified for."""
    uncertified: str = ""
    """Why none of the certificates at hand speaks for its judge."""

    @property
    def mean(self) -> str:
        """The mean; of words the share of the one hoped for, else of the one given most often."""
        if not math.isnan(self.total.mean):
            return number(self.total.mean)
        if not self.total.words or not self.total.n_scored:
            return NOTHING
        word = self.total.interval_of or max(self.total.words, key=self.total.words.__getitem__)
        return f"{percent(self.total.words.get(word, 0) / self.total.n_scored)} {word}"

    @property
    def interval(self) -> str | None:
        """The interval in numbers: "0.61 to 0.78"."""
        found = self.total.interval
        said = percent if self.total.interval_of else number
        return found and f"{said(found.low)} to {said(found.high)}"

    @property
    def level(self) -> str:
        """How sure the interval is: "95 %"."""
        return f"{self.total.interval.level * 100:g} %" if self.total.interval else ""

    @property
    def marks(self) -> dict[str, float] | None:
        """Where mean and interval lie on the axis of the distribution, from 0 to 100."""
        if self.distribution is None or self.distribution.words or math.isnan(self.total.mean):
            return None
        found = self.total.interval
        ends = (found.low, found.high) if found else (self.total.mean, self.total.mean)
        mean, low, high = (100 * self.distribution.position(one) for one in (self.total.mean, *ends))
        return {"mean": round(mean, 2), "low": round(low, 2), "high": round(high, 2)}

    @property
    def ends(self) -> list[str]:
        """What stands below the axis: its ends, or each level."""
        if self.distribution is None or self.distribution.words:
            return []
        shown: Sequence[float] = self.distribution.levels or [
            self.distribution.edges[0],
            self.distribution.edges[-1],
        ]
        return [f"{one:g}" if abs(one) < 1000 else number(one) for one in shown]

    @property
    def range(self) -> str:
        """The range of the scores and its better end."""
        better = "higher is better" if self.info.higher_is_better else "lower is better"
        if self.info.bounds:
            low, high = self.info.bounds
            return f"{low:g} to {high:g}, {better}"
        return "" if self.total.words else better

    def to_dict(self) -> dict[str, Any]:
        """What the script needs."""
        return {
            "name": self.info.name,
            "higher": self.info.higher_is_better,
            "declared": self.info.bounds is not None,
            "distribution": self.distribution and self.distribution.to_dict(),
            "before": self.before,
            "judge": self.info.judge,
            "caution": self.info.caution,
        }


def headlines(
    result: EvaluationResult,
    columns: Sequence[Column],
    scales: Sequence[Scale | None],
    before: Sequence[Column],
    certificates: Sequence[Certificate] = (),
) -> list[Headline]:
    """A headline for each metric; `before` are the columns of a result it is compared with."""
    totals = result.aggregate()
    worth, lacking = _certified([column.info for column in columns], certificates)
    found = []
    for column, scale in zip(columns, scales, strict=True):
        name = column.info.name
        bins, earlier = distribution(column, scale), column_named(before, name)
        counts = None if bins is None or earlier is None else bins.like(earlier)
        found.append(
            Headline(column.info, totals[name], bins, counts, worth.get(name, ""), lacking.get(name, ""))
        )
    return found


def _certified(
    infos: Sequence[MetricInfo], certificates: Sequence[Certificate]
) -> tuple[dict[str, str], dict[str, str]]:
    """What the judge of each metric is certified for, and why that of each other one is not."""
    if not certificates:
        return {}, {}
    from ragas.evaluation.certificate import standing, uncertified

    judged = [info for info in infos if info.judge]
    worth = {info.name: said for info in judged if (said := standing(info, certificates))}
    return worth, uncertified(judged, certificates)


def percent(share: float) -> str:
    """A share as the page writes it."""
    return f"{100 * share:.0f} %"


def number(value: Any) -> str:
    """A score as the page writes it."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return NOTHING if value is None else str(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}" if abs(value) < 1000 else f"{value:,.0f}" if abs(value) < 1e12 else f"{value:.4g}"


@dataclass(frozen=True)
class WorstRow:
    """A row that should be looked at first."""

    row: int
    title: str
    metric: str
    value: str
    reason: str


def worst_rows(
    result: EvaluationResult, found: Sequence[Standing], order: Sequence[int], n: int = WORST
) -> list[WorstRow]:
    """The worst rows, each with its worst score and the reason for it; rows without a fault are left out."""
    rows = []
    for row in order[:n]:
        metric = found[row].metric
        if metric is not None and found[row].worst != 1.0:
            cell = result.cells[row][metric]
            title = title_of(result.dataset[row])
            rows.append(WorstRow(row, title, metric, number(cell.value), why(cell) or ""))
    return rows


@dataclass(frozen=True)
class CauseGroup:
    """Cells that were not scored for the same cause."""

    metric: str
    status: str
    cause: str
    rows: list[int]


def cause_groups(columns: Sequence[Column]) -> list[CauseGroup]:
    """The causes that kept cells from being scored: failures first, the most frequent first."""
    groups: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for column in columns:
        for row, cause in column.causes.items():
            groups[column.info.name, column.statuses[row], cause].append(row)
    found = [CauseGroup(*key, rows) for key, rows in groups.items()]
    return sorted(found, key=lambda one: (one.status != "failed", one.status, -len(one.rows)))
