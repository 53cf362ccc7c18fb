"""The task functions of `ragas.async_utils`, on the engine's loop and executor."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

from ragas.engine.event_loop import is_event_loop_running, run_sync
from ragas.engine.executor import stream
from ragas.engine.progress import showing

__all__ = [
    "apply_nest_asyncio",
    "as_completed",
    "is_event_loop_running",
    "process_futures",
    "run",
    "run_async_tasks",
]

T = TypeVar("T")
_log = logging.getLogger("ragas.async_utils")


def run(
    async_func: Callable[[], Coroutine[Any, Any, T]] | Coroutine[Any, Any, T], allow_nest_asyncio: bool = True
) -> T:
    """Run a coroutine, or an async function without arguments, from code that is not async.

    Works inside a running loop of any kind, so `allow_nest_asyncio` makes no difference.
    """
    return run_sync(async_func() if callable(async_func) else async_func)


def apply_nest_asyncio() -> bool:
    """Do nothing and return False: asyncio needs no patch here."""
    return False


async def as_completed(
    coroutines: Sequence[Awaitable[T]],
    max_workers: int = -1,
    *,
    cancel_check: Callable[[], bool] | None = None,
    cancel_pending: bool = True,
) -> AsyncIterator[asyncio.Future[T]]:
    """Run coroutines, `max_workers` at a time, and yield a finished future for each as it is done.

    Once `cancel_check()` is true no more are yielded; those under way are cancelled, unless `cancel_pending` is off.
    """

    async def settled(awaitable: Awaitable[T]) -> asyncio.Future[T]:
        task = asyncio.ensure_future(awaitable)
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError:
            if cancel_pending:
                task.cancel()
            raise
        return task

    limit = max_workers if max_workers > 0 else len(coroutines)
    running = stream(coroutines, settled, limit=limit, ordered=False)
    async with aclosing(running):
        async for _, future in running:
            if isinstance(future, Exception):
                raise future
            yield future
            if cancel_check is not None and cancel_check():
                return


async def process_futures(
    futures: Iterable[Awaitable[T]] | AsyncIterable[Awaitable[T]],
) -> AsyncIterator[T | Exception]:
    """Await each future and yield its result; an exception is yielded, a cancellation raised."""
    if isinstance(futures, AsyncIterable):
        async for future in futures:
            yield await _outcome(future)
    else:
        for future in futures:
            yield await _outcome(future)


async def _outcome(future: Awaitable[T]) -> T | Exception:
    try:
        return await future
    except Exception as error:  # noqa: BLE001  the caller gets it as a value
        return error


async def run_async_tasks(
    tasks: Sequence[Awaitable[T]],
    batch_size: int | None = None,
    show_progress: bool = True,
    progress_bar_desc: str = "Running async tasks",
    max_workers: int = -1,
    *,
    cancel_check: Callable[[], bool] | None = None,
) -> list[T]:
    """Run coroutines and return their results as they come; the first error is raised once all are done."""
    results: list[T] = []
    first: Exception | None = None
    size = batch_size or max(1, len(tasks))
    with showing(progress_bar_desc, len(tasks), show=show_progress) as progress:
        for begin in range(0, len(tasks), size):
            finished = as_completed(tasks[begin : begin + size], max_workers, cancel_check=cancel_check)
            async for outcome in process_futures(finished):
                progress.advance()
                if isinstance(outcome, Exception):
                    _log.error("Task failed: %s(%s)", type(outcome).__name__, outcome)
                    first = first or outcome
                else:
                    results.append(outcome)
            if cancel_check is not None and cancel_check():
                break
    if first is not None:
        raise first
    return results
