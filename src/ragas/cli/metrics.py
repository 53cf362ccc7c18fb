"""`ragas metrics`: every metric with what it needs, and what a file allows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.metrics.catalogue import Entry, catalogue
from ragas.schema.dataset import EvaluationDataset

ROWS_READ = 100


def metrics_command(
    data: Annotated[
        Path | None, typer.Argument(help="A file of samples: says which metrics its columns allow.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List every metric with the columns it needs; with DATA, which can be run on it and what the others lack."""
    with told_plainly():
        present = set(EvaluationDataset.load(data, limit=ROWS_READ).features()) if data else None
        rows = [describe(entry, present) for entry in catalogue()]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
    else:
        _show(rows, data)


def describe(entry: Entry, present: set[str] | None = None) -> dict[str, Any]:
    """What a metric needs, as plain values; with the columns of a file also what is lacking."""
    metric = entry.metric
    described = {
        "name": entry.name,
        "class": entry.metric_class.__name__,
        "summary": entry.summary,
        "columns": entry.required,
        "optional_columns": entry.optional,
        "judge": metric.needs_judge,
        "embeddings": metric.needs_embeddings,
        "reference": entry.needs_reference,
        "range": list(metric.allowed_values),
        "higher_is_better": metric.higher_is_better,
    }
    if present is not None:
        described["lacks"] = [name for name in entry.required if name not in present]
    return described


def _show(rows: list[dict[str, Any]], data: Path | None) -> None:
    console = Console(highlight=False)
    if data is None:
        _list(console, rows)
    else:
        possible = [row for row in rows if not row["lacks"]]
        others = [row for row in rows if row["lacks"]]
        console.print(Text(f"Can be run on {data.name}", style="bold green"))
        _list(console, possible)
        if others:
            console.print(Text(f"\nNot on {data.name}", style="bold yellow"))
            _list(console, others)
    console.print(Text("\n↑ higher is better, ↓ lower is better. `?` marks an optional column.", style="dim"))


def _list(console: Console, rows: list[dict[str, Any]]) -> None:
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        low, high = row["range"]
        needs = [key for key in ("judge", "embeddings", "reference") if row[key]]
        line = Text(f"  {row['name']:<{width}}", style="bold")
        line.append(f"  {low:g} to {high:g} {'↑' if row['higher_is_better'] else '↓'}", style="not bold")
        line.append(f"  {' + '.join(needs) or 'nothing else'}", style="not bold cyan")
        console.print(line)
        columns = [*row["columns"], *(f"{name}?" for name in row["optional_columns"])]
        console.print(Text(f"      {', '.join(columns)}", style="dim"))
        if row.get("lacks"):
            console.print(Text(f"      lacks {', '.join(row['lacks'])}", style="yellow"))
