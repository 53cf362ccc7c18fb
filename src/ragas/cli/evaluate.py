"""`ragas evaluate`: score a file of samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

import typer
from rich.text import Text

from ragas.cli.certified import misfits_told
from ragas.cli.exits import CELLS_FAILED, told_plainly
from ragas.cli.metric_choice import check_columns, defaults_for, named
from ragas.cli.options import Map, column_map, joined, read, source
from ragas.cli.printing import show, show_json
from ragas.cli.report import MOST_ROWS, PAGE
from ragas.cli.report import write as write_page
from ragas.cli.run_choice import RunChoice, choose, given_back, where
from ragas.engine.run_config import RunConfig
from ragas.evaluation.job import Job
from ragas.exceptions import InputError, RagasError
from ragas.metrics.wording import counted
from ragas.report.terminal import Folded, ResultTable, WorstRows
from ragas.schema.overview import usage_text
from ragas.schema.paths import expanded
from ragas.schema.result import EvaluationResult
from ragas.schema.stored import is_run

WORKERS = RunConfig().max_workers


def evaluate_command(
    data: Annotated[
        Path,
        typer.Argument(
            help="A .jsonl, .json, .csv or .parquet file with one sample a row; - is JSONL on standard input."
        ),
    ],
    named_metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metrics",
            metavar="NAMES",
            help="Metric names, separated by commas; without it the default ones the columns allow.",
        ),
    ] = None,
    llm: Annotated[
        str | None, typer.Option(help="The judge: provider:model, or local. Without it the configured one.")
    ] = None,
    embeddings: Annotated[
        str | None,
        typer.Option(help="The embeddings: provider:model, or local. Without it the configured ones."),
    ] = None,
    renamed: Map = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for result.json, scores.csv and scores.jsonl.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Score only the first N rows.")] = None,
    run: Annotated[
        str | None,
        typer.Option(help="A name for the run, kept in runs/NAME; without it one of the data and the time."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on with --run NAME, else with the latest unfinished run of DATA, under the options it began with, "
            "where no others are given now.",
        ),
    ] = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="As --resume, and score again what failed.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Keep the run in a folder, or leave nothing behind.")
    ] = True,
    repeats: Annotated[
        int | None,
        typer.Option(min=1, help="Judge every cell N times and take the mean, or the most frequent word."),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(help="US dollars for the whole run; once they are spent, nothing more is sent."),
    ] = None,
    max_workers: Annotated[
        int | None,
        typer.Option(min=1, help=f"How many judge calls may be under way at once; {WORKERS} without it."),
    ] = None,
    cache: Annotated[
        bool | None,
        typer.Option(
            "--cache/--no-cache",
            help="Keep the judge's replies in .ragas/cache, so that no question is paid twice, "
            "not even after an interruption. Without it they are not kept.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON instead of tables.")
    ] = False,
) -> None:
    """Score the samples in DATA and show means with their counts, the worst rows, and what it took.

    Exit codes: 0 done, 1 could not run, 2 wrong options, 4 some cells failed or none was scored.
    """
    columns = column_map(renamed)
    if not keep and (run is not None or resume or retry_failed):
        raise typer.BadParameter(
            "nothing is kept, so there is no run to name or to go on with: leave --run, --resume and --retry-failed out.",
            param_hint="--no-keep",
        )
    with told_plainly():
        choice = choose(data, run, resume=resume or retry_failed) if keep else RunChoice(Path())
        with given_back(choice.path):
            llm, embeddings = choice.said("llm", llm), choice.said("embeddings", embeddings)
            metrics, repeats = (
                choice.said("metrics", joined(named_metrics)),
                choice.said("repeats", repeats) or 1,
            )
            columns, limit = choice.said("columns", columns or None) or {}, choice.said("limit", limit)
            budget, cache = choice.said("budget", budget), bool(choice.said("cache", cache))
            max_workers = choice.said("max_workers", max_workers) or WORKERS
            out = choice.said("out", out)
            dataset = read(data, columns, limit, streamed=keep)
            chosen = named(metrics) if metrics is not None else defaults_for(dataset, llm, data)
            check_columns(dataset, chosen, data)
            if out is not None:
                out = expanded(out)
                _make_folder(out)
            job = Job.of(
                dataset,
                chosen,
                llm,
                embeddings,
                name=None,
                callbacks=None,
                run_config=RunConfig(max_workers=max_workers),
                raise_exceptions=False,
                column_map=None,
                show_progress=not as_json,
                run_id=None,
                bar=None,
                cache=cache,
                run=choice.path if keep else None,
                retry_failed=retry_failed,
                repeats=repeats,
                budget=budget,
                about={
                    "data": where(data),
                    "metrics": metrics or ",".join(metric.name for metric in chosen),
                    "llm": llm,
                    "embeddings": embeddings,
                    "columns": columns,
                    "limit": limit,
                    "cache": cache,
                    "out": None if out is None else str(out.resolve()),
                },
            )
        result = job.result_now()
        folders = [folder for folder in (choice.path if keep else None, out) if folder is not None]
        (_report_json if as_json else _report)(result, data, folders)
    if result.failures() or (result.run or {}).get("state") == "out of budget" or not _any_scored(result):
        raise typer.Exit(CELLS_FAILED)


def _any_scored(result: EvaluationResult) -> bool:
    return any(cell.status == "scored" for row in result.cells for cell in row.values())


def _make_folder(out: Path) -> None:
    """Make the folder before anything is asked and paid.

    Raises:
        InputError: it cannot be made or written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise InputError(f"--out {str(out)!r} cannot be written to: {error.strerror or error}.") from None


def _report(result: EvaluationResult, data: Path, folders: Sequence[Path]) -> None:
    """Tables, then the files: neither a full disk nor a broken output makes the run lose the other."""
    judges = list(dict.fromkeys(info.judge for info in result.metrics if info.judge))
    rows = counted(len(result.dataset), "row")
    title = f"{rows} of {source(data)}, judged by {', '.join(judges) or 'no model'}\n"
    spent = f"\n{usage_text(result.usage or {})}, {(result.run or {}).get('seconds', 0):.1f} s"
    try:
        show(Text(title), whole=True)
        show(ResultTable(result), *misfits_told(result.metrics), WorstRows(result), Folded(Text(spent)))
    finally:
        _write(result, folders, lambda file: show(Text(f"wrote {file}"), whole=True))


def _report_json(result: EvaluationResult, data: Path, folders: Sequence[Path]) -> None:
    """Figures as JSON, also when the files they name could not all be written."""
    files: list[Path] = []
    try:
        _write(result, folders, files.append)
    finally:
        show_json(figures(result, data, files))


def _write(result: EvaluationResult, folders: Sequence[Path], wrote: Callable[[Path], None]) -> None:
    """Write the files and report each once it is there, those of the other folder also where one is full.

    The folder of a run holds the whole result already.

    Raises:
        RagasError: one cannot be written.
    """
    refused = ""
    for folder in folders:
        files: list[tuple[str, Callable[[Path], object]]] = [
            ("scores.csv", result.to_csv),
            ("scores.jsonl", result.to_jsonl),
        ]
        if not is_run(folder):
            files.insert(0, ("result.json", result.save))
        elif len(result.dataset) <= MOST_ROWS:
            files.append((PAGE, partial(write_page, result, folder=folder)))
        for name, write in files:
            try:
                write(folder / name)
            except OSError as error:
                refused = refused or f"{str(folder / name)!r} cannot be written: {error.strerror or error}."
                break
            wrote(folder / name)
    if refused:
        raise RagasError(refused + _way_on(folders))


def _way_on(folders: Sequence[Path]) -> str:
    """How the files are had after all, where a run was kept."""
    kept = next((folder for folder in folders if is_run(folder)), None)
    if kept is None:
        return ""
    return (
        f" The run is whole in {str(kept)!r}. Once there is room, the same command with --run {kept.name} --resume writes "
        f"the files and sends nothing. Elsewhere, `ragas report {kept.name} --out FILE` writes the page, and in Python "
        f"EvaluationResult.load({str(kept)!r}).to_csv(FILE) the table."
    )


def figures(result: EvaluationResult, data: Path, files: list[Path]) -> dict[str, Any]:
    """The figures of a run as plain values."""
    return {
        "data": str(data),
        "rows": len(result.dataset),
        "metrics": {
            info.name: {
                "mean": None if total.mean != total.mean else total.mean,
                "low": total.interval.low if total.interval else None,
                "high": total.interval.high if total.interval else None,
                "interval_of": total.interval_of,
                "scored": total.n_scored,
                "failed": total.n_failed,
                "not_applicable": total.n_not_applicable,
                "skipped": total.n_skipped,
                "judge": info.judge,
                "caution": info.caution,
                "embeddings": info.embeddings,
            }
            for info, total in zip(result.metrics, result.aggregate().values(), strict=True)
        },
        "failures": [
            {"row": row, "metric": metric, "error": cell.error, "cause": cell.cause}
            for row, metric, cell in result.failures()
        ],
        "usage": result.usage,
        "run": result.run,
        "files": [str(file) for file in files],
    }
