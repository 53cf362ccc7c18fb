"""A deadline that holds, whatever the call does about being cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ragas.exceptions import JudgeCallError

T = TypeVar("T")


class DeadlinePassed(Exception):
    """The call was not done in time."""


async def within(seconds: float | None, send: Callable[[], Awaitable[T]]) -> T:
    """What `send` returns, if it does so in time.

    A call that is late is cancelled and left behind: one that ignores its cancellation holds up nobody.

    Raises:
        DeadlinePassed: it was not done within `seconds`.
    """
    task = asyncio.ensure_future(send())
    try:
        await asyncio.wait((task,), timeout=seconds)
    except asyncio.CancelledError:
        _abandon(task)
        raise
    if not task.done():
        _abandon(task)
        raise DeadlinePassed
    if task.cancelled():
        # Passed on, it would look as if the caller had been cancelled, and its cell would vanish.
        raise JudgeCallError("The call to the judge was cancelled from inside.")
    return task.result()


def _abandon(task: asyncio.Future[T]) -> None:
    task.cancel()
    task.add_done_callback(_look_at)


def _look_at(task: asyncio.Future[T]) -> None:
    """Mark a late failure as seen, so that asyncio does not report it."""
    if not task.cancelled():
        task.exception()
