"""evaluate() and aevaluate(): score a dataset with metrics."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ragas.engine.run_config import RunConfig
from ragas.engine.token_usage import use_parser
from ragas.evaluation.job import Job
from ragas.schema.complaints import printable
from ragas.schema.result import EvaluationResult

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface
    from ragas.engine.executor import Executor


async def aevaluate(
    dataset: Any,
    metrics: Sequence[Any] | None = None,
    llm: Any = None,
    embeddings: Any = None,
    experiment_name: str | None = None,
    callbacks: Any = None,
    run_config: RunConfig | None = None,
    token_usage_parser: Any = None,
    raise_exceptions: bool = False,
    column_map: dict[str, str] | None = None,
    show_progress: bool = True,
    batch_size: int | None = None,
    _run_id: UUID | None = None,
    _pbar: Any = None,
    return_executor: bool = False,
    *,
    cache: CacheInterface | str | Path | bool | None = None,
    run: str | Path | None = None,
    retry_failed: bool = False,
    repeats: int = 1,
    budget: float | None = None,
    in_ci: bool | None = None,
) -> EvaluationResult | Executor:
    """Score every sample of `dataset` with every metric.

    Args:
        dataset: an `EvaluationDataset`, a list of dicts, a data frame, a Hugging Face dataset, or a file's path.
        metrics: metrics of any kind together; without it answer relevancy, context precision, faithfulness and
            context recall.
        llm: the judge of all metrics that have none: what `llm_factory` gives, "provider:model", "local", a
            LangChain or LlamaIndex model, or a function from prompt to reply. Without it the judge named in
            `RAGAS_LLM`, else OpenAI's when `OPENAI_API_KEY` is set, else the embedded one.
        embeddings: the embeddings of all metrics that have none, likewise.
        experiment_name: a name for the run, shown to callbacks.
        callbacks: LangChain-style handlers; they are told of the run, each row, metric and question to a judge.
        run_config: deadline, retries and concurrency.
        token_usage_parser: counts the tokens of LangChain models and older Ragas LLMs whose usage nobody else can
            read. Usage is counted without it too.
        raise_exceptions: raise the first failure instead of keeping it as a cell with its cause.
        column_map: your column names by ours: `{"user_input": "query"}`.
        show_progress: show a progress display.
        batch_size: not needed: rows are streamed. Accepted so that old calls run.
        return_executor: give back an unstarted `Executor` instead of a result.
        cache: keep judge replies: True for `.ragas/cache`, a folder, or a cache of your own.
        run: a name, or the path of a folder, to keep the run in: every finished cell and judge call is written down
            at once. The same call again goes on where the run broke off; `EvaluationResult.load` reads the folder.
        retry_failed: with `run`, score again what failed.
        repeats: judge every cell so many times; a number is the mean of them, a word the most frequent one.
        budget: US dollars for the whole run, earlier calls of it among them; once they are spent nothing more is sent,
            and the cells left are `skipped`.
        in_ci: changes nothing, and says so. Accepted so that old calls run.

    Raises:
        InputError: the dataset lacks a column that a metric needs, in every row.
        TypeError: something in `metrics` is not a metric.
        ConfigurationError: the judge, the embeddings or the run are set up wrongly.
        RunInUseError: somebody else writes to the folder of the run.
    """
    _warn_of_in_ci(in_ci)
    job = Job.of(
        dataset,
        metrics,
        llm,
        embeddings,
        experiment_name,
        callbacks,
        run_config,
        raise_exceptions,
        column_map,
        show_progress,
        _run_id,
        _pbar,
        cache,
        run=run,
        retry_failed=retry_failed,
        repeats=repeats,
        budget=budget,
    )
    if return_executor:
        return job.executor()
    with use_parser(token_usage_parser):
        result = await job.result()
    warn_of_failures(result)
    return result


def evaluate(
    dataset: Any,
    metrics: Sequence[Any] | None = None,
    llm: Any = None,
    embeddings: Any = None,
    experiment_name: str | None = None,
    callbacks: Any = None,
    run_config: RunConfig | None = None,
    token_usage_parser: Any = None,
    raise_exceptions: bool = False,
    column_map: dict[str, str] | None = None,
    show_progress: bool = True,
    batch_size: int | None = None,
    _run_id: UUID | None = None,
    _pbar: Any = None,
    return_executor: bool = False,
    allow_nest_asyncio: bool = True,
    *,
    cache: CacheInterface | str | Path | bool | None = None,
    run: str | Path | None = None,
    retry_failed: bool = False,
    repeats: int = 1,
    budget: float | None = None,
    in_ci: bool | None = None,
) -> EvaluationResult | Executor:
    """Score every sample of `dataset` with every metric, from code that is not async.

    Works in scripts, notebooks and inside a running event loop; there, `await aevaluate(...)` leaves the loop free
    for other work. `allow_nest_asyncio` is accepted so that old calls run: asyncio is never patched. The other
    arguments are those of `aevaluate`. Ctrl-C raises `RunInterrupted`, which holds what was finished.
    """
    _warn_of_in_ci(in_ci)
    job = Job.of(
        dataset,
        metrics,
        llm,
        embeddings,
        experiment_name,
        callbacks,
        run_config,
        raise_exceptions,
        column_map,
        show_progress,
        _run_id,
        _pbar,
        cache,
        run=run,
        retry_failed=retry_failed,
        repeats=repeats,
        budget=budget,
    )
    if return_executor:
        return job.executor()
    with use_parser(token_usage_parser):
        result = job.result_now()
    warn_of_failures(result)
    return result


def warn_of_failures(result: EvaluationResult) -> None:
    """Warn, on the line that asked for the result, how many cells failed and what came first of each metric."""
    parts = []
    for metric, total in result.aggregate(level=None).items():
        if total.n_failed:
            first = next(one for one in result.failures() if one.metric == metric)
            parts.append(
                f"{metric}: {total.n_failed} of {total.n_total} failed, first cause (row {first.row}): {printable(str(first.cell.cause))}"
            )
    if parts:
        warnings.warn(
            "Some cells could not be scored and stand outside the means. " + "; ".join(parts),
            UserWarning,
            stacklevel=3,
        )


def _warn_of_in_ci(in_ci: bool | None) -> None:
    if in_ci:
        warnings.warn(
            "in_ci=True changes nothing: asking a judge several times is said with repeats=, and a gate for CI is "
            "`ragas gate` or the pytest marker `ragas`.",
            UserWarning,
            stacklevel=3,
        )
