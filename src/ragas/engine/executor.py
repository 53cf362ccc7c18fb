"""Work on many items at once, a bounded number of them, without holding them all."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, TypeVar

from ragas.engine.event_loop import run_sync
from ragas.engine.progress import Progress, make_progress
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ExceptionInRunner

I = TypeVar("I")  # noqa: E741  item
R = TypeVar("R")

WINDOW = 4
"""How many times `limit` items may be under way or waiting to be taken."""

CLEANUP = 1.0
"""Seconds cancelled work gets to clean up."""


async def stream(
    items: Iterable[I] | AsyncIterable[I],
    work: Callable[[I], Awaitable[R]],
    *,
    limit: int,
    window: int | None = None,
    ordered: bool = True,
) -> AsyncGenerator[tuple[int, R | Exception], None]:
    """Work on each item, `limit` at a time, and yield index and result; an exception is a result.

    Items are taken lazily, and no more than `window` (4 times `limit`) are held, so memory does not grow with their
    number. `ordered=False` yields results as they come: one stuck item then holds up nothing but its own place.
    When the consumer stops early or is cancelled, the work under way is cancelled.

    Raises:
        Exception: what the iterable itself raised, once the work already begun is done.
    """
    pool: _Pool[I, R] = _Pool(items, work, limit, window, ordered)
    try:
        while True:
            await pool.fill()
            if (result := pool.next_result()) is not None:
                yield result
            elif pool.exhausted:
                break
            else:
                await pool.changed()
        if pool.source_error is not None:
            raise pool.source_error
    finally:
        await pool.close()


class _Pool(Generic[I, R]):
    def __init__(
        self,
        items: Iterable[I] | AsyncIterable[I],
        work: Callable[[I], Awaitable[R]],
        limit: int,
        window: int | None,
        ordered: bool,
    ) -> None:
        self._source = aiter(items) if isinstance(items, AsyncIterable) else iter(items)
        self._work = work
        self._limit = limit if limit > 0 else 1_000_000
        self._window = max(window or WINDOW * self._limit, self._limit)
        self._ordered = ordered
        self._running: dict[asyncio.Task[R], int] = {}
        self._finished: dict[int, R | Exception] = {}
        self._ready: deque[int] = deque()
        self._pull: asyncio.Task[I] | None = None
        self._source_ended = False
        self._started = 0
        self._next = 0
        self._wake = asyncio.Event()
        self._fatal: BaseException | None = None
        self.source_error: Exception | None = None

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to do or to yield."""
        return self._source_ended and not self._running and not self._finished

    async def fill(self) -> None:
        """Begin work while there is room and an item is at hand."""
        while (
            not self._source_ended
            and self._fatal is None
            and len(self._running) < self._limit
            and len(self._running) + len(self._finished) < self._window
        ):
            try:
                if isinstance(self._source, AsyncIterator):
                    if self._pull is None:
                        self._pull = asyncio.ensure_future(_next_of(self._source))
                        self._pull.add_done_callback(lambda _: self._wake.set())
                        await asyncio.sleep(0)
                    if not self._pull.done():
                        return
                    pulled, self._pull = self._pull, None
                    item = pulled.result()
                else:
                    item = next(self._source)
            except (StopIteration, _Ended):
                self._source_ended = True
            except Exception as error:  # noqa: BLE001  raised to the consumer after the last result
                self._source_ended = True
                self.source_error = error
            else:
                self._begin(item)

    def _begin(self, item: I) -> None:
        task = asyncio.ensure_future(_done(self._work, item))
        self._running[task] = self._started
        self._started += 1
        task.add_done_callback(self._collect)

    def _collect(self, task: asyncio.Task[R]) -> None:
        index = self._running.pop(task, None)
        if index is None:  # given up in close(); look at the exception so that asyncio does not report it
            if not task.cancelled():
                task.exception()
            return
        if task.cancelled():
            self._put(index, ExceptionInRunner(f"The work on item {index} was cancelled from inside."))
        elif isinstance(error := task.exception(), Exception):
            self._put(index, error)
        elif error is not None:
            self._fatal = error
        else:
            self._put(index, task.result())
        self._wake.set()

    def _put(self, index: int, result: R | Exception) -> None:
        self._finished[index] = result
        self._ready.append(index)

    def next_result(self) -> tuple[int, R | Exception] | None:
        """The next result to yield, if there is one."""
        if self._fatal is not None:
            raise self._fatal
        if self._ordered:
            if self._next not in self._finished:
                return None
            index = self._next
            self._next += 1
        elif self._ready:
            index = self._ready.popleft()
        else:
            return None
        return index, self._finished.pop(index)

    async def changed(self) -> None:
        """Wait until some work is done or an item has come."""
        await self._wake.wait()
        self._wake.clear()

    async def close(self) -> None:
        """Cancel what is under way and give it a moment to clean up."""
        left: list[asyncio.Task[Any]] = list(self._running)
        self._running.clear()
        if self._pull is not None:
            left.append(self._pull)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=CLEANUP)


class _Ended(Exception):
    """An async iterator has no more items: a task cannot carry StopAsyncIteration for us to tell from the work's."""


async def _next_of(source: AsyncIterator[I]) -> I:
    try:
        return await anext(source)
    except StopAsyncIteration:
        raise _Ended from None


async def _done(work: Callable[[I], Awaitable[R]], item: I) -> R:
    return await work(item)


_log = logging.getLogger("ragas.executor")


@dataclass(frozen=True, slots=True)
class _Job:
    callable: Callable[..., Awaitable[Any]]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    name: str | None

    def start(self) -> Awaitable[Any]:
        return self.callable(*self.args, **self.kwargs)


@dataclass
class Executor:
    """Runs submitted async jobs and returns their results in the order of submission.

    A failed job gives NaN and one log line, or raises with `raise_exceptions`. As many jobs run at once as
    `run_config.max_workers` says; without a run configuration, all. Taking the results empties the queue.
    """

    desc: str = "Evaluating"
    show_progress: bool = True
    keep_progress_bar: bool = True
    jobs: list[Any] = field(default_factory=list)
    raise_exceptions: bool = False
    batch_size: int | None = None
    run_config: RunConfig | None = None
    pbar: Any = None

    def __post_init__(self) -> None:
        self._cancelled = threading.Event()
        self._cancel_now: Callable[[], object] | None = None

    def submit(
        self, callable: Callable[..., Awaitable[Any]], *args: Any, name: str | None = None, **kwargs: Any
    ) -> None:
        """Add a job: an async function and its arguments."""
        self.jobs.append(_Job(callable, args, kwargs, name))

    def clear_jobs(self) -> None:
        """Forget the jobs not yet run."""
        self.jobs.clear()

    def cancel(self) -> None:
        """Stop: running jobs are cancelled, the results so far are returned. From any thread."""
        self._cancelled.set()
        if (cancel_now := self._cancel_now) is not None:
            with suppress(RuntimeError):  # its loop was closed: there is nothing left to stop
                cancel_now()

    def is_cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled.is_set()

    def results(self) -> list[Any]:
        """Run the jobs and return their results; works inside a running event loop, too."""
        return run_sync(self.aresults())

    async def aresults(self) -> list[Any]:
        """Run the jobs and return their results; of a cancelled run, those that were done."""
        jobs, self.jobs = list(self.jobs), []
        done: dict[int, Any] = {}
        progress = make_progress(self.show_progress)
        loop = asyncio.get_running_loop()
        work = asyncio.ensure_future(self._run(jobs, done, progress))
        self._cancel_now = lambda: loop.call_soon_threadsafe(work.cancel)
        if self.is_cancelled():
            work.cancel()
        progress.start(self.desc, len(jobs))
        try:
            await asyncio.wait((work,))
        finally:
            self._cancel_now = None
            progress.finish()
            if not work.done():
                work.cancel()
        if not work.cancelled():
            work.result()
        elif not self.is_cancelled():
            raise ExceptionInRunner("The jobs were cancelled from inside.")
        return [done[index] for index in sorted(done)]

    async def _run(self, jobs: list[_Job], done: dict[int, Any], progress: Progress) -> None:
        limit = self.run_config.max_workers if self.run_config else len(jobs)
        numbered = iter(enumerate(jobs))
        while batch := list(islice(numbered, self.batch_size or len(jobs) or 1)):
            running = stream(batch, lambda pair: pair[1].start(), limit=limit, ordered=False)
            async with aclosing(running):
                async for position, result in running:
                    index, job = batch[position]
                    done[index] = self._judged(index, job, result)
                    progress.advance()

    def _judged(self, index: int, job: _Job, result: Any) -> Any:
        if not isinstance(result, Exception):
            return result
        if self.raise_exceptions:
            raise result
        label = f"Job[{index}]" if job.name is None else f"Job[{index}] {job.name!r}"
        _log.error("Exception raised in %s: %s(%s)", label, type(result).__name__, result)
        return float("nan")


def run_async_batch(
    desc: str,
    func: Callable[..., Awaitable[Any]],
    kwargs_list: list[dict[str, Any]],
    batch_size: int | None = None,
) -> list[Any]:
    """Call an async function once for each set of arguments; results in order, the first error raised."""
    executor = Executor(desc=desc, batch_size=batch_size, raise_exceptions=True, run_config=RunConfig())
    for kwargs in kwargs_list:
        executor.jobs.append(_Job(func, (), kwargs, None))
    return executor.results()
