"""`ragas metrics`: every metric with what it needs, and what a file allows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
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
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("metric", no_wrap=True)
    table.add_column("columns")
    for heading in ("judge", "embeddings", "reference", "range", "better"):
        table.add_column(heading, no_wrap=True)
    if data:
        table.add_column(data.name)
        rows = sorted(rows, key=lambda row: bool(row["lacks"]))
    for row in rows:
        cells = [
            row["name"],
            ", ".join(row["columns"]),
            *("yes" if row[key] else "no" for key in ("judge", "embeddings", "reference")),
            "{:g} to {:g}".format(*row["range"]),
            "higher" if row["higher_is_better"] else "lower",
        ]
        if data:
            lacks = row["lacks"]
            cells.append(Text(f"lacks {', '.join(lacks)}", style="yellow") if lacks else Text("can run", style="green"))
        table.add_row(*cells)
    console.print(table)
