"""A comparison as the page shows it: each metric before and after, with how sure the difference is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragas.report.page.columns import why
from ragas.report.page.headline import NOTHING, number, percent
from ragas.report.page.rows import REASON, cut, title_of
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.comparison import compare, p_text
from ragas.schema.metric_comparison import UNLIKELY, ChangedRow, MetricComparison
from ragas.schema.pairing import pair_rows
from ragas.schema.result import EvaluationResult

CHANGED = 5
"""How many of the most changed rows of a metric are shown."""
ONE_SIDED = 0.05
"""With a larger share of rows scored on one side only, the others say little of all."""
SIGNS = {"better": "▲", "worse": "▼"}
TONES = {"better": "good", "worse": "bad"}


@dataclass(frozen=True)
class Changed:
    """A row whose score changed, with both reasons."""

    row: int
    title: str
    before: str
    after: str
    change: str
    tone: str
    reason_before: str
    reason_after: str


@dataclass(frozen=True)
class ComparedMetric:
    """A metric before and after. `span` is half the length of the axis that all metrics share."""

    found: MetricComparison
    changed: list[Changed]
    span: float

    @property
    def info(self) -> MetricInfo:
        """The metric, as it is after."""
        return self.found.info

    @property
    def before(self) -> str:
        """The mean before."""
        return self._mean(self.found.paired.mean_a) if self.found.paired else NOTHING

    @property
    def after(self) -> str:
        """The mean after."""
        return self._mean(self.found.paired.mean_b) if self.found.paired else NOTHING

    @property
    def difference(self) -> str:
        """The difference with its sign."""
        return signed(self.found.paired.difference) if self.found.paired else NOTHING

    @property
    def interval(self) -> str:
        """The interval of the difference."""
        between = self.found.paired and self.found.paired.interval
        return f"{signed(between.low)} to {signed(between.high)}" if between else NOTHING

    @property
    def p(self) -> str:
        """How often chance makes such a difference, all metrics looked at together."""
        return p_text(self.found.p_holm)

    @property
    def effect(self) -> str:
        """The difference in standard deviations of the differences."""
        paired = self.found.paired
        return NOTHING if paired is None or paired.effect is None else f"{signed(paired.effect, 2)}"

    @property
    def detectable(self) -> str:
        """The smallest difference that so many rows show four times in five."""
        paired = self.found.paired
        return NOTHING if paired is None or paired.detectable is None else f"±{number(paired.detectable)}"

    @property
    def rows(self) -> str:
        """How many rows changed, of how many."""
        return f"{self.found.n_changed:,} of {self.found.n_paired:,}"

    @property
    def verdict(self) -> str:
        """What the difference comes to, in a word or two."""
        paired, p = self.found.paired, self.found.p_holm
        if paired is None or paired.interval is None or p is None:
            return "cannot be told"
        one_sided = self.found.n_one_sided
        if one_sided > ONE_SIDED * (self.found.n_paired + one_sided):
            return "cannot be told"
        if not self.found.n_changed and not one_sided:
            return "the same"
        if p >= UNLIKELY or paired.interval.low <= 0 <= paired.interval.high:
            return "no clear difference"
        return "better" if (paired.difference > 0) is self.info.higher_is_better else "worse"

    @property
    def sign(self) -> str:
        """An arrow for a clear difference: up is better, whichever way the scores went."""
        return SIGNS.get(self.verdict, "")

    @property
    def tone(self) -> str:
        """The colour of the verdict."""
        return TONES.get(self.verdict, "")

    @property
    def marks(self) -> dict[str, float] | None:
        """Where difference and interval lie on the shared axis, from 0 to 100; no difference is at 50."""
        paired = self.found.paired
        if paired is None or paired.interval is None:
            return None
        ends = {"mean": paired.difference, "low": paired.interval.low, "high": paired.interval.high}
        return {name: round(50 + 48 * end / self.span, 2) for name, end in ends.items()}

    def _mean(self, mean: float) -> str:
        return f"{percent(mean)} {self.found.share_of}" if self.found.share_of else number(mean)


@dataclass(frozen=True)
class Compared:
    """Two results side by side."""

    metrics: list[ComparedMetric]
    differences: list[str]
    remarks: list[str]
    rows: dict[int, int]
    """The earlier row of each row that has one."""
    level: str
    name: str


def compared(after: EvaluationResult, before: EvaluationResult, *, allow_different: bool) -> Compared:
    """`after` against `before`.

    Raises:
        ConfigurationError: a metric was computed differently in both, and `allow_different` is not set.
    """
    found = compare(before, after, allow_different=allow_different)
    intervals = [one.paired.interval for one in found.metrics if one.paired and one.paired.interval]
    span = max((abs(end) for interval in intervals for end in interval[:2]), default=0.0) or 1.0
    return Compared(
        metrics=[ComparedMetric(one, _changed(one, after), span) for one in found.metrics],
        differences=[str(one) for one in found.differences],
        remarks=[one for one in found.remarks() if not one.startswith("not the same")],
        rows={row: earlier for earlier, row in pair_rows(before.dataset, after.dataset).rows},
        level=f"{found.level * 100:g} %",
        name=_name(before),
    )


def _changed(found: MetricComparison, after: EvaluationResult) -> list[Changed]:
    return [
        Changed(
            row=one.row,
            title=title_of(after.dataset[one.row]),
            before=_score(one.before),
            after=_score(one.after),
            change="" if one.change is None else signed(one.change),
            tone=_tone(one, found.info),
            reason_before=cut(why(one.before) or "", 2 * REASON),
            reason_after=cut(why(one.after) or "", 2 * REASON),
        )
        for one in found.changed(CHANGED)
    ]


def _score(cell: Cell) -> str:
    return number(cell.value) if cell.status == "scored" else cell.status.replace("_", " ")


def _tone(one: ChangedRow, info: MetricInfo) -> str:
    if one.change is None:
        return ""
    return "good" if (one.change > 0) is info.higher_is_better else "bad"


def _name(result: EvaluationResult) -> str:
    """What the earlier result is called: by the name of its run, else by its start."""
    run = result.run or {}
    names: Sequence[object] = (run.get("name"), run.get("started"), run.get("id"), "an earlier result")
    return str(next(filter(None, names)))


def signed(value: float, digits: int = 3) -> str:
    """A difference with its sign, a true minus included."""
    text = number(round(abs(value), digits)) if digits == 3 else f"{abs(value):.{digits}f}"
    if not text.strip("0."):
        return text
    return f"{'+' if value > 0 else '−'}{text}"
