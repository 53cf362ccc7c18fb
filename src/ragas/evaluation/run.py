"""One run: every metric on every row, failures kept as cells with a cause."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from uuid import UUID

from ragas.engine.callbacks import Callbacks, Chain, ChainType
from ragas.engine.deadline import DeadlinePassed, within
from ragas.engine.executor import Executor, stream
from ragas.engine.ledger import use_cell
from ragas.engine.progress import Progress
from ragas.engine.request import use_sample
from ragas.engine.runner import Runner, use_runner
from ragas.engine.side_loop import on_side_loop
from ragas.evaluation.folder import RunFolder
from ragas.evaluation.repeats import combined
from ragas.evaluation.scorers import Sample, Scorer
from ragas.exceptions import (
    BudgetSpentError,
    EmptyInputError,
    InputError,
    JudgeTimeoutError,
    UnsupportedStepError,
)
from ragas.metrics.base import Models, use_models
from ragas.metrics.result import MetricResult
from ragas.schema.cells import Cell, Value

Row = dict[str, Cell]
T = TypeVar("T")

DEADLINES_OF_A_CELL = 3
"""How many deadlines of a call a metric that is not ours may take for a sample."""

LONGEST_CAUSE = 2000

NOT_FAILURES = (EmptyInputError, UnsupportedStepError, BudgetSpentError)
"""Why a cell has no score although nothing went wrong."""

BLOCK = 16
"""How many rows are scored in one go where no metric waits for anything; after it, others get their turn."""


@dataclass(frozen=True)
class Run:
    """What every cell of a run needs."""

    scorers: Sequence[Scorer]
    models: Models
    runner: Runner
    callbacks: Callbacks
    progress: Progress
    raise_exceptions: bool = False
    folder: RunFolder | None = None
    repeats: int = 1

    async def rows(
        self, samples: Iterable[Sample], parent: UUID | None
    ) -> AsyncIterator[tuple[int, Sample, Row]]:
        """The cells of every sample with its number, in the order in which they are finished."""

        async def work(block: Sequence[tuple[int, Sample]]) -> list[tuple[int, Sample, Row]]:
            return [(index, sample, await self._row(index, sample, parent)) for index, sample in block]

        blocks = _blocks(enumerate(samples), 1 if any(one.waits for one in self.scorers) else BLOCK)
        with use_runner(self.runner), use_models(self.models):
            limit = self.runner.config.max_workers
            # The runner caps the calls of our metrics, so that more rows only find the slots that stand idle.
            if all(one.ours for one in self.scorers):
                limit *= 2
            async for _, rows in stream(blocks, work, limit=limit, ordered=False):
                if isinstance(rows, BaseException):
                    raise rows
                for row in rows:
                    yield row

    def executor(self, samples: Sequence[Sample], show_progress: bool = True) -> Executor:
        """An unstarted executor whose results are the scores, row after row, NaN where there is none."""
        executor = Executor(
            "Evaluating",
            show_progress=show_progress,
            raise_exceptions=self.raise_exceptions,
            run_config=self.runner.config,
        )

        async def score(index: int, sample: Sample, scorer: Scorer) -> Value:
            with use_runner(self.runner), use_models(self.models):
                return (await self._cell(index, sample, scorer, None)).score

        for index, sample in enumerate(samples):
            for scorer in self.scorers:
                executor.submit(score, index, sample, scorer, name=f"{scorer.column}-{index}")
        return executor

    async def _row(self, index: int, sample: Sample, parent: UUID | None) -> Row:
        inputs = sample.to_dict() if self.callbacks.handlers else {}
        if self.folder is not None:
            self.folder.begin(index, sample)
        with self.callbacks.chain(
            f"row {index}", inputs, parent, type=ChainType.ROW, row_index=index
        ) as chain:
            waiting = {
                one.column: asyncio.ensure_future(self._cell(index, sample, one, chain))
                for one in self.scorers
                if one.waits
            }
            try:
                row = {
                    one.column: await self._cell(index, sample, one, chain)
                    for one in self.scorers
                    if not one.waits
                }
                if waiting:
                    row.update(zip(waiting, await asyncio.gather(*waiting.values()), strict=True))
            except BaseException:  # the run ends here: what nobody waits for is not to be asked and paid
                for cell in waiting.values():
                    cell.cancel()
                raise
            row = {one.column: row[one.column] for one in self.scorers}
            chain.outputs = {name: cell.value for name, cell in row.items()}
            self.runner.ledger.settle(index)
            return row

    async def _cell(self, index: int, sample: Sample, scorer: Scorer, parent: Chain | None) -> Cell:
        name = scorer.column
        if self.folder is not None and (earlier := self.folder.finished(index, name)) is not None:
            self.progress.advance()
            return earlier
        if self.repeats == 1:
            cell = await self._judged(index, sample, scorer, parent)
        else:
            cell = combined(await self._several(index, sample, scorer, parent))
        self.progress.advance()
        booked = self.runner.ledger.booked(index, name)
        if booked:
            cell = replace(cell, usage=self.runner.ledger.by_cell(index, name).known())
        if self.folder is not None and not refused_by_budget(cell):
            self.folder.keep(index, name, cell, booked)
        return cell

    async def _several(self, index: int, sample: Sample, scorer: Scorer, parent: Chain | None) -> list[Cell]:
        """The cell judged as often as was asked for, each time anew; one that the budget cuts short has no score yet."""
        cells: list[Cell] = []
        for number in range(self.repeats):
            with use_sample(number):
                cells.append(await self._judged(index, sample, scorer, parent))
            if refused_by_budget(cells[-1]):
                return cells[-1:]
        return cells

    async def _judged(self, index: int, sample: Sample, scorer: Scorer, parent: Chain | None) -> Cell:
        started = time.perf_counter()
        try:
            metric = self.callbacks.chain(scorer.column, {}, parent, type=ChainType.METRIC)
            with use_cell(index, scorer.column), metric as chain, chain.questions():
                result = await self._result(scorer, sample)
                chain.outputs = {"output": result.value}
            return scored(result, seconds=time.perf_counter() - started)
        except Exception as error:
            if self.raise_exceptions and not isinstance(error, NOT_FAILURES):
                error.add_note(f"{scorer.column}, row {index}")
                raise
            return unscored(error, index, seconds=time.perf_counter() - started)

    async def _result(self, scorer: Scorer, sample: Sample) -> MetricResult:
        """The result, in bounded time also when the metric is someone else's code that never returns."""
        if scorer.ours:
            return await scorer.score(sample)
        timeout = self.runner.config.timeout
        seconds = None if timeout is None else timeout * DEADLINES_OF_A_CELL
        try:
            return await within(seconds, lambda: on_side_loop(lambda: scorer.score(sample)))
        except DeadlinePassed:
            raise JudgeTimeoutError(
                f"The metric gave no result within {seconds:g} s (3 times the timeout)."
            ) from None


def _blocks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items, `size` at a time; those before a bad one come before its error."""
    block: list[T] = []
    try:
        for item in items:
            block.append(item)
            if len(block) == size:
                yield block
                block = []
    except Exception:
        if block:
            yield block
        raise
    if block:
        yield block


def scored(result: MetricResult, seconds: float | None = None) -> Cell:
    """The cell of a result. A value that is none is a failure unless the metric says there is nothing to score."""
    value, traces = result.value, result.traces
    if result.status == "not_applicable":
        return Cell(None, "not_applicable", cause=result.reason, traces=traces, seconds=seconds)
    try:
        return Cell(value, "scored", reason=result.reason, traces=traces, seconds=seconds)
    except InputError as error:
        cause = result.reason if value is None and result.reason else str(error)
        return Cell(None, "failed", cause=cause, traces=traces, seconds=seconds)


def unscored(error: Exception, row: int, seconds: float | None = None) -> Cell:
    """The cell of a score that could not be made, with the cause."""
    if isinstance(error, EmptyInputError):
        return Cell(None, "not_applicable", cause=str(error), seconds=seconds)
    if isinstance(error, UnsupportedStepError):
        return Cell(None, "skipped", cause=str(error), seconds=seconds)
    if isinstance(error, BudgetSpentError):
        return Cell(None, "skipped", cause=str(error), error=type(error).__name__, seconds=seconds)
    cause = cause_of(error)
    if isinstance(error, InputError):
        cause = f"row {row}: {cause}"
    return Cell(None, "failed", cause=cause, error=type(error).__name__, seconds=seconds)


def refused_by_budget(cell: Cell) -> bool:
    """Whether a cell is left to do because nothing more was to be spent."""
    return cell.error == BudgetSpentError.__name__


def cause_of(error: Exception) -> str:
    """What an exception says, also when it cannot say it, and no more of it than anyone reads."""
    try:
        text = str(error) or repr(error)
    except Exception as another:  # noqa: BLE001  a faulty exception must not cost the run
        text = f"{type(error).__name__} (its message cannot be shown: {type(another).__name__})"
    return text if len(text) <= LONGEST_CAUSE else f"{text[:LONGEST_CAUSE]}…"
