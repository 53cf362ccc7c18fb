"""A result in the terminal: a table of metrics, and the worst rows with their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ragas.schema.overview import causes_of, cautions_of

if TYPE_CHECKING:
    from ragas.schema.result import EvaluationResult

GOOD, POOR = 0.8, 0.5
QUESTION_SHOWN = 70
NOTHING = "–"


class ResultTable:
    """One line a metric: mean, cells by status, and what the judge was asked and paid."""

    def __init__(self, result: EvaluationResult) -> None:
        self.result = result

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        totals = self.result.aggregate()
        spent = (self.result.usage or {}).get("by_metric", {})
        skips = any(total.n_skipped for total in totals.values())
        table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold", collapse_padding=True)
        table.add_column("metric", overflow="fold", min_width=24)
        for heading in (
            "mean",
            "scored",
            "failed",
            "n/a",
            *(["skipped"] if skips else []),
            "calls",
            "tokens",
            "price",
        ):
            table.add_column(heading, justify="right", no_wrap=True)
        for info in self.result.metrics:
            total = totals[info.name]
            table.add_row(
                Text(info.name),
                Text(_mean(total.mean), style=_style(total.mean, info.bounds, info.higher_is_better))
                + Text("*" if info.caution else " ", style="yellow"),
                f"{total.n_scored} of {total.n_total}",
                _count(total.n_failed, "bold red"),
                _count(total.n_not_applicable),
                *([_count(total.n_skipped)] if skips else []),
                *_spent(spent.get(info.name)),
            )
        yield table
        for caution, names in cautions_of(self.result).items():
            yield Text(f"* {names}: {caution}", style="yellow")
        for cause in causes_of(self.result):
            yield Text(f"- {cause}")


class WorstRows:
    """The lowest scored rows of each metric, with the question and the reason."""

    def __init__(self, result: EvaluationResult, rows: int = 3) -> None:
        self.result = result
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for info in self.result.metrics:
            best = (info.bounds or (0.0, 1.0))[1 if info.higher_is_better else 0]
            worst = [one for one in self.result.worst(info.name, self.rows) if one.cell.number != best]
            if not worst:
                continue
            yield Text(
                f"\nLowest {info.name}" if info.higher_is_better else f"\nHighest {info.name}", style="bold"
            )
            for row, _, cell in worst:
                line = Text(f"row {row:<4}")
                line.append(_mean(cell.number), style=_style(cell.number, info.bounds, info.higher_is_better))
                line.append(f"  {self._question(row)}", style="dim")
                yield Padding(line, (0, 0, 0, 2))
                if cell.reason:
                    yield Padding(Text(cell.reason), (0, 0, 0, 6))

    def _question(self, row: int) -> str:
        asked = getattr(self.result.dataset[row], "user_input", None)
        text = " ".join(asked.split()) if isinstance(asked, str) else ""
        return text if len(text) <= QUESTION_SHOWN else f"{text[: QUESTION_SHOWN - 1]}…"


def _mean(value: float | None) -> str:
    return NOTHING if value is None or value != value else f"{value:.3f}"


def _count(number: int, style: str = "") -> Text:
    return Text(str(number), style=style if number else "dim")


def _style(value: float | None, within: tuple[float, float] | None, higher_is_better: bool) -> str:
    if value is None or value != value or within is None or within[1] == within[0]:
        return "dim"
    share = (value - within[0]) / (within[1] - within[0])
    share = share if higher_is_better else 1 - share
    return "green" if share >= GOOD else "red" if share < POOR else "yellow"


def _spent(usage: Mapping[str, Any] | None) -> Iterator[str]:
    """Calls, tokens and price of a metric; a call whose tokens nobody told makes them unknown, not 0."""
    if not usage or not (usage["calls"] or usage["cached_calls"]):
        yield from ("0", NOTHING, NOTHING)
        return
    yield str(usage["calls"]) + (f" (+{usage['cached_calls']} shared)" if usage["cached_calls"] else "")
    if not usage["calls"]:
        yield from ("0", "$0")
        return
    known = usage["input_tokens"] is not None
    yield f"{usage['input_tokens'] + (usage['output_tokens'] or 0):,}" if known else "unknown"
    yield f"${usage['cost']:.4f}" if usage["cost"] is not None else "unknown"
