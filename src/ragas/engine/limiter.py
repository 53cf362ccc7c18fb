"""How many calls are under way at once: a cap for the run, and one for each model that follows its rate limits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from contextvars import ContextVar

from ragas.engine.event_loop import on_nested_loop
from ragas.engine.pace import Pace, TokenPace

GROWTH = 0.5
"""How much a model's cap grows back with each success after it was halved."""

HALVE_AFTER = 3
"""Refusals in a row that halve a model's cap: fewer among successes are chance, and a retry mends them."""

PAUSE_AFTER = 4
"""Refusals in a row that make all calls of a model wait, and not only the refused ones.

A used-up rate limit refuses everybody until it is over. A server that refuses now and then would stand idle most of
the time if each refusal held everybody up.
"""


OUTLIVED = 10.0
"""Seconds after which a call no longer counts for its model's cap, if that is long for this model.

A server that takes few calls at once and loses one now and then would otherwise stand idle: all it takes would be lost.
"""

LONG = 5.0
"""How many times as long as its answers usually take is long for a model."""


class Slots:
    """A counting semaphore for tasks of any event loop and thread, whose size may change. First come, first served."""

    def __init__(self, size: float) -> None:
        self._size = size
        self._taken = 0
        self._queue: deque[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = deque()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How many slots are in use."""
        return self._taken

    @property
    def size(self) -> float:
        """How many slots there are; a fraction counts when it has grown to a whole."""
        return self._size

    @size.setter
    def size(self, size: float) -> None:
        with self._lock:
            self._size = size
            self._grant()

    async def take(self) -> None:
        """Wait for a slot and take it."""
        with self._lock:
            if not self._queue and self._taken < int(self._size):
                self._taken += 1
                return
            loop = asyncio.get_running_loop()
            ticket: asyncio.Future[None] = loop.create_future()
            self._queue.append((loop, ticket))
        try:
            await ticket
        except asyncio.CancelledError:
            # Granted in the very moment of the cancellation: hand it on. Otherwise the grant, if it is on its
            # way, finds the ticket cancelled and hands the slot on itself.
            if ticket.done() and not ticket.cancelled():
                self.give_back()
            else:
                with self._lock:
                    if (loop, ticket) in self._queue:
                        self._queue.remove((loop, ticket))
            raise

    def give_back(self) -> None:
        """Return a slot."""
        with self._lock:
            self._taken -= 1
            self._grant()

    def _grant(self) -> None:
        while self._queue and self._taken < int(self._size):
            loop, ticket = self._queue.popleft()
            self._taken += 1
            try:
                loop.call_soon_threadsafe(self._arrive, ticket)
            except RuntimeError:  # that loop was closed; nobody waits there any more
                self._taken -= 1

    def _arrive(self, ticket: asyncio.Future[None]) -> None:
        if ticket.done():
            self.give_back()
        else:
            ticket.set_result(None)


class Limiter:
    """The cap of one model.

    It is halved when the server refuses calls as too many one after another, at most once for those then under way,
    and grows back with every success. When it goes on refusing, a wait it names holds up all calls of the model.
    """

    def __init__(
        self,
        max_workers: int,
        total: Slots | None = None,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        self._requests = Pace(requests_per_minute) if requests_per_minute else None
        self.tokens = TokenPace(tokens_per_minute) if tokens_per_minute else None
        self._most = float(max_workers) if max_workers > 0 else float(_UNLIMITED)
        self._slots = Slots(self._most)
        self._total = total
        self._halved_at = float("-inf")
        self._paused_until = float("-inf")
        self._refused_in_a_row = 0
        self._usual = 0.0
        self.answered = False
        """Whether the server has answered at all, be it with an error."""
        self.hung_in_a_row = 0
        """Calls that gave no answer in time since the last one that did."""
        self.given_up = False
        """Whether a call was given up because the server could not be reached, before it ever answered."""
        self.refused: Exception | None = None
        """Why the server takes no call of this run at all: it does not accept the key."""

    @property
    def size(self) -> int:
        """How many calls may be under way now."""
        return int(self._slots.size)

    @property
    def under_way(self) -> int:
        """How many calls are under way."""
        return self._slots.taken

    async def enter(self, tokens: int = 0) -> None:
        """Wait until a call may start that takes about so many tokens."""
        paced = False
        while True:
            await self.unpaused()
            await self._slots.take()
            try:
                # With the model's slot in hand, so that calls start in the rhythm in which they were let through, and
                # without one of the run's, which other models can use meanwhile.
                if not paced:
                    await self.paced(tokens)
                    paced = True
                if self._total is not None:
                    await self._total.take()
            except BaseException:
                self._slots.give_back()
                raise
            if self._paused_until <= time.monotonic():
                return
            self.leave()  # a pause began while this call waited for its slot

    def leave(self, *, outlived: bool = False) -> None:
        """Say that a call has ended; `outlived`: that it has done so for the model's cap was said before."""
        if self._total is not None:
            self._total.give_back()
        if not outlived:
            self._slots.give_back()

    @property
    def patience(self) -> float:
        """Seconds a call counts for the model's cap."""
        return max(OUTLIVED, LONG * self._usual)

    def outlive(self) -> None:
        """Say that a call no longer counts for the model's cap, though it goes on and counts for the run's."""
        self._slots.give_back()

    async def unpaused(self) -> None:
        """Wait until the server's own waiting time is over."""
        while (left := self._paused_until - time.monotonic()) > 0:  # noqa: ASYNC110  the end may move while one waits
            await asyncio.sleep(left)

    async def paced(self, tokens: int) -> None:
        """Wait for the call's share of the minute, where requests or tokens a minute are limited."""
        wait = self._requests.take() if self._requests else 0.0
        if self.tokens:
            wait = max(wait, self.tokens.take(tokens))
        if wait > 0:
            await asyncio.sleep(wait)

    def succeeded(self, seconds: float = 0.0) -> None:
        """Say that the server answered a call, and in what time."""
        self._usual += (seconds - self._usual) * 0.1
        self.answered = True
        self._refused_in_a_row = self.hung_in_a_row = 0
        if (size := self._slots.size) < self._most:
            self._slots.size = min(self._most, size + GROWTH)

    def overloaded(self, started: float, retry_after: float | None = None) -> None:
        """Say that the server refused a call, started at that `time.monotonic()`, as one too many."""
        self.answered = True
        self.hung_in_a_row = 0
        now = time.monotonic()
        self._refused_in_a_row += 1
        if self._refused_in_a_row >= HALVE_AFTER and started > self._halved_at:
            self._halved_at = now
            # Where nothing caps the calls, what was under way is the measure.
            self._slots.size = max(1.0, min(self._slots.size, float(max(1, self._slots.taken))) / 2)
        if retry_after and self._refused_in_a_row >= min(PAUSE_AFTER, self._most):
            self._paused_until = max(self._paused_until, now + retry_after)


_UNLIMITED = 1_000_000
_inside: ContextVar[Limiters | None] = ContextVar("ragas_inside_slot", default=None)


class Limiters:
    """The cap of a run, and the limiters of its models."""

    def __init__(
        self,
        max_workers: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        self.max_workers = max_workers
        self._a_minute = requests_per_minute, tokens_per_minute
        self._total = Slots(max_workers) if max_workers > 0 else None
        self._models: dict[Hashable, Limiter] = {}
        self._lock = threading.Lock()

    def for_model(self, key: Hashable) -> Limiter:
        """The limiter of one model."""
        limiter = self._models.get(key)
        if limiter is None:
            with self._lock:
                limiter = self._models.setdefault(
                    key, Limiter(self.max_workers, self._total, *self._a_minute)
                )
        return limiter

    @property
    def inside(self) -> bool:
        """Whether this code runs inside a call that holds a slot, or serves one while the shared loop stands still."""
        return _inside.get() is self or on_nested_loop()

    @asynccontextmanager
    async def slot(self, limiter: Limiter, tokens: int = 0) -> AsyncIterator[None]:
        """Hold a slot of `limiter` for a call that takes about so many tokens.

        A call made from within a call rides on the outer one's slot, and one made while the shared loop stands
        still takes none: in both cases, waiting for a slot could mean waiting for oneself.
        """
        if self.inside:
            await limiter.unpaused()
            await limiter.paced(tokens)
            yield
            return
        await limiter.enter(tokens)
        token = _inside.set(self)
        outlived = False

        def outlive() -> None:
            nonlocal outlived
            outlived = True
            limiter.outlive()

        timer = asyncio.get_running_loop().call_later(limiter.patience, outlive)
        try:
            yield
        finally:
            timer.cancel()
            _inside.reset(token)
            limiter.leave(outlived=outlived)
