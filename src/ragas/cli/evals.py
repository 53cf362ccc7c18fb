"""`ragas evals`: run the experiment of a Python file over a dataset, and compare it with an earlier run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from ragas.cli.exits import CELLS_FAILED, told_plainly
from ragas.cli.options import items
from ragas.cli.printing import show, show_json
from ragas.exceptions import ConfigurationError, InputError
from ragas.metrics.wording import counted

if TYPE_CHECKING:  # the other commands start faster without
    from ragas.experiment import Experiment

SHOWN = 3
"""How many failed rows are shown with their errors."""


def evals_command(
    eval_file: Annotated[Path, typer.Argument(help="A Python file with an @experiment function.")],
    dataset: Annotated[
        str, typer.Option(help="The name of a dataset: one the file makes, or one stored beside it.")
    ],
    metrics: Annotated[
        list[str],
        typer.Option(metavar="COLUMNS", help="The columns of the results to show, separated by commas."),
    ],
    baseline: Annotated[str | None, typer.Option(help="The name of an earlier run to compare with.")] = None,
    name: Annotated[str | None, typer.Option(help="A name for this run; without it a memorable one.")] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on with the run --name: rows that are done stay, failed and missing ones are run.",
        ),
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the run --name, if there is one.")
    ] = False,
    experiment: Annotated[
        str | None, typer.Option(help="Which @experiment function, where the file has several.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Run the experiment in EVAL_FILE over a dataset and show means, or counts of words, of its results.

    A run is kept where the experiment or its dataset is, else in experiments/ beside the file.

    Exit codes: 0 done, 1 could not run, 2 wrong options, 4 some rows failed.
    """
    from ragas.cli.eval_file import load_eval_module
    from ragas.cli.eval_run import EvalRun
    from ragas.cli.eval_tables import display_metrics_tables, figures

    with told_plainly():
        wanted = items(",".join(metrics))
        if not wanted:
            raise ConfigurationError("--metrics names no column of the results.")
        file = load_eval_module(eval_file)
        run = EvalRun(
            file.path,
            file.chosen(experiment),
            file.dataset(dataset),
            name,
            resume=resume,
            overwrite=overwrite,
        )
        run.check_name()
        run.check_columns(wanted)
        before = None if baseline is None else file.earlier(dataset, baseline)
        old = None if before is None else extract_metrics_from_experiment(before, wanted)
        result = run.run(show_progress=not as_json)
        try:
            values = extract_metrics_from_experiment(result, wanted)
        except InputError as error:
            raise InputError(f"{error} {run.kept(result.name)}".rstrip()) from error
        kept_in = run.place(result.name)
        if as_json:
            show_json(
                {
                    "experiment": result.name,
                    "stored": None if kept_in is None else str(kept_in),
                    "rows": len(result),
                    "failed": len(result.failures()),
                    "baseline": baseline,
                    "metrics": figures(values, old),
                }
            )
        else:
            show(Text(_headline(result, dataset, baseline), style="bold"), whole=True)
            display_metrics_tables(values, old)
            _show_failures(result, run.kept(result.name))
            if kept_in is not None:
                show(Text(f"Stored in {_from_here(kept_in)}"), whole=True)
    if result.failures():
        raise typer.Exit(CELLS_FAILED)


def extract_metrics_from_experiment(experiment: Experiment, metrics: list[str]) -> dict[str, list[Any]]:
    """The values of each column, a line for each row; None where a row failed or has nothing.

    Raises:
        InputError: no row has a column, or holds something that is neither a number nor a word.
    """
    from ragas.cli.eval_tables import separate_metrics_by_type
    from ragas.experiment.results import ERROR

    rows = experiment.to_list()
    done = [row for row in rows if row.get(ERROR) is None]
    known = list(dict.fromkeys(name for row in done for name in row if not name.startswith("_")))
    found: dict[str, list[Any]] = {}
    for metric in metrics:
        if done and metric not in known:
            raise InputError(
                f"The results of {experiment.name!r} have no column {metric!r}. They have: {', '.join(known)}."
            )
        found[metric] = [_value(row.get(metric) if row.get(ERROR) is None else None, metric) for row in rows]
    separate_metrics_by_type(found)  # refuses columns that are half numbers, half words
    return found


def _value(value: Any, metric: str) -> Any:
    value = getattr(value, "value", value)
    if isinstance(value, bool):
        return float(value)
    if value is None or isinstance(value, (int, float, str)):
        return None if isinstance(value, float) and not math.isfinite(value) else value
    raise InputError(f"The column {metric!r} holds {type(value).__name__}: neither a number nor a word.")


def _headline(result: Experiment, dataset: str, baseline: str | None) -> str:
    against = f" against {baseline}" if baseline else ""
    return f"{result.name}{against}: {counted(len(result), 'row')} of {dataset}\n"


def _from_here(path: Path) -> Path:
    """A path as one would type it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _show_failures(result: Experiment, kept: str) -> None:
    failures = result.failures()
    for failure in failures[:SHOWN]:
        show(Text(f"row {failure.row} failed: {failure.error}", style="red"))
    if len(failures) > SHOWN:
        show(Text(f"{len(failures) - SHOWN} more rows failed", style="red"))
    if failures and kept:
        show(Text(kept), whole=True)
