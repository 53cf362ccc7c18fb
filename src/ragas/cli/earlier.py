"""Functions of `ragas.cli` under their earlier names and with their earlier arguments."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from ragas.cli import eval_tables
from ragas.cli.eval_file import load_eval_module as _load
from ragas.cli.evals import extract_metrics_from_experiment as _extract
from ragas.cli.exits import told_plainly
from ragas.cli.printing import show

Numbers = Mapping[str, Mapping[str, float]]
"""For each metric its mean under `current`, and that of a baseline under `baseline`."""
Counts = Mapping[str, Mapping[str, Mapping[str, int]]]
"""For each metric how often each word came, in the same way."""


def load_eval_module(eval_path: str) -> ModuleType:
    """The module of a Python file that has been run; leaves with exit code 1 and a message where that fails."""
    with told_plainly():
        return sys.modules[f"ragas_evals_{_load(eval_path).path.stem}"]


def extract_metrics_from_experiment(experiment: Any, metric_fields: Sequence[str]) -> dict[str, list[Any]]:
    """The values of each column; of an `Experiment`, or of any rows with attributes.

    Raises:
        AttributeError: a row has no such column.
    """
    if hasattr(experiment, "to_list"):
        return _extract(experiment, list(metric_fields))
    rows: Iterable[Any] = list(experiment)
    return {field: [getattr(row, field) for row in rows] for field in metric_fields}


def calculate_aggregated_metrics(metrics_data: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, Any]]:
    """For each column its mean, NaN where it has no value, or the counts of its words, under `score`."""
    found = eval_tables.calculate_aggregated_metrics(metrics_data)
    return {name: {"score": math.nan if value is None else value} for name, value in found.items()}


def separate_metrics_by_type(
    current_metrics: Mapping[str, Mapping[str, Any]],
    baseline_metrics: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """What `calculate_aggregated_metrics` gave, means and counts apart, each beside that of the baseline."""
    numbers: dict[str, dict[str, Any]] = {}
    words: dict[str, dict[str, Any]] = {}
    for name, metric in current_metrics.items():
        one = {"current": metric["score"]}
        if baseline_metrics is not None and name in baseline_metrics:
            one["baseline"] = baseline_metrics[name]["score"]
        (words if isinstance(metric["score"], Mapping) else numbers)[name] = one
    return numbers, words


def create_numerical_metrics_table(metrics_data: Numbers, has_baseline: bool = False) -> Table:
    """Means, with a baseline their differences and whether they are let pass."""
    table = Table("Metric", "Current", title="Numerical Metrics")
    if has_baseline:
        for heading in ("Baseline", "Delta", "Gate"):
            table.add_column(heading, justify="right")
    for name, one in metrics_data.items():
        line = [name, f"{one['current']:.3f}"]
        if has_baseline and "baseline" in one:
            delta = one["current"] - one["baseline"]
            gate = "pass" if eval_tables.passes(delta) else "fail"
            line += [f"{one['baseline']:.3f}", f"{_arrow(delta)}{abs(delta):.3f}", gate]
        table.add_row(*line)
    return table


def create_categorical_metrics_table(metrics_data: Counts, has_baseline: bool = False) -> Table:
    """How often each word came, with a baseline also how often it came there."""
    table = Table("Metric", "Category", "Current", title="Categorical Metrics")
    if has_baseline:
        for heading in ("Baseline", "Delta"):
            table.add_column(heading, justify="right")
    for name, one in metrics_data.items():
        now, then = one["current"], one.get("baseline", {})
        for place, word in enumerate(dict.fromkeys([*now, *then])):
            line = [name if place == 0 else "", str(word), str(now.get(word, 0))]
            if has_baseline:
                delta = now.get(word, 0) - then.get(word, 0)
                line += [str(then.get(word, 0)), f"{_arrow(delta)}{abs(delta) or ''}"]
            table.add_row(*line)
    return table


def display_metrics_tables(
    numeric_metrics: Numbers, categorical_metrics: Counts, has_baseline: bool = False
) -> None:
    """Print both tables, each if there is something in it."""
    if numeric_metrics:
        show(create_numerical_metrics_table(numeric_metrics, has_baseline))
    if categorical_metrics:
        show(create_categorical_metrics_table(categorical_metrics, has_baseline))


async def run_experiments(
    project: Any,
    experiment_func: Any,
    dataset_name: str,
    input_data_class: type,
    baseline_name: str | None = None,
    metrics: str | None = None,
    name: str | None = None,
) -> None:
    """Run an object with `run_async` over a dataset of a project, and print its metrics beside those of a baseline."""
    dataset = project.get_dataset(dataset_name=dataset_name, model=input_data_class)
    dataset.load()
    result = await experiment_func.run_async(dataset, name=name)
    fields = [one.strip() for one in (metrics or "").split(",") if one.strip()]
    now = calculate_aggregated_metrics(extract_metrics_from_experiment(result, fields))
    then = None
    if baseline_name is not None:
        earlier = project.get_experiment(baseline_name, model=result.model)
        earlier.load()
        then = calculate_aggregated_metrics(extract_metrics_from_experiment(earlier, fields))
    display_metrics_tables(*separate_metrics_by_type(now, then), then is not None)


def main() -> None:
    """The `ragas` command."""
    from ragas.cli.app import app

    app()


def hello_world(directory: str = ".") -> None:
    """Write the files of a first experiment into a folder."""
    from ragas.cli.hello import hello_command

    hello_command(Path(directory))


def success(text: str) -> None:
    """Print what went well."""
    show(Text(text, style="green"))


def info(text: str) -> None:
    """Print what is to be known."""
    show(Text(text, style="cyan"))


def warning(text: str) -> None:
    """Print what may be wrong."""
    show(Text(text, style="yellow"))


def error(text: str) -> None:
    """Print what is wrong, where errors are printed."""
    typer.echo(text, err=True)


def _arrow(delta: float) -> str:
    return "▲" if delta > 0 else "▼" if delta < 0 else "→"
