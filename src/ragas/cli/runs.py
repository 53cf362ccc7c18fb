"""`ragas runs`: the runs in the working directory."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.printing import show, show_json
from ragas.cli.run_choice import runs


def runs_command(
    limit: Annotated[int, typer.Option(min=1, help="Show only the latest N.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON instead of a table.")] = False,
) -> None:
    """List the runs in runs/, the latest first."""
    with told_plainly():
        found = [
            {"run": path.name, **{name: manifest.get(name) for name in FACTS}} | _of(manifest)
            for path, manifest in list(runs())[:limit]
        ]
        if as_json:
            show_json(found)
        elif found:
            show(_table(found))
        else:
            show(Text("There are no runs yet. `ragas evaluate DATA` makes one."), whole=True)


FACTS = ("started", "state", "rows", "failed", "seconds")


def _of(manifest: dict[str, Any]) -> dict[str, Any]:
    return {
        "metrics": [info.get("name") for info in manifest.get("metrics", [])],
        "judge": manifest.get("arguments", {}).get("judge"),
        "cost": (manifest.get("usage") or {}).get("cost"),
    }


def _table(found: list[dict[str, Any]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("run", no_wrap=True)
    for name in ("state", "metrics", "judge"):
        table.add_column(name, overflow="fold")
    for name in ("rows", "failed", "cost"):
        table.add_column(name, justify="right")
    for one in found:
        cost = one["cost"]
        table.add_row(
            one["run"],
            one["state"] or "",
            ", ".join(map(str, one["metrics"])),
            one["judge"] or "",
            "" if one["rows"] is None else str(one["rows"]),
            str(one["failed"] or ""),
            "" if cost is None else f"${cost:.4f}",
        )
    return table
