"""Two results side by side in the terminal: a line a metric, and the rows that changed most with both reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.report.aligned import aligned, one_line
from ragas.report.page.comparison import ComparedMetric
from ragas.report.terminal import Folded

if TYPE_CHECKING:
    from ragas.schema.comparison import Comparison
    from ragas.schema.metric_comparison import ChangedRow
    from ragas.schema.result import EvaluationResult

STYLES = {"good": "green", "bad": "bold red"}
LONGEST_QUESTION = 200
LONGEST_REASON = 600


class ComparisonTable:
    """One line a metric: both means, their difference with its interval, and what that comes to.

    Where the terminal is too narrow for that, the same in words.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.metrics = [ComparedMetric(one, [], 1.0) for one in comparison.metrics]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = [self._headings(), *map(_figures, self.metrics)]
        if lines := aligned(table, options.max_width, right=frozenset(range(1, 7))):
            yield from lines
        else:
            for one in self.metrics:
                yield Folded(Text(f"{one.found.metric}  ", style="bold") + _verdict(one))
                said = f"{one.before} before, {one.after} after, difference {one.difference} ({one.interval})"
                yield Folded(Text(_typed(f"{said}; p {one.p}, {one.rows} rows changed")), first=2, rest=2)
        yield Text()
        for one in self.metrics:
            if one.verdict == "no clear difference" and one.found.paired and one.found.paired.detectable:
                yield Folded(
                    Text(
                        f"- {one.found.metric}: so many rows show a difference of {one.detectable} or more."
                    ),
                    rest=2,
                )
        for caution, names in self.comparison.cautions.items():
            yield Folded(Text(f"Caution, {names}: {caution}", style="yellow"), rest=2)
        grave = tuple(f"{one.metric}, rows left out" for one in self.comparison.metrics if one.n_one_sided)
        for remark in self.comparison.remarks():
            style = "yellow" if remark.startswith(("not the same", *grave)) else ""
            yield Folded(Text(f"- {remark}", style=style), rest=2)

    def _headings(self) -> list[Text]:
        level = f"{self.comparison.level * 100:g} %"
        names = ("metric", "before", "after", "difference", level, "p", "changed", "")
        return [Text(name, style="bold") for name in names]


class ChangedRows:
    """The rows of each metric that changed most, with question and both reasons."""

    def __init__(self, comparison: Comparison, after: EvaluationResult, rows: int = 3) -> None:
        self.comparison = comparison
        self.after = after
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for one in self.comparison.metrics:
            changed = one.changed(self.rows) if self.rows else []
            if changed:
                yield Text(f"\nChanged most, {one.metric}", style="bold")
            for row in changed:
                yield from self._row(row, options.max_width)

    def _row(self, row: ChangedRow, width: int) -> Iterator[Text | Folded]:
        line = Text(f"  row {row.row:<4} from {_score(row.before.value)} to {_score(row.after.value)}  ")
        asked = getattr(self.after.dataset[row.row], "user_input", None)
        line.append(one_line(asked, LONGEST_QUESTION) if isinstance(asked, str) else "", style="dim")
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
        yield line
        for name, cell in (("before", row.before), ("after", row.after)):
            if cell.reason:
                yield Folded(Text(f"{name}: {one_line(str(cell.reason), LONGEST_REASON)}"), first=6, rest=6)


def _figures(one: ComparedMetric) -> list[Text]:
    figures = (one.found.metric, one.before, one.after, one.difference, one.interval, one.p, one.rows)
    return [*(Text(_typed(figure)) for figure in figures), _verdict(one)]


def _typed(figures: str) -> str:
    """Figures with the minus of the keyboard, which every terminal has and every program reads."""
    return figures.replace("−", "-")


def _verdict(one: ComparedMetric) -> Text:
    return Text(f"{one.sign} {one.verdict}".strip(), style=STYLES.get(one.tone, ""))


def _score(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, (int, float)) else str(value)
