"""One evaluation as set up: the rows, the metrics, the models, and everything that surrounds the calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from ragas._version import version
from ragas.engine.budget import Budget
from ragas.engine.callbacks import Callbacks, ChainType
from ragas.engine.event_loop import run_sync
from ragas.engine.ledger import Ledger
from ragas.engine.priced import refuse_unpriced
from ragas.engine.progress import Progress, make_progress
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.evaluation.defaults import as_source, default_metrics
from ragas.evaluation.folder import RunFolder, State
from ragas.evaluation.run import Row, Run, cause_of, refused_by_budget
from ragas.evaluation.run_models import (
    check_embeddings,
    info_of,
    lend,
    model_name,
    models_asked,
    models_of,
)
from ragas.evaluation.scorers import Sample, as_scorers, check_columns
from ragas.evaluation.spending import RunLedger
from ragas.exceptions import BrokenStreamError, ConfigurationError, InputError, RagasError, RunInterrupted
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult
from ragas.schema.stored import run_facts
from ragas.schema.stream import SampleStream

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface
    from ragas.engine.executor import Executor

RUN_NAME = "ragas evaluation"
DEFAULT_CACHE = ".ragas/cache"


INTERRUPTED = "The run was interrupted before this cell was scored."


@dataclass
class Job:
    """One evaluation, checked and ready to run."""

    source: EvaluationDataset | SampleStream
    run: Run
    metrics: list[MetricInfo]
    progress: Progress
    show_progress: bool
    name: str | None
    run_id: UUID | None

    def __post_init__(self) -> None:
        self.found: dict[int, Row] = {}
        """The rows finished so far, where they are held in memory."""
        self.samples: dict[int, Any] = {}
        """Their samples, where the source can be gone through only once."""
        self.read: int | None = None
        """How many rows the source has, once it was read to its end."""
        self.started = datetime.now(UTC)

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
        *,
        run: str | Path | None = None,
        retry_failed: bool = False,
        repeats: int = 1,
        budget: float | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> Self:
        """The evaluation that these arguments of `evaluate` describe. Nothing is sent yet.

        `about` is written into the run's manifest, for whoever resumes it.

        Raises:
            InputError: the dataset is empty, or lacks a column that a metric needs in every row.
            TypeError: something in `metrics` is not a metric.
            ConfigurationError: the judge, the embeddings or the run are set up wrongly.
            RunInUseError: somebody else writes to the run's folder.
        """
        if not isinstance(repeats, int) or isinstance(repeats, bool) or repeats < 1:
            raise ConfigurationError(
                f"repeats={repeats!r}: how often each cell is judged is a number from 1 on."
            )
        limit = None if budget is None else Budget(budget)
        source = as_source(dataset, column_map, on_disk=run is not None)
        if isinstance(source, EvaluationDataset) and not len(source):
            raise InputError("The dataset is empty: there is nothing to evaluate.")
        scorers = as_scorers(metrics, default_metrics)
        check_columns(scorers, [*source.features(), *source.extra_columns], source.is_multi_turn())
        models = models_of(scorers, llm, embeddings)
        check_embeddings(scorers, models)
        if limit is not None:
            refuse_unpriced(models_asked(scorers, models))
        lend(scorers, llm, embeddings, models)
        infos = [info_of(scorer, models, repeats) for scorer in scorers]
        progress = _Watched(make_progress(show_progress), bar)
        config = run_config or RunConfig()
        folder = None
        if run is not None:
            arguments = {
                "judge": model_name(models.judge),
                "embeddings": model_name(models.embedder),
                "timeout": config.timeout,
                "max_workers": config.max_workers,
                "max_retries": config.max_retries,
                "repeats": repeats,
                "budget": budget,
                **(about or {}),
            }
            folder = RunFolder(
                run,
                infos,
                multi_turn=source.is_multi_turn(),
                arguments=arguments,
                dataset=source.name,
                rows=None if isinstance(source, SampleStream) else len(source),
                retry_failed=retry_failed,
            )
        try:
            ledger = RunLedger(folder.journal) if folder else Ledger()
            if limit is not None:
                limit.begin_with(ledger.by_model())
            runner = Runner(
                config,
                cache=_cache(cache),
                ledger=ledger,
                progress=progress,
                record=folder.calls if folder else None,
                budget=limit,
            )
            chains = Callbacks(callbacks)
            todo = Run(
                scorers, models, runner, chains, progress, raise_exceptions, folder=folder, repeats=repeats
            )
            return cls(source, todo, infos, progress, show_progress, name, run_id)
        except BaseException:
            if folder:
                folder.give_up()
            raise

    def executor(self) -> Executor:
        """An unstarted executor of the scores.

        Raises:
            ConfigurationError: the run has a folder, or the samples are streamed; an executor only holds scores.
        """
        if self.run.folder is not None or isinstance(self.source, SampleStream):
            if self.run.folder is not None:
                self._leave("interrupted", self.run_id)
            raise ConfigurationError(
                "return_executor=True goes with a dataset in memory and without run=: an executor holds only scores."
            )
        return self.run.executor(self.source.samples, self.show_progress)

    async def result(self) -> EvaluationResult:
        """Run it.

        Raises:
            BrokenStreamError: a streamed dataset failed; holds what was finished.
        """
        run, folder = self.run, self.run.folder
        streamed = isinstance(self.source, SampleStream)
        total = None if isinstance(self.source, SampleStream) else len(self.source) * len(run.scorers)
        id: UUID | None = None
        state: State = "interrupted"
        ended_by: BaseException | None = None
        reading = _Reading(self.source)
        try:
            self.progress.start("Evaluating", total)
            facts = {} if isinstance(self.source, SampleStream) else {"rows": len(self.source)}
            with run.callbacks.chain(self.name or RUN_NAME, facts, type=ChainType.EVALUATION) as chain:
                id = self.run_id or chain.id
                count = 0
                refused = False
                async for index, sample, row in run.rows(reading, chain.id):
                    count += 1
                    refused = refused or any(map(refused_by_budget, row.values()))
                    if folder is None or not streamed:
                        self.found[index] = row
                    if folder is None and streamed:
                        self.samples[index] = sample
                chain.outputs = {"rows": count}
            state = "out of budget" if refused else "finished"
            self.read = count
        except BaseException as error:
            ended_by = error
            if error is not reading.error:
                raise
        finally:
            self.progress.finish()
            self._leave(state, id, ended_by)
        if reading.error is not None:
            raise self._broken(reading.row, reading.error, id) from reading.error
        return self._result(state, id)

    def result_now(self) -> EvaluationResult:
        """Run it, from code that is not async.

        Raises:
            RunInterrupted: Ctrl-C; holds what was finished.
        """
        try:
            return run_sync(self.result())
        except KeyboardInterrupt:
            raise self.interrupted() from None

    def interrupted(self) -> RunInterrupted:
        """What Ctrl-C is told as: how much was finished, and where it is."""
        result = self._result("interrupted", self.run_id)
        return RunInterrupted(f"The run was interrupted. {self._finished()}", result)

    def _broken(self, row: int, error: Exception, id: UUID | None) -> BrokenStreamError:
        said = cause_of(error).rstrip(".")
        if not isinstance(error, RagasError):
            said = f"{type(error).__name__}: {said}"
        if not re.match(rf"row {row}\b", said):
            said = f"row {row}: {said}"
        how = ", with data that can be read," if isinstance(error, InputError) else ""
        return BrokenStreamError(f"{said}. {self._finished(how)}", row, self._result("interrupted", id))

    def _finished(self, how: str = "") -> str:
        """How much was finished of a run that ended early, and where it is; `how` it can be gone on with."""
        folder = self.run.folder
        if folder is None:
            done = sum(len(cells) for cells in self.found.values())
            where = "error.result holds them; with run='a name' nothing is lost and the run can go on later"
        else:
            done = sum(folder.index.count(info.name) for info in self.metrics)
            where = (
                f"all of it is in {str(folder.path)!r}. The same call{how} goes on from there; on the command line, "
                "with --resume"
            )
        return f"{done} cells were finished; {where}."

    def _leave(self, state: State, id: UUID | None, ended_by: BaseException | None = None) -> None:
        """Close the folder; that it cannot be written to is told unless something else ended the run."""
        folder = self.run.folder
        if folder is None:
            return
        seconds = (datetime.now(UTC) - self.started).total_seconds()
        try:
            folder.close(state, _usage(self.run.runner), str(id), seconds)
        except OSError as error:
            if ended_by is None:
                raise RagasError(
                    f"The run folder {str(folder.path)!r} cannot be written to: {error.strerror or error}. What was scored "
                    "is in its journal: once there is room, the same call goes on from there."
                ) from None

    def _result(self, state: State, id: UUID | None) -> EvaluationResult:
        folder = self.run.folder
        if isinstance(self.source, EvaluationDataset):
            dataset, cells = self.source, [self._row(index) for index in range(len(self.source))]
        elif folder is not None:
            samples, cells = folder.samples(self.read), folder.cells(self.read)  # type: ignore[assignment]
            dataset = EvaluationDataset(samples, name=self.source.name)  # type: ignore[arg-type]
        else:
            order = sorted(self.found)
            dataset = EvaluationDataset([self.samples[index] for index in order], name=self.source.name)
            cells = [self.found[index] for index in order]
        facts: dict[str, Any] = {
            "id": str(id),
            "name": self.name,
            "version": version,
            "started": self.started.isoformat(timespec="seconds"),
            "seconds": (datetime.now(UTC) - self.started).total_seconds(),
        }
        if state != "finished":
            facts["state"] = state
        if folder is not None:
            facts |= run_facts(folder.manifest, folder.path)
        return EvaluationResult(
            dataset=dataset, cells=cells, metrics=self.metrics, usage=_usage(self.run.runner), run=facts
        )

    def _row(self, index: int) -> Row:
        """The cells of a row, `skipped` where a run that was interrupted did not come to them."""
        if index in self.found:
            return self.found[index]
        skipped = Cell(None, "skipped", cause=INTERRUPTED)
        folder = self.run.folder
        return {info.name: (folder and folder.finished(index, info.name)) or skipped for info in self.metrics}


class _Reading:
    """The samples of a run as they are read: the row that is read, and the error it had."""

    def __init__(self, samples: Iterable[Sample]) -> None:
        self._samples = samples
        self.row = 0
        self.error: Exception | None = None

    def __iter__(self) -> Iterator[Sample]:
        try:
            for sample in self._samples:
                yield sample
                self.row += 1
        except Exception as error:
            self.error = error
            raise


class _Watched:
    """A progress display that moves the caller's own bar (`_pbar`) too."""

    def __init__(self, display: Progress, bar: Any) -> None:
        self._display = display
        self._bar = bar
        self.start, self.note, self.finish = display.start, display.note, display.finish
        if (watch := getattr(display, "watch", None)) is not None:
            self.watch = watch

    def advance(self, steps: int = 1) -> None:
        """Say that steps are done."""
        self._display.advance(steps)
        if self._bar is not None:
            self._bar.update(steps)


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
