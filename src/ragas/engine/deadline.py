"""A deadline that holds, whatever the call does about being cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from ragas.engine.side_loop import Blocked, Stay, stay
from ragas.exceptions import JudgeCallError

T = TypeVar("T")


class DeadlinePassed(Exception):
    """The call was not done in time. `blocked`: it did not even give way to others."""

    def __init__(self, *, blocked: bool = False) -> None:
        super().__init__()
        self.blocked = blocked


async def within(seconds: float | None, send: Callable[[], Awaitable[T]]) -> T:
    """What `send` returns, if it does so in time.

    A call that is late is cancelled and left behind: one that ignores its cancellation holds up nobody. What a foreign
    call waited because another one blocked the loop for foreign calls is not counted.

    Raises:
        DeadlinePassed: it was not done within `seconds`.
    """
    task, inside = _started(send)
    left = seconds
    try:
        while True:
            await asyncio.wait((task,), timeout=left)
            if task.done():
                break
            left = await inside.extension(seconds or 0.0)
            if left is None and not task.done():
                raise DeadlinePassed
    except (asyncio.CancelledError, DeadlinePassed):
        _abandon(task)
        raise
    except Blocked:
        _abandon(task)
        raise DeadlinePassed(blocked=True) from None
    if task.cancelled():
        # Passed on, it would look as if the caller had been cancelled, and its cell would vanish.
        raise JudgeCallError("What was waited for here was cancelled from inside.")
    return task.result()


def _started(send: Callable[[], Awaitable[T]]) -> tuple[asyncio.Future[T], Stay]:
    inside = Stay()
    token = stay.set(inside)
    try:
        return asyncio.ensure_future(send()), inside
    finally:
        stay.reset(token)


_left_behind: set[asyncio.Future[Any]] = set()
"""Holds late calls until they end: one that hangs on would be collected, and complain."""


def _abandon(task: asyncio.Future[T]) -> None:
    task.cancel()
    _left_behind.add(task)
    task.add_done_callback(_look_at)


def _look_at(task: asyncio.Future[T]) -> None:
    """Mark a late failure as seen, so that asyncio does not report it."""
    _left_behind.discard(task)
    if not task.cancelled():
        task.exception()
