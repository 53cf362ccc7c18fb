"""A result in the terminal: a table of metrics, and the worst rows with their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.schema.complaints import printable
from ragas.schema.overview import causes_of, cautions_of, dollars

if TYPE_CHECKING:
    from ragas.schema.cells import Aggregate, MetricInfo
    from ragas.schema.result import EvaluationResult

GOOD, POOR = 0.8, 0.5
NARROWEST = 10
"""The least width text is folded to, however narrow the terminal."""
NOTHING = "–"


class ResultTable:
    """One line a metric: mean with its interval, cells by status, and what the judge was asked and paid.

    Where the terminal is too narrow for a metric's name beside its figures, they stand below it.
    """

    def __init__(self, result: EvaluationResult) -> None:
        self.result = result

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        names = [Text("metric", style="bold"), *(Text(printable(info.name)) for info in self.result.metrics)]
        figures = self._figures()
        room = options.max_width - figures[0].cell_len - 1
        if room < 0:
            yield from self._in_words()
        else:
            width = max((name.cell_len for name in names if name.cell_len <= room), default=0)
            for name, line in zip(names, figures, strict=True):
                if name.cell_len > width:
                    yield Folded(name)
                    name = Text()
                yield Text.assemble(name, " " * (width + 1 - name.cell_len), line)
        for caution, metrics in cautions_of(self.result).items():
            yield Folded(Text(printable(f"* {metrics}: {caution}"), style="yellow"), rest=2)
        for cause in causes_of(self.result):
            yield Folded(Text(printable(f"- {cause}")), rest=2)

    def _figures(self) -> list[Text]:
        """The headings and what stands under them, each line as wide as the others."""
        totals = self.result.aggregate()
        skips = any(total.n_skipped for total in totals.values())
        marks = any(info.caution for info in self.result.metrics)
        headings = [
            "mean",
            "95 %",
            "scored",
            "failed",
            "n/a",
            *["skipped"] * skips,
            "calls",
            "tokens",
            "price",
        ]
        table = [[Text(heading, style="bold") for heading in headings]]
        table[0][0].append(" " * marks)
        for info in self.result.metrics:
            total = totals[info.name]
            table.append(
                [
                    _marked(total.mean, info, " " * marks),
                    Text(_between(total)),
                    Text(f"{total.n_scored} of {total.n_total}"),
                    _count(total.n_failed, "bold red"),
                    _count(total.n_not_applicable),
                    *([_count(total.n_skipped)] if skips else []),
                    *map(Text, _spent(self._usage(info))),
                ]
            )
        widths = [max(cell.cell_len for cell in column) for column in zip(*table, strict=True)]
        return [
            Text(" ").join(
                Text(" " * (width - cell.cell_len)) + cell for cell, width in zip(row, widths, strict=True)
            )
            for row in table
        ]

    def _in_words(self) -> Iterator[Folded]:
        totals: Mapping[str, Aggregate] = self.result.aggregate()
        for info in self.result.metrics:
            yield Folded(Text(printable(info.name), style="bold"))
            calls, tokens, price = _spent(self._usage(info))
            said = _marked(totals[info.name].mean, info)
            said.append(f"  95 % {_between(totals[info.name])}, {totals[info.name].counts}, calls {calls}")
            if tokens != NOTHING:
                said.append(f", tokens {tokens}, price {price}")
            yield Folded(said, first=2, rest=2)

    def _usage(self, info: MetricInfo) -> Mapping[str, Any] | None:
        usage: Mapping[str, Any] | None = (self.result.usage or {}).get("by_metric", {}).get(info.name)
        return usage


class WorstRows:
    """The lowest scored rows of each metric, with the question and the reason; good ones are left out."""

    def __init__(self, result: EvaluationResult, rows: int = 3) -> None:
        self.result = result
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for info in self.result.metrics:
            worst = [
                one for one in self.result.worst(info.name, self.rows) if not _good(one.cell.number, info)
            ]
            if not worst:
                continue
            which = "Lowest" if info.higher_is_better else "Highest"
            yield Text(f"\n{which} {printable(info.name)}", style="bold")
            for row, _, cell in worst:
                line = Text(f"  row {row:<4}")
                line.append(_mean(cell.number), style=_style(cell.number, info))
                line.append(f"  {self._question(row)}", style="dim")
                line.rstrip()
                line.truncate(options.max_width, overflow="ellipsis")
                yield line
                if cell.reason:
                    yield Folded(Text(printable(str(cell.reason))), first=6, rest=6)

    def _question(self, row: int) -> str:
        asked = getattr(self.result.dataset[row], "user_input", None)
        return printable(" ".join(asked.split())) if isinstance(asked, str) else ""


class Folded:
    """A text folded to the terminal: the first line indented by `first`, the others by `rest`.

    No line ends in blanks, which would stay in a file that the output is sent to.
    """

    def __init__(self, text: Text, first: int = 0, rest: int = 0) -> None:
        self.text, self.first, self.rest = text, first, rest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(options.max_width - max(self.first, self.rest), NARROWEST)
        for number, line in enumerate(self.text.wrap(console, width)):
            line.rstrip()
            yield Text(" " * (self.rest if number else self.first)) + line


def _mean(value: float | None) -> str:
    return NOTHING if value is None or value != value else f"{value:.3f}"


def _between(total: Aggregate) -> str:
    """The interval, which for words is that of a share: "pass 0.42–0.88"."""
    if total.interval is None:
        return NOTHING
    word = f"{total.interval_of} " if total.interval_of else ""
    return f"{word}{total.interval.low:.2f}–{total.interval.high:.2f}"


def _marked(mean: float, info: MetricInfo, otherwise: str = "") -> Text:
    """A mean, with a mark if its judge needs a caution."""
    return Text(_mean(mean), style=_style(mean, info)) + Text(
        "*" if info.caution else otherwise, style="yellow"
    )


def _count(number: int, style: str = "") -> Text:
    return Text(str(number), style=style if number else "dim")


def _share(value: float | None, info: MetricInfo) -> float | None:
    """How far a value is on the way from the worst to the best; None where nobody knows these."""
    within = info.bounds
    if value is None or value != value or within is None or within[1] == within[0]:
        return None
    share = (value - within[0]) / (within[1] - within[0])
    return share if info.higher_is_better else 1 - share


def _good(value: float | None, info: MetricInfo) -> bool:
    share = _share(value, info)
    if share is None:  # of a metric that does not tell its range, as most of these have it
        return value == (1.0 if info.higher_is_better else 0.0)
    return share >= GOOD


def _style(value: float | None, info: MetricInfo) -> str:
    share = _share(value, info)
    return "dim" if share is None else "green" if share >= GOOD else "red" if share < POOR else "yellow"


def _spent(usage: Mapping[str, Any] | None) -> tuple[str, str, str]:
    """Calls, tokens and price of a metric; a call whose tokens nobody told makes them unknown, not 0."""
    if not usage or not (usage["calls"] or usage["cached_calls"]):
        return "0", NOTHING, NOTHING
    calls = str(usage["calls"]) + (f" (+{usage['cached_calls']} shared)" if usage["cached_calls"] else "")
    if not usage["calls"]:
        return calls, "0", "$0"
    known = usage["input_tokens"] is not None
    return (
        calls,
        f"{usage['input_tokens'] + (usage['output_tokens'] or 0):,}" if known else "unknown",
        dollars(usage["cost"]) if usage["cost"] is not None else "unknown",
    )
