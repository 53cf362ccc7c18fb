"""What ten calls say of a judge, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.report.aligned import one_line
from ragas.report.terminal import Folded

if TYPE_CHECKING:
    from ragas.evaluation.judge_check import JudgeCheck

LONGEST = 400


class JudgeCheckTable:
    """A line a call, what went wrong below it, and what it comes to."""

    def __init__(self, check: JudgeCheck) -> None:
        self.check = check

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(len(one.area) for one in self.check.findings)
        told: set[str] = set()
        for one in self.check.findings:
            sign = Text("✓ " if one.passed else "✗ ", style="green" if one.passed else "bold red")
            yield Folded(sign + Text(f"{one.area:<{width}}  {one.tries}"), rest=4)
            if one.said and one.said not in told:  # a model that cannot be asked fails every time alike
                yield Folded(Text(one_line(one.said, LONGEST), style="red"), first=4, rest=4)
            told.add(one.said)
        yield Text()
        style = "green" if self.check.ok else "bold red"
        yield Folded(Text(f"{'✓' if self.check.ok else '✗'} {self.check.verdict}", style=style), rest=2)
