"""Single-flight: what several ask for at once, or again, is made once."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


BUDGET = 64_000_000
"""How much finished results may weigh together, in the unit of `weigh`; one alone may weigh a sixteenth of it."""


class _Flight(Generic[T]):
    __slots__ = ("task", "waiting")

    def __init__(self, task: asyncio.Task[T]) -> None:
        self.task = task
        self.waiting = 0


class Flights(Generic[T]):
    """Shares results among those who ask with the same key: while one is being made, and among the last finished ones.

    Each event loop makes its own, since tasks of one loop cannot be awaited on another; finished results are shared
    by all. `remember` and `budget` bound how many and how much is kept. Failures are shared by those waiting and then forgotten.
    """

    def __init__(self, remember: int, weigh: Callable[[T], int] | None = None, budget: int = BUDGET) -> None:
        self._remember = remember
        self._weigh = weigh
        self._budget = budget
        self._weight = 0
        self._finished: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._under_way: dict[tuple[asyncio.AbstractEventLoop, Hashable], _Flight[T]] = {}
        self._lock = threading.Lock()

    async def share(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """The result for `key`, and whether this caller is the one it was made for."""
        with self._lock:
            if key in self._finished:
                self._finished.move_to_end(key)
                return self._finished[key][0], False
        place = (asyncio.get_running_loop(), key)
        flight = self._under_way.get(place)
        first = flight is None
        if flight is None:
            flight = self._under_way[place] = _Flight(asyncio.create_task(self._make(place, make)))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task), first
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.task.done():  # cancelled, and nobody else wants it
                self._forget(place, flight)
                flight.task.cancel()

    async def _make(
        self, place: tuple[asyncio.AbstractEventLoop, Hashable], make: Callable[[], Awaitable[T]]
    ) -> T:
        flight = self._under_way[place]
        try:
            result = await make()
        finally:
            self._forget(place, flight)
        self._keep(place[1], result)
        return result

    def _keep(self, key: Hashable, result: T) -> None:
        weight = self._weigh(result) if self._weigh else 0
        if not self._remember or weight > self._budget // 16:
            return
        with self._lock:
            if key in self._finished:  # another loop made it, too
                self._weight -= self._finished.pop(key)[1]
            self._finished[key] = (result, weight)
            self._weight += weight
            while len(self._finished) > self._remember or self._weight > self._budget:
                self._weight -= self._finished.popitem(last=False)[1][1]

    def _forget(self, place: tuple[asyncio.AbstractEventLoop, Hashable], flight: _Flight[T]) -> None:
        if self._under_way.get(place) is flight:
            del self._under_way[place]
