"""`ragas evaluate`: score a file of samples."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ragas.cli.exits import CELLS_FAILED, told_plainly
from ragas.engine.run_config import RunConfig
from ragas.evaluation.defaults import as_dataset, default_metrics
from ragas.evaluation.evaluate import evaluate
from ragas.exceptions import InputError
from ragas.llms.default import default_judge_name
from ragas.metrics.base import BaseMetric
from ragas.metrics.catalogue import metrics_named
from ragas.metrics.collections import AnswerRelevancy
from ragas.metrics.wording import counted
from ragas.report.terminal import ResultTable, WorstRows
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.overview import usage_text
from ragas.schema.result import EvaluationResult


def evaluate_command(
    data: Annotated[
        Path, typer.Argument(help="A .jsonl, .json, .csv or .parquet file with one sample a row.")
    ],
    metrics: Annotated[
        str | None,
        typer.Option(
            help="Metric names, separated by commas; without it the default ones the columns allow."
        ),
    ] = None,
    llm: Annotated[
        str | None, typer.Option(help="The judge: provider:model, or local. Without it the configured one.")
    ] = None,
    embeddings: Annotated[
        str | None,
        typer.Option(help="The embeddings: provider:model, or local. Without it the configured ones."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for result.json, scores.csv and scores.jsonl.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Score only the first N rows.")] = None,
    max_workers: Annotated[
        int, typer.Option(min=1, help="How many judge calls may be under way at once.")
    ] = 16,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON instead of tables.")
    ] = False,
) -> None:
    """Score the samples in DATA and show means with their counts, the worst rows, and what it took.

    Exit codes: 0 done, 1 could not run, 2 wrong options, 4 some cells failed.
    """
    with told_plainly():
        dataset = _read(data, limit)
        chosen = metrics_named(_split(metrics)) if metrics is not None else _defaults_for(dataset, llm)
        if out is not None:
            _make_folder(out)
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", "Some cells could not be scored", UserWarning
            )  # the table says it
            result = evaluate(
                dataset,
                chosen,
                llm=llm,
                embeddings=embeddings,
                run_config=RunConfig(max_workers=max_workers),
                show_progress=not as_json,
            )
        assert isinstance(result, EvaluationResult)  # an executor comes only on request
        files = _write(result, out) if out else []
    if as_json:
        typer.echo(json.dumps(figures(result, data, files), ensure_ascii=False, indent=2))
    else:
        _show(result, data, files)
    if result.failures():
        raise typer.Exit(CELLS_FAILED)


def _read(data: Path, limit: int | None) -> EvaluationDataset:
    dataset = EvaluationDataset.load(data, limit=limit)
    if not len(dataset):
        raise InputError(f"{data} holds no samples.")
    return as_dataset(dataset)


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _defaults_for(dataset: EvaluationDataset, llm: str | None) -> list[BaseMetric]:
    """The default metrics whose columns are there and which the judge can answer.

    Raises:
        InputError: the columns allow none of them.
    """
    present = set(dataset.features())
    possible = [metric for metric in default_metrics() if present >= set(metric.required_columns)]
    if (llm or default_judge_name()) == "local":  # it writes nothing, so it cannot generate questions
        possible = [metric for metric in possible if not isinstance(metric, AnswerRelevancy)]
    if not possible:
        raise InputError(
            f"The columns {', '.join(sorted(present))} allow none of the default metrics. "
            "`ragas metrics DATA` says what each metric lacks; name the ones to run with --metrics."
        )
    return possible


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


def _write(result: EvaluationResult, out: Path) -> list[Path]:
    files = [result.save(out), out / "scores.csv", out / "scores.jsonl"]
    result.to_csv(files[1])
    result.to_jsonl(files[2])
    return files


def _show(result: EvaluationResult, data: Path, files: list[Path]) -> None:
    console = Console(highlight=False)
    judges = list(dict.fromkeys(info.judge for info in result.metrics if info.judge))
    title = f"{counted(len(result.dataset), 'row')} of {data}, judged by {', '.join(judges) or 'no model'}\n"
    console.print(Text(title), soft_wrap=True)
    console.print(ResultTable(result))
    console.print(WorstRows(result))
    console.print(Text(f"\n{usage_text(result.usage or {})}, {(result.run or {}).get('seconds', 0):.1f} s"))
    for file in files:
        console.print(Text(f"wrote {file}"), soft_wrap=True)  # a path that is cut cannot be copied


def figures(result: EvaluationResult, data: Path, files: list[Path]) -> dict[str, Any]:
    """The figures of a run as plain values."""
    return {
        "data": str(data),
        "rows": len(result.dataset),
        "metrics": {
            info.name: {
                "mean": None if total.mean != total.mean else total.mean,
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
