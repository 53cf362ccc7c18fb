"""`ragas runs`: the runs in the working directory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.printing import show, show_json
from ragas.cli.run_choice import runs
from ragas.engine.journal import in_use
from ragas.metrics.wording import counted
from ragas.report.aligned import aligned
from ragas.report.terminal import Folded
from ragas.schema.overview import dollars


def runs_command(
    limit: Annotated[int, typer.Option(min=1, help="Show only the latest N.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON instead of a table.")] = False,
) -> None:
    """List the runs in runs/, the latest first."""
    with told_plainly():
        found = [
            {"run": path.name, **{name: manifest.get(name) for name in FACTS}} | _of(path, manifest)
            for path, manifest in list(runs())[:limit]
        ]
        if as_json:
            show_json(found)
        elif found:
            show(RunsTable(found))
        else:
            show(Text("There are no runs yet. `ragas evaluate DATA` makes one."), whole=True)


FACTS = ("started", "state", "rows", "failed", "seconds")


BROKE_OFF = "broke off"
"""The state of a run whose process died before it could write down how the run ended."""


def _of(path: Path, manifest: dict[str, Any]) -> dict[str, Any]:
    broke_off = manifest.get("state") == "running" and not in_use(path)
    return ({"state": BROKE_OFF} if broke_off else {}) | {
        "metrics": [info.get("name") for info in manifest.get("metrics", [])],
        "judge": manifest.get("arguments", {}).get("judge"),
        "cost": (manifest.get("usage") or {}).get("cost"),
    }


class RunsTable:
    """One line a run; where the terminal is too narrow for that, its name on a line and what it is below."""

    def __init__(self, found: Sequence[dict[str, Any]]) -> None:
        self.found = found

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        names = ("run", "state", "metrics", "judge", "rows", "failed", "cost")
        table = [[Text(name, style="bold") for name in names], *map(_figures, self.found)]
        if lines := aligned(table, options.max_width, right=frozenset({4, 5, 6})):
            yield from lines
            return
        for one in self.found:
            yield Text(one["run"], style="bold", overflow="fold")
            for line in _in_words(one):
                yield Folded(Text(line), first=2, rest=4)


def _figures(one: dict[str, Any]) -> list[Text]:
    return [
        Text(one["run"]),
        Text(one["state"] or ""),
        Text(_metrics(one)),
        Text(one["judge"] or ""),
        Text("" if one["rows"] is None else f"{one['rows']:,}"),
        Text(str(one["failed"] or "")),
        Text(_cost(one)),
    ]


def _in_words(one: dict[str, Any]) -> Iterator[str]:
    """The state with the figures, then the metrics with their judge."""
    rows = "" if one["rows"] is None else counted(one["rows"], "row")
    failed = f"{one['failed']} failed" if one["failed"] else ""
    yield ", ".join(filter(None, [one["state"] or "", rows, failed, _cost(one)]))
    judged = f"judged by {one['judge']}" if one["judge"] else ""
    yield ", ".join(filter(None, [_metrics(one), judged]))


def _metrics(one: dict[str, Any]) -> str:
    return ", ".join(map(str, one["metrics"]))


def _cost(one: dict[str, Any]) -> str:
    return "" if one["cost"] is None else dollars(one["cost"])
