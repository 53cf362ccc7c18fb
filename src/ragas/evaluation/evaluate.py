"""evaluate() and aevaluate(): score a dataset with metrics."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ragas._version import version as __version__
from ragas.embeddings.adapt import as_embedder
from ragas.embeddings.default import default_embedder
from ragas.engine.event_loop import run_sync
from ragas.engine.ledger import Ledger
from ragas.engine.progress import Progress, make_progress
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.evaluation.callbacks import Callbacks
from ragas.evaluation.defaults import as_dataset, default_metrics
from ragas.evaluation.run import Run
from ragas.evaluation.scorers import SampleScorer, Scorer, as_scorers, check_columns
from ragas.exceptions import InputError
from ragas.llms.adapt import as_judge
from ragas.llms.default import default_judge
from ragas.metrics.base import BaseMetric, Models
from ragas.schema.cells import MetricInfo
from ragas.schema.result import EvaluationResult
from ragas.schema.samples import MultiTurnSample

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Embedder
    from ragas.engine.cache import CacheInterface
    from ragas.engine.executor import Executor
    from ragas.llms.judge import Judge

RAGAS_EVALUATION_CHAIN_NAME = "ragas evaluation"
DEFAULT_CACHE = ".ragas/cache"

logger = logging.getLogger("ragas")


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
        callbacks: LangChain-style handlers; they are told of the run, each row and each metric.
        run_config: deadline, retries and concurrency.
        token_usage_parser: not needed: usage is always counted. Accepted so that old calls run.
        raise_exceptions: raise the first failure instead of keeping it as a cell with its cause.
        column_map: your column names by ours: `{"user_input": "query"}`.
        show_progress: show a progress display.
        batch_size: not needed: rows are streamed. Accepted so that old calls run.
        return_executor: give back an unstarted `Executor` instead of a result.
        cache: keep judge replies: True for `.ragas/cache`, a folder, or a cache of your own.

    Raises:
        InputError: the dataset lacks a column that a metric needs, in every row.
        TypeError: something in `metrics` is not a metric.
        ConfigurationError: the judge or the embeddings are set up wrongly.
    """
    data = as_dataset(dataset, column_map)
    if not len(data):
        raise InputError("The dataset is empty: there is nothing to evaluate.")
    scorers = as_scorers(metrics, default_metrics)
    check_columns(scorers, data.features(), isinstance(data[0], MultiTurnSample))
    models = _models(scorers, llm, embeddings)
    _lend(scorers, models)
    ledger = Ledger()
    progress = _Watched(make_progress(show_progress), _pbar)
    runner = Runner(run_config or RunConfig(), cache=_cache(cache), ledger=ledger, progress=progress)
    handlers = Callbacks(callbacks)
    run = Run(scorers, models, runner, handlers, progress, raise_exceptions)
    if return_executor:
        return run.executor(data.samples, show_progress)
    name = experiment_name or RAGAS_EVALUATION_CHAIN_NAME
    started = datetime.now(UTC)
    progress.start("Evaluating", len(data) * len(scorers))
    try:
        with handlers.chain(name, {"rows": len(data)}) as chain:
            rows = await run.rows(data.samples, chain.id)
            chain.outputs = {"rows": len(rows)}
    finally:
        progress.finish()
    result = EvaluationResult(
        dataset=data,
        cells=rows,
        metrics=[_info(scorer, models) for scorer in scorers],
        usage=_usage(ledger, runner),
        run={
            "id": str(_run_id or chain.id),
            "name": experiment_name,
            "version": __version__,
            "started": started.isoformat(timespec="seconds"),
            "seconds": (datetime.now(UTC) - started).total_seconds(),
        },
    )
    _warn_of_failures(result)
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
) -> EvaluationResult | Executor:
    """Score every sample of `dataset` with every metric, from code that is not async.

    Works in scripts, notebooks and inside a running event loop; there, `await aevaluate(...)` leaves the loop free
    for other work. `allow_nest_asyncio` is accepted so that old calls run: asyncio is never patched. The other
    arguments are those of `aevaluate`.
    """
    return run_sync(
        aevaluate(
            dataset,
            metrics,
            llm,
            embeddings,
            experiment_name,
            callbacks,
            run_config,
            token_usage_parser,
            raise_exceptions,
            column_map,
            show_progress,
            batch_size,
            _run_id,
            _pbar,
            return_executor,
            cache=cache,
        )
    )


class _Watched:
    """A progress display that moves the caller's own bar (`_pbar`) too."""

    def __init__(self, display: Progress, bar: Any) -> None:
        self._display = display
        self._bar = bar
        self.start, self.note, self.finish = display.start, display.note, display.finish

    def advance(self, steps: int = 1) -> None:
        """Say that steps are done."""
        self._display.advance(steps)
        if self._bar is not None:
            self._bar.update(steps)


def _models(scorers: Sequence[Scorer], llm: Any, embeddings: Any) -> Models:
    """The judge and the embedder of the run, built only if some metric has none of its own."""
    judge: Judge | None = None
    embedder: Embedder | None = None
    if any(one.needs_judge and getattr(one.metric, "llm", None) is None for one in scorers):
        judge = as_judge(llm) if llm is not None else default_judge()
        if llm is None:
            hint = f", {judge.caution}" if judge.caution else ""
            logger.warning("No llm was given; the judge is %s%s.", judge.name, hint)
    if any(one.needs_embeddings and getattr(one.metric, "embeddings", None) is None for one in scorers):
        embedder = as_embedder(embeddings) if embeddings is not None else default_embedder(judge)
    return Models(judge, embedder)


def _lend(scorers: Sequence[Scorer], models: Models) -> None:
    """Lend the run's models to first-generation metrics that look for them in their own fields.

    A copy of the metric gets them: the user's own stays as it was, and runs at the same time do not share it.
    """
    for scorer in scorers:
        if not isinstance(scorer, SampleScorer):
            continue
        wanted = {"llm": models.judge, "embeddings": models.embedder}
        lacking = {
            name: model
            for name, model in wanted.items()
            if model is not None and getattr(scorer.metric, name, model) is None
        }
        if lacking:
            scorer.metric = copy(scorer.metric)
            for name, model in lacking.items():
                setattr(scorer.metric, name, model)


def _info(scorer: Scorer, models: Models) -> MetricInfo:
    metric = scorer.metric
    judge = (getattr(metric, "llm", None) or models.judge) if scorer.needs_judge else None
    embedder = (getattr(metric, "embeddings", None) or models.embedder) if scorer.needs_embeddings else None
    signature = metric.signature() if isinstance(metric, BaseMetric) else {"metric": type(metric).__name__}
    return MetricInfo(
        name=scorer.column,
        allowed_values=getattr(metric, "allowed_values", None),
        higher_is_better=getattr(metric, "higher_is_better", True),
        judge=_name(judge),
        caution=getattr(judge, "caution", None),
        embeddings=_name(embedder),
        signature=signature | {"judge": _name(judge), "embeddings": _name(embedder), "version": __version__},
    )


def _name(model: Any) -> str | None:
    return None if model is None else str(getattr(model, "name", "") or type(model).__name__)


def _usage(ledger: Ledger, runner: Runner) -> dict[str, Any]:
    return ledger.total().to_dict() | {
        "by_metric": {name: total.to_dict() for name, total in ledger.by_metric().items()},
        "by_model": {name: total.to_dict() for name, total in ledger.by_model().items()},
        "runner": runner.stats.to_dict(),
    }


def _cache(cache: CacheInterface | str | Path | bool | None) -> CacheInterface | None:
    if cache is None or cache is False:
        return None
    if cache is True or isinstance(cache, (str, Path)):
        from ragas.engine.cache import DiskCacheBackend

        return DiskCacheBackend(DEFAULT_CACHE if cache is True else cache)
    return cache


def _warn_of_failures(result: EvaluationResult) -> None:
    """One warning that says how many cells failed, of which metric, and the first cause of each."""
    parts = []
    for metric, total in result.aggregate().items():
        if total.n_failed:
            first = next(one.cell for one in result.failures() if one.metric == metric)
            parts.append(f"{metric}: {total.n_failed} of {total.n_total} failed, first cause: {first.cause}")
    if parts:
        warnings.warn(
            "Some cells could not be scored and stand outside the means. " + "; ".join(parts),
            UserWarning,
            stacklevel=2,
        )
