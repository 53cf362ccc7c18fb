"""The scores of a result as a gate reads them: numbers by metric, and the rows that speak against a condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ragas.schema.cells import Cell, MetricInfo, Value
from ragas.schema.result import EvaluationResult

ROWS = 5
"""How many rows a check names."""
UNFINISHED = ("running", "interrupted")
LONGEST = 200
"""After so many characters a question is cut."""


class Row(NamedTuple):
    """A sample that speaks against a condition; against a drop, with what it was in the baseline."""

    row: int
    question: str
    score: Value | None
    reason: str | None
    row_before: int | None = None
    score_before: Value | None = None
    reason_before: str | None = None


class Pair(NamedTuple):
    """A sample scored in both results: its row in each, and its scores."""

    before: int
    after: int
    old: float
    new: float

    @property
    def change(self) -> float:
        """How much higher the new score is."""
        return self.new - self.old


@dataclass(frozen=True)
class OneSided:
    """Rows that say nothing of one of two results, seen from the other: what it left out must not be a way past a gate.

    `absent` are not there, `lapsed` are not applicable there though the other scored them; `nowhere` are applicable in
    neither, so they count for nothing.
    """

    absent: int = 0
    lapsed: int = 0
    nowhere: int = 0


NO_ROWS = OneSided()


@dataclass
class Column:
    """The scores of one metric. Of scores that are one of two words, the first counts 1 and the other 0."""

    info: MetricInfo
    result: EvaluationResult
    numbers: list[float | None] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    cause: str | None = None
    """Of the first cell that failed or was skipped."""
    words: bool = False
    inapplicable: set[int] = field(default_factory=set)
    """The rows in which there was nothing to score."""

    def add(self, cell: Cell) -> None:
        """Read a cell."""
        self.statuses[cell.status] += 1
        if cell.status == "not_applicable":
            self.inapplicable.add(len(self.numbers))
        if cell.status in ("failed", "skipped"):
            self.cause = self.cause or cell.cause
        if isinstance(cell.value, str):
            self.words = True
            words = self.info.two_words
            self.numbers.append(None if words is None else float(cell.value == words[0]))
        else:
            self.numbers.append(cell.number)

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Lowest and highest number."""
        return (0.0, 1.0) if self.info.two_words else self.info.bounds

    @property
    def n(self) -> int:
        """How many cells have a number."""
        return sum(number is not None for number in self.numbers)

    @property
    def gaps(self) -> str:
        """How many cells have no score: "2 failed, 1 skipped, 5 not applicable"; empty if all have one."""
        return _counts(self.statuses, "failed", "skipped", "not_applicable")

    @property
    def unmeasured(self) -> str:
        """How many cells have no score though they should have one: "2 failed, 1 skipped"; empty if none."""
        return _counts(self.statuses, "failed", "skipped")

    def problem(self, most: float, aside: OneSided = NO_ROWS) -> str:
        """Why the metric cannot be judged by these scores; empty if it can.

        Rows that fail are seldom like the others, so a mean without many of them says little of all; and the first
        rows of a run that broke off are no fair sample of its data. Rows that only the other result has or scored,
        `aside`, count as failed ones.
        """
        if (self.result.run or {}).get("state") in UNFINISHED:
            return "the run broke off before all rows were scored: resume it"
        missing = self.statuses["failed"] + self.statuses["skipped"] + aside.absent + aside.lapsed
        total = len(self.numbers) + aside.absent - aside.nowhere
        if missing > most * total:
            parts = [
                self.unmeasured,
                f"{aside.absent:,} not there" if aside.absent else "",
                f"{aside.lapsed:,} not applicable though scored on the other side" if aside.lapsed else "",
            ]
            cause = f"; the first cause: {self.cause}" if self.cause else ""
            return f"of {total:,} cells {', '.join(filter(None, parts))}{cause}"
        if self.n:
            return ""
        if self.words:
            return "its scores are words, of which there are more than two"
        return "its scores are no numbers" if self.statuses["scored"] else "no cell was scored"


def columns(result: EvaluationResult, metrics: Sequence[MetricInfo]) -> dict[str, Column]:
    """The scores of some metrics. All rows are read once, because they may be on disk."""
    found = {info.name: Column(info, result) for info in metrics}
    for cells in result.cells:
        for name, column in found.items():
            column.add(cells[name])
    return found


def lowest(column: Column, limit: float, above: bool) -> tuple[Row, ...]:
    """The rows furthest on the wrong side of a limit."""
    sign = 1 if above else -1
    wrong = sorted(
        (sign * number, row)
        for row, number in enumerate(column.numbers)
        if number is not None and sign * number < sign * limit
    )
    return tuple(_row(column, row) for _, row in wrong[:ROWS])


def most_changed(before: Column, after: Column, pairs: Sequence[Pair]) -> tuple[Row, ...]:
    """The rows that became worse, those first that did most."""
    sign = 1 if after.info.higher_is_better else -1
    worse = sorted(  # changes that differ by rounding only stand in the order of the rows
        (pair for pair in pairs if round(sign * pair.change, 9) < 0),
        key=lambda pair: (round(sign * pair.change, 9), pair.after),
    )
    return tuple(_row_of_both(before, after, pair) for pair in worse[:ROWS])


def _counts(statuses: Counter[str], *names: str) -> str:
    """How many cells have each of these statuses: "2 failed, 1 skipped"."""
    return ", ".join(f"{statuses[name]:,} {name.replace('_', ' ')}" for name in names if statuses[name])


def _row(column: Column, row: int) -> Row:
    cell = column.result.cells[row][column.info.name]
    return Row(row, _question(column.result.dataset[row]), cell.value, cell.reason)


def _row_of_both(before: Column, after: Column, pair: Pair) -> Row:
    old = before.result.cells[pair.before][before.info.name]
    now = _row(after, pair.after)
    return now._replace(row_before=pair.before, score_before=old.value, reason_before=old.reason)


def _question(sample: Any) -> str:
    """What was asked: of a conversation, what was said first."""
    asked = sample.user_input
    if isinstance(asked, list):
        asked = asked[0].content if asked else None
    text = " ".join(asked.split()) if isinstance(asked, str) else ""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
