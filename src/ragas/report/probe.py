"""What metrics notice, in the terminal: a line for each fault, a column for each metric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.report.aligned import aligned, one_line
from ragas.report.terminal import Folded

if TYPE_CHECKING:
    from ragas.evaluation.probe import Catch, ProbeReport

NOTHING = "–"
LONGEST = 200


class ProbeTable:
    """The share of mutants each metric notices with its interval; where that is too wide, one table a metric."""

    def __init__(self, report: ProbeReport) -> None:
        self.report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report = self.report
        for name, (n, of) in report.good.items():
            yield Folded(Text(f"{name}: {n} of {of} samples are good enough to spoil"), rest=2)
        yield Text()
        for metric in report.metrics:
            yield from self._metric(metric.name, options.max_width)
            yield Text()
        yield Folded(
            Text(
                f"Caught: the score fell by at least {report.margin:g} of its range, or the word changed. "
                "A harmless change that is caught is a false alarm.",
                style="dim",
            )
        )
        cautions = {(info.judge, info.caution) for info in report.metrics if info.caution}
        for judge, caution in sorted(cautions, key=str):
            yield Folded(Text(f"{judge}: {caution}", style="yellow"), rest=2)

    def _metric(self, name: str, width: int) -> Iterator[Text | Folded]:
        catches = [catch for catch in self.report.catches if catch.metric == name]
        heads = [Text(head, style="bold") for head in (name, "caught", "95 %", "mean fall", "")]
        unread = dict.fromkeys(catch.why for catch in catches if catch.why.startswith("does not read"))
        table = [heads, *(_line(catch) for catch in catches if catch.why not in unread)]
        for why in unread:
            n = sum(catch.why == why for catch in catches)
            table.append(
                [
                    Text(why, style="dim"),
                    Text(NOTHING),
                    Text(""),
                    Text(""),
                    Text(f"{n} not tried", style="dim"),
                ]
            )
        if lines := aligned(table, width, right=frozenset({1, 3})):
            yield from lines
            return
        yield Text(name, style="bold")
        for line in table[1:]:
            said = "; ".join(cell.plain for cell in line[1:] if cell.plain)
            yield Folded(Text(f"{line[0].plain}: {said}"), rest=2)


class Missed:
    """Faults that a metric did not notice and harmless changes that it did, some of each kind."""

    def __init__(self, report: ProbeReport, most: int = 1) -> None:
        self.report, self.most = report, most

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for info in self.report.metrics:
            for harmless, title in ((False, "Not noticed"), (True, "False alarms")):
                yield from self._rows(f"\n{title}, {info.name}", info.name, harmless)

    def _rows(self, title: str, metric: str, harmless: bool) -> Iterator[Text | Folded]:
        shown = False
        for catch in self.report.catches:
            if catch.metric != metric or catch.harmless is not harmless:
                continue
            missed = [one for one in catch.mutants if one.after is not None and one.caught is harmless]
            for mutant in missed[: self.most]:
                if not shown:
                    yield Text(title, style="bold")
                    shown = True
                scores = f"{_score(mutant.before)} to {_score(mutant.after)}"
                line = f"{catch.mutator}, row {mutant.row}, {scores}: {one_line(mutant.did, LONGEST)}"
                yield Folded(Text(line), first=2, rest=6)


def _line(catch: Catch) -> list[Text]:
    mutator = Text(f"{catch.mutator}{' (harmless)' if catch.harmless else ''}")
    if catch.caught is None:
        return [mutator, Text(NOTHING), Text(""), Text(""), Text(catch.why, style="dim")]
    n = sum(mutant.caught for mutant in catch.mutants if mutant.after is not None)
    interval = catch.caught.interval
    between = f"{interval.low:.2f} to {interval.high:.2f}" if interval else ""
    tone = _tone(catch.caught.value, catch.harmless)
    drop = NOTHING if catch.drop is None else f"{catch.drop:.3f}"
    drop = drop.removeprefix("-") if drop.strip("-0.") == "" else drop
    return [mutator, Text(f"{n} of {catch.caught.n}", style=tone), Text(between), Text(drop), Text("")]


def _tone(share: float, harmless: bool) -> str:
    right = 1 - share if harmless else share
    return "green" if right >= 0.8 else "bold red" if right < 0.5 else ""


def _score(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, (int, float)) else str(value)
