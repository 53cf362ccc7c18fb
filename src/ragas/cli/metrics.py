"""`ragas metrics`: every metric with what it needs, and what a file allows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.options import Map, column_map, read, source
from ragas.cli.printing import show, show_json
from ragas.metrics.catalogue import Entry, catalogue
from ragas.report.terminal import Folded
from ragas.schema.cells import MetricInfo

ROWS_READ = 100


def metrics_command(
    data: Annotated[
        Path | None,
        typer.Argument(
            help="A file of samples: says which metrics its columns allow; - is JSONL on standard input."
        ),
    ] = None,
    renamed: Map = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List every metric with the columns it needs; with DATA, which can be run on it and what the others lack."""
    columns = column_map(renamed)
    with told_plainly():
        present = _present(data, columns) if data else None
        rows = [describe(entry, present) for entry in catalogue()]
        if as_json:
            show_json(rows)
        else:
            _show(rows, data)


CONVERSATION = "user_input (a conversation)"


def _present(data: Path, columns: dict[str, str]) -> set[str]:
    """The columns of a file, as `_needed` names them."""
    dataset = read(data, columns, ROWS_READ)
    found = {*dataset.features(), *dataset.extra_columns}
    if dataset.is_multi_turn():
        found.add(CONVERSATION)
    return found


def _needed(row: dict[str, Any]) -> list[str]:
    """The required columns, with a word on `user_input` where it must be a conversation."""
    return [CONVERSATION if row["conversation"] and name == "user_input" else name for name in row["columns"]]


def describe(entry: Entry, present: set[str] | None = None) -> dict[str, Any]:
    """What a metric needs, as plain values; with the columns of a file also what is lacking."""
    metric = entry.metric
    described = {
        "name": entry.name,
        "class": entry.metric_class.__name__,
        "summary": entry.summary,
        "columns": entry.required,
        "optional_columns": entry.optional,
        "conversation": entry.of_conversations,
        "judge": metric.needs_judge,
        "embeddings": metric.needs_embeddings,
        "reference": entry.needs_reference,
        "range": list(MetricInfo(entry.name, metric.allowed_values).allowed_values or ()),
        "higher_is_better": metric.higher_is_better,
    }
    if present is not None:
        described["lacks"] = [name for name in _needed(described) if name not in present]
    return described


def _show(rows: list[dict[str, Any]], data: Path | None) -> None:
    if data is None:
        show(MetricList(rows))
    else:
        name = Path(source(data)).name
        others = [row for row in rows if row["lacks"]]
        show(
            Text(f"Can be run on {name}", style="bold green"), MetricList([r for r in rows if not r["lacks"]])
        )
        if others:
            show(Text(f"\nNot on {name}", style="bold yellow"), MetricList(others))
    legend = "\n↑ higher is better, ↓ lower is better. `?` marks an optional column."
    show(Folded(Text(legend, style="dim")))


class MetricList:
    """Metrics with their ranges and what they need, folded to the terminal."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max((len(row["name"]) for row in self.rows), default=0)
        for row in self.rows:
            needs = [key for key in ("judge", "embeddings", "reference") if row[key]]
            line = Text(f"{row['name']:<{width}}", style="bold")
            line.append(
                f"  {_range(row['range'])} {'↑' if row['higher_is_better'] else '↓'}", style="not bold"
            )
            line.append(f"  {' + '.join(needs) or 'nothing else'}", style="not bold cyan")
            columns = [*_needed(row), *(f"{name}?" for name in row["optional_columns"])]
            parts = [(line, 2), (Text(", ".join(columns), style="dim"), 6)]
            if row.get("lacks"):
                parts.append((Text(f"lacks {', '.join(row['lacks'])}", style="yellow"), 6))
            for text, indent in parts:
                yield Folded(text, first=indent, rest=6)


def _range(values: Sequence[float | str]) -> str:
    """The range of a score, or the words it can be; nothing where it has no bounds."""
    if not values:
        return "any score"
    if len(values) == 2 and not any(isinstance(value, str) for value in values):
        return f"{values[0]:g} to {values[1]:g}"
    return ", ".join(map(str, values))
