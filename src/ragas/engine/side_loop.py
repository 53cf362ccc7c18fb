"""Somebody else's coroutines on a loop of their own, which is left behind when one of them blocks it.

A judge written as `async def` may still block: a sync HTTP client inside, a `time.sleep`. On the loop of a run it would
stop every other call, and no deadline could fire. Here it stops only its like, its own deadline fires, and the others
are begun again on a fresh loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from ragas.engine.event_loop import SideLoop, replace_side_loop, side_loop

T = TypeVar("T")

PING = 1.0
"""Seconds a loop has to answer before it counts as blocked, where the deadline is not shorter."""


class _Moved(Exception):
    """The loop was left behind: begin again on another."""


class Visit(Generic[T]):
    """One piece of work on a side loop, and the future its caller waits for."""

    def __init__(self, make: Callable[[], Awaitable[T]], side: SideLoop) -> None:
        self.side = side
        self.began_at: float | None = None
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self._make = make
        self._home = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self._home.create_future()
        self._unwanted = False
        side.visits.add(self)
        side.loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        _visit.set(self)
        task = self.side.loop.create_task(self._work())
        self.side.tasks.add(task)
        task.add_done_callback(self.side.tasks.discard)

    async def _work(self) -> None:
        if self._unwanted:
            return
        self.began_at = time.monotonic()
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = await self._make()
        except StopIteration as error:  # asyncio refuses to carry it
            failure = RuntimeError("The call raised StopIteration")
            failure.__cause__ = error
        except BaseException as error:  # noqa: BLE001  handed to whoever awaits
            failure = error
        with contextlib.suppress(RuntimeError):  # that loop was closed: nobody waits any more
            self._home.call_soon_threadsafe(self._settle, result, failure)

    def _settle(self, result: T | None, failure: BaseException | None) -> None:
        if self.future.done():
            return
        if isinstance(failure, asyncio.CancelledError):
            self.future.cancel()
        elif failure is not None:
            self.future.set_exception(failure)
        else:
            self.future.set_result(result)  # type: ignore[arg-type]  # a result is there whenever no failure is

    def left(self, seconds: float) -> float:
        """What is left of so many seconds since it began; 0 where it has not begun."""
        return 0.0 if self.began_at is None else max(0.0, self.began_at + seconds - time.monotonic())

    def end(self) -> None:
        """Stop the work if it is not done."""
        self.side.visits.discard(self)
        if not self.future.done() or self.future.cancelled():
            self._unwanted = True
            with contextlib.suppress(RuntimeError):
                self.side.loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        for task in list(self.tasks):
            task.cancel()

    def move(self) -> None:
        """Have the work begun again on another loop."""
        self._unwanted = True
        if not self.future.done():
            self.future.set_exception(_Moved())


_visit: ContextVar[Visit[Any] | None] = ContextVar("ragas_visit", default=None)


def _noting_owner(loop: asyncio.AbstractEventLoop, coro: Any, **kwargs: Any) -> asyncio.Task[Any]:
    """A task factory that remembers which visit a task belongs to."""
    task = asyncio.Task(coro, loop=loop, **kwargs)
    if (visit := _visit.get()) is not None:
        visit.tasks.add(task)
    return task


class Stay:
    """The visits under way inside one call with a deadline."""

    def __init__(self) -> None:
        self.visits: set[Visit[Any]] = set()
        self.waits = 0
        """How many waits of it for others are under way, in which its time does not run."""
        self.began_at: float | None = None
        """When the last of them was over."""

    async def extension(self, seconds: float) -> float | None:
        """Seconds the call gets beyond its deadline, because its time began later or others held it up; else None.

        Raises:
            Blocked: the call itself blocks its loop, which has been left behind.
        """
        if self.waits:
            return seconds
        if self.began_at is not None and (left := self.began_at + seconds - time.monotonic()) > 0:
            return left
        for visit in list(self.visits):
            if visit.side.abandoned:
                return seconds
            if (left := visit.left(seconds)) > 0:
                return left
            if await _responds(visit.side, min(PING, seconds / 4)):
                continue
            if visit.future.done() or visit.side.abandoned:
                return seconds
            if (left := visit.left(seconds)) > 0:  # begun only now
                return left
            running = asyncio.current_task(visit.side.loop)
            if running is None:
                continue
            if running not in visit.tasks:
                return seconds
            _abandon(visit)
            raise Blocked
        return None


class Blocked(Exception):
    """The call blocks the loop it runs on."""


stay: ContextVar[Stay | None] = ContextVar("ragas_stay", default=None)


@contextlib.contextmanager
def held_up() -> Iterator[None]:
    """Have the time of the call with a deadline that this code belongs to begin when the block is left."""
    inside = stay.get()
    if inside is None:
        yield
        return
    inside.waits += 1
    try:
        yield
    finally:
        inside.waits -= 1
        inside.began_at = time.monotonic()


async def on_side_loop(make: Callable[[], Awaitable[T]]) -> T:
    """Await what `make` gives on the side loop of our running loop; on a loop that is not ours, here."""
    while (side := side_loop()) is not None:
        if side.loop.get_task_factory() is None:
            side.loop.set_task_factory(_noting_owner)
        visit = Visit(make, side)
        current = stay.get()
        if current is not None:
            current.visits.add(visit)
        try:
            return await visit.future
        except _Moved:
            continue
        finally:
            visit.end()
            if current is not None:
                current.visits.discard(visit)
    return await make()


async def _responds(side: SideLoop, seconds: float) -> bool:
    """Whether a loop does anything within that time."""
    home = asyncio.get_running_loop()
    pong = asyncio.Event()

    def answer() -> None:
        with contextlib.suppress(RuntimeError):  # that loop was closed: nobody waits any more
            home.call_soon_threadsafe(pong.set)

    side.loop.call_soon_threadsafe(answer)
    try:
        await asyncio.wait_for(pong.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _abandon(culprit: Visit[Any]) -> None:
    """Leave a blocked loop behind; the work of others on it begins again on a new one."""
    side = culprit.side
    replace_side_loop(side)
    for visit in list(side.visits):
        if visit is not culprit:
            visit.move()
