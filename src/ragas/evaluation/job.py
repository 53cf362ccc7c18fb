"""One evaluation as set up: the rows, the metrics, the models, and everything that surrounds the calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from ragas._version import version
from ragas.embeddings.adapt import as_embedder
from ragas.embeddings.default import default_embedder
from ragas.engine.ledger import Ledger
from ragas.engine.progress import Progress, make_progress
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.evaluation.callbacks import Callbacks
from ragas.evaluation.defaults import as_dataset, default_metrics
from ragas.evaluation.run import Run
from ragas.evaluation.scorers import SampleScorer, Scorer, as_scorers, check_columns
from ragas.exceptions import ConfigurationError, InputError
from ragas.llms.adapt import as_judge
from ragas.llms.default import default_judge
from ragas.llms.local import LocalJudge
from ragas.metrics.base import BaseMetric, Models, no_embeddings
from ragas.schema.cells import MetricInfo
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult
from ragas.schema.samples import MultiTurnSample

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Embedder
    from ragas.engine.cache import CacheInterface
    from ragas.engine.executor import Executor
    from ragas.llms.judge import Judge

RUN_NAME = "ragas evaluation"
DEFAULT_CACHE = ".ragas/cache"


@dataclass(frozen=True)
class Job:
    """One evaluation, checked and ready to run."""

    dataset: EvaluationDataset
    run: Run
    progress: Progress
    show_progress: bool
    name: str | None
    run_id: UUID | None

    @classmethod
    def of(
        cls,
        dataset: Any,
        metrics: Sequence[Any] | None,
        llm: Any,
        embeddings: Any,
        name: str | None,
        callbacks: Any,
        run_config: RunConfig | None,
        raise_exceptions: bool,
        column_map: Mapping[str, str] | None,
        show_progress: bool,
        run_id: UUID | None,
        bar: Any,
        cache: CacheInterface | str | Path | bool | None,
    ) -> Self:
        """The evaluation that these arguments of `evaluate` describe. Nothing is sent yet.

        Raises:
            InputError: the dataset is empty, or lacks a column that a metric needs in every row.
            TypeError: something in `metrics` is not a metric.
            ConfigurationError: the judge or the embeddings are set up wrongly.
        """
        data = as_dataset(dataset, column_map)
        if not len(data):
            raise InputError("The dataset is empty: there is nothing to evaluate.")
        scorers = as_scorers(metrics, default_metrics)
        check_columns(scorers, [*data.features(), *data.extra_columns], isinstance(data[0], MultiTurnSample))
        models = _models(scorers, llm, embeddings)
        _check_embeddings(scorers, models)
        _lend(scorers, llm, embeddings, models)
        progress = _Watched(make_progress(show_progress), bar)
        runner = Runner(run_config or RunConfig(), cache=_cache(cache), ledger=Ledger(), progress=progress)
        run = Run(scorers, models, runner, Callbacks(callbacks), progress, raise_exceptions)
        return cls(data, run, progress, show_progress, name, run_id)

    def executor(self) -> Executor:
        """An unstarted executor of the scores."""
        return self.run.executor(self.dataset.samples, self.show_progress)

    async def result(self) -> EvaluationResult:
        """Run it."""
        run = self.run
        started = datetime.now(UTC)
        self.progress.start("Evaluating", len(self.dataset) * len(run.scorers))
        try:
            with run.callbacks.chain(self.name or RUN_NAME, {"rows": len(self.dataset)}) as chain:
                rows = await run.rows(self.dataset.samples, chain.id)
                chain.outputs = {"rows": len(rows)}
        finally:
            self.progress.finish()
        return EvaluationResult(
            dataset=self.dataset,
            cells=rows,
            metrics=[_info(scorer, run.models) for scorer in run.scorers],
            usage=_usage(run.runner),
            run={
                "id": str(self.run_id or chain.id),
                "name": self.name,
                "version": version,
                "started": started.isoformat(timespec="seconds"),
                "seconds": (datetime.now(UTC) - started).total_seconds(),
            },
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
        judge = as_judge(llm) if llm is not None else default_judge(announce=True)
    if any(one.needs_embeddings and getattr(one.metric, "embeddings", None) is None for one in scorers):
        embedder = as_embedder(embeddings) if embeddings is not None else default_embedder(judge)
    return Models(judge, embedder)


def _check_embeddings(scorers: Sequence[Scorer], models: Models) -> None:
    """Refuse, before a judge is asked and paid, a metric that would find no embeddings in the end.

    Raises:
        ConfigurationError: says which metric, and how to get embeddings.
    """
    for scorer in scorers:
        own = getattr(scorer.metric, "embeddings", None)
        judge = getattr(scorer.metric, "llm", None) or models.judge
        answers = not scorer.needs_judge or not isinstance(
            judge, LocalJudge
        )  # else the metric is skipped anyway
        if scorer.needs_embeddings and own is None and models.embedder is None and answers:
            raise ConfigurationError(no_embeddings(scorer.column))


def _lend(scorers: Sequence[Scorer], llm: Any, embeddings: Any, models: Models) -> None:
    """Lend the run's models to first-generation metrics that look for them in their own fields.

    They get the objects the user gave, whose methods they were written for. A copy of the metric gets them: the
    user's own stays as it was, and runs at the same time do not share it.
    """
    for scorer in scorers:
        if not isinstance(scorer, SampleScorer):
            continue
        wanted = {
            "llm": models.judge if llm is None or isinstance(llm, str) else llm,
            "embeddings": models.embedder
            if embeddings is None or isinstance(embeddings, str)
            else embeddings,
        }
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
        signature=signature | {"judge": _name(judge), "embeddings": _name(embedder), "version": version},
    )


def _name(model: Any) -> str | None:
    return None if model is None else str(getattr(model, "name", "") or type(model).__name__)


def _usage(runner: Runner) -> dict[str, Any]:
    ledger = runner.ledger
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
