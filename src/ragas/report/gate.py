"""A gate in the terminal: a line a condition, and the rows that speak against those that are not met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.report.aligned import aligned, one_line
from ragas.report.terminal import Folded
from ragas.schema.complaints import printable

if TYPE_CHECKING:
    from ragas.evaluation.gate_checks import Check, Gate, Outcome
    from ragas.evaluation.gate_scores import Row

SIGNS = {"meets": "✓", "misses": "✗", "unclear": "?", "not measured": "!"}
STYLES = {"meets": "green", "misses": "bold red", "unclear": "yellow", "not measured": "bold red"}
UNCERTIFIED = "*"
"""Stands beside a metric whose judge no certificate speaks for: its figure may be good, and say little."""
NOTHING = "–"
LONGEST_QUESTION = 200
LONGEST_REASON = 600


class GateTable:
    """One line a condition: what came of it, the figure with its interval, and how many samples it is of.

    Where the terminal is too narrow for that, the same in words.
    """

    def __init__(self, gate: Gate) -> None:
        self.gate = gate

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        checks = self.gate.checks
        table = [_headings(self.gate), *map(_figures, checks)]
        if lines := aligned(table, options.max_width, right=frozenset({3, 5})):
            yield from lines
            for check in checks:
                if check.note:
                    sign = (
                        UNCERTIFIED
                        if check.is_uncertified
                        else "-"
                        if check.is_bare
                        else SIGNS[check.outcome]
                    )
                    yield Folded(Text(f"{sign} {check.metric}: {_note(check)}"), rest=2)
        else:
            for check in checks:
                name = check.metric + UNCERTIFIED * check.is_uncertified
                yield Folded(_outcome(check) + Text(f"  {name}", style="bold"))
                yield Folded(Text(_in_words(check)), first=2, rest=2)
        for caution, names in self.gate.cautions.items():
            yield Folded(Text(f"Caution, {names}: {caution}", style="yellow"), rest=2)
        for difference in self.gate.differences:
            yield Folded(Text(f"Not the same in the baseline: {difference}", style="yellow"), rest=2)
        outcome = self.gate.outcome
        yield Text()
        yield Folded(Text(f"{SIGNS[outcome]} {verdict(self.gate)}", style=STYLES[outcome]), rest=2)


class GateRows:
    """For each condition with one of these outcomes the rows that speak most against it, with their reasons."""

    def __init__(self, gate: Gate, outcomes: Sequence[Outcome] = ("misses",), rows: int = 3) -> None:
        self.gate = gate
        self.outcomes = outcomes
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for check in self.gate.checks:
            if check.rows and check.outcome in self.outcomes:
                yield Text()
                yield Folded(Text(f"Worst rows for {check.metric}, {check.condition}", style="bold"), rest=2)
                for row in check.rows[: self.rows]:
                    yield from _row(row, options.max_width)


def verdict(gate: Gate) -> str:
    """What a gate comes to, in a sentence."""
    counts = {outcome: sum(check.outcome == outcome for check in gate.checks) for outcome in SIGNS}
    of = f"of {len(gate.checks)} condition{'s' if len(gate.checks) != 1 else ''}"
    first = {
        "meets": f"The run meets {counts['meets']} {of}",
        "misses": f"The run misses {counts['misses']} {of}",
        "unclear": f"Not enough samples to tell about {counts['unclear']} {of}",
        "not measured": f"{counts['not measured']} {of} could not be measured",
    }[gate.outcome]
    others = [
        f"{counts[outcome]} {said}"
        for outcome, said in (("not measured", "not measured"), ("unclear", "unclear"))
        if counts[outcome] and outcome != gate.outcome
    ]
    return ", ".join([first, *others]) + "."


def gate_text(gate: Gate, *, width: int = 100, rows: int = 3) -> str:
    """Table and rows as plain text, rows also of what is unclear."""
    stream = StringIO()
    console = Console(file=stream, width=width, color_system=None, highlight=False, force_terminal=False)
    console.print(GateTable(gate))
    console.print(GateRows(gate, ("misses", "unclear"), rows))
    return printable(stream.getvalue().rstrip())


def _headings(gate: Gate) -> list[Text]:
    level = "" if gate.confidence is None else f"{gate.confidence * 100:g} %"
    names = ("", "metric", "condition", "is", level, "samples")
    return [Text(name, style="bold") for name in names]


def _figures(check: Check) -> list[Text]:
    measured = check.figure is not None
    return [
        _outcome(check),
        Text(check.metric + UNCERTIFIED * check.is_uncertified),
        Text(check.condition),
        Text(check.figure_text or NOTHING, style=STYLES[check.outcome] if measured else ""),
        Text(check.between or (NOTHING if check.outcome == "not measured" else "")),
        Text(f"{check.n:,} of {check.total:,}"),
    ]


def _outcome(check: Check) -> Text:
    return Text(f"{SIGNS[check.outcome]} {check.outcome}", style=STYLES[check.outcome])


def _in_words(check: Check) -> str:
    parts = [check.condition]
    if check.figure is not None:
        what = "the difference" if check.is_difference else "it"
        between = f" ({check.between})" if check.between else ""
        parts.append(f"{what} is {check.figure_text}{between} on {check.n:,} of {check.total:,} samples")
    return "; ".join([*parts, *([_note(check)] if check.note else [])])


def _note(check: Check) -> str:
    return one_line(check.note, LONGEST_REASON)


def _row(row: Row, width: int) -> Iterator[Text | Folded]:
    scores = _score(row.score)
    if row.row_before is not None:
        scores = f"from {_score(row.score_before)} to {scores}"
    line = Text(f"  row {row.row:<4} {scores}  ")
    line.append(one_line(row.question, LONGEST_QUESTION), style="dim")
    line.rstrip()
    line.truncate(width, overflow="ellipsis")
    yield line
    both = row.row_before is not None
    for name, reason in (("before: ", row.reason_before), ("now: " if both else "", row.reason)):
        if reason:
            yield Folded(Text(f"{name}{one_line(reason, LONGEST_REASON)}"), first=6, rest=6)


def _score(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, (int, float)) else str(value)
