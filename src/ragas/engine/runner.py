"""One call: single-flight, cache, limiter, deadline, retry, usage."""

from __future__ import annotations

import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ragas.engine.attempts import Attempts, RunStats, Whom
from ragas.engine.flights import Flights
from ragas.engine.functions import Functions
from ragas.engine.kept_replies import Cached, Recorded, ReplyCaches, Written, current_place
from ragas.engine.ledger import Kind, Ledger, Totals
from ragas.engine.limiter import Limiters
from ragas.engine.prices import price, runs_here
from ragas.engine.request import RawReply, Request, Told
from ragas.engine.run_config import RunConfig
from ragas.engine.same import Same
from ragas.engine.side_loop import on_side_loop
from ragas.engine.snapshot import Snapshot
from ragas.engine.tokens import Usage
from ragas.engine.tracing import span

if TYPE_CHECKING:
    from ragas.engine.budget import Budget
    from ragas.engine.cache import CacheInterface
    from ragas.engine.journal import CallRecord
    from ragas.engine.progress import Progress

__all__ = ["RawReply", "Request", "RunStats", "Runner", "current_runner", "use_run_config", "use_runner"]

T = TypeVar("T")

REMEMBERED = 2048
"""How many finished results a run keeps at hand for others who ask the same."""

SPENT_SHARE = 100
"""How many times as long as adding up what was spent takes, the sum stays."""

_log = logging.getLogger("ragas.engine")


class Runner:
    """Sends the calls of a run politely, and each only once."""

    def __init__(
        self,
        config: RunConfig | None = None,
        cache: CacheInterface | None = None,
        ledger: Ledger | None = None,
        limiter: Limiters | None = None,
        progress: Progress | None = None,
        *,
        remember: int = REMEMBERED,
        record: CallRecord | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.config = config or RunConfig()
        self.record = record
        self.budget = budget
        self.cache = cache
        self.ledger = ledger or Ledger()
        self.limiters = limiter or Limiters(
            self.config.max_workers, self.config.requests_per_minute, self.config.tokens_per_minute
        )
        self.progress = progress
        self.functions = Functions(self.config.max_workers)
        self.stats = RunStats()
        self._replies: Flights[RawReply] = Flights(remember, weigh=lambda reply: len(reply.text))
        self._results: Flights[Any] = Flights(remember)
        self._attempts = Attempts(
            self.config,
            self.limiters,
            self.stats,
            progress,
            stop_when_refused=remember > 0,
            budget=budget,
        )
        self._caches = ReplyCaches()
        self._known: dict[Same, Told] = {}
        self._spent = Totals()
        self._spent_due = 0.0
        watch = getattr(progress, "watch", None)
        if watch is not None:
            watch(self.snapshot)

    def snapshot(self) -> Snapshot:
        """How the calls stand now. Cheap: what was spent is added up rarely enough to take no time to speak of."""
        now = time.monotonic()
        if now >= self._spent_due:
            first = not self._spent.calls  # which reads the price list
            self._spent = self.ledger.total()
            took = 0.0 if first else time.monotonic() - now
            self._spent_due = now + max(1.0, SPENT_SHARE * took)
        spent, stats = self._spent, self.stats
        sent = list(self._attempts.under_way.values())
        known = spent.input_tokens is not None or spent.output_tokens is not None
        return Snapshot(
            in_flight=len(sent),
            oldest=now - min(sent) if sent else None,
            retries=stats.retries,
            rate_limited=stats.rate_limited,
            timeouts=stats.timeouts,
            reused=stats.cache_hits + stats.shared,
            tokens=(spent.input_tokens or 0) + (spent.output_tokens or 0) if known else None,
            cost=spent.cost,
            unpriced=spent.unpriced_calls > 0,
        )

    async def call(
        self,
        request: Request,
        send: Callable[[], Awaitable[RawReply]],
        parse: Callable[[RawReply], T | Awaitable[T]],
        *,
        cache: CacheInterface | None = None,
    ) -> T:
        """Send a request, unless its reply is at hand, and return what `parse` makes of the reply.

        Every caller gets a result of its own: a shared reply is parsed again. A reply is cached once `parse` has
        taken it.

        Args:
            cache: the judge's own cache; it goes before the run's.

        Raises:
            JudgeCallError: the provider refused, or kept failing.
            JudgeTimeoutError: no answer before the deadline.
        """
        key = request.key()
        mine: list[T] = []

        async def make() -> RawReply:
            reply, parsed = await self._reply(key, request, send, parse, cache or self.cache)
            mine.append(parsed)
            return reply

        reply, _ = await self._replies.share(key, make)
        if mine:
            return mine[0]
        self.stats.shared += 1
        self._book(request, reply, cached=True)
        return await _parsed(parse, reply)

    async def guard(
        self,
        key: object,
        send: Callable[[], Awaitable[T]],
        *,
        model: str = "",
        usage: Callable[[T], Usage | None] | None = None,
        written: Written[T] | None = None,
        kind: Kind = "judge",
    ) -> T:
        """Call a judge that is someone else's object: limits, deadline, retries and single-flight.

        Errors of the judge pass unchanged; after the last attempt, its last error does.

        Args:
            key: what is asked, for single-flight; None or something unhashable is never shared.
            model: name for limits, usage and messages.
            usage: reads the tokens from the result; without it they are unknown.
            written: how the call is written down, where the run keeps a record; without it, it is not.
            kind: what the call is booked as.

        Raises:
            JudgeTimeoutError: no answer before the deadline.
        """

        async def make() -> T:
            kept = Recorded(self.record, written) if self.record is not None and written is not None else None
            if kept is not None and (earlier := kept.recall()) is not None:
                reply, result = earlier
                self.ledger.record(model, "", reply.usage, kind=kind, cached=True)
                return result
            cached = self._cached(written, model)
            if cached is not None and (stored := cached.recall()) is not None:
                reply, result = stored
                self.stats.cache_hits += 1
                self.ledger.record(model, "", reply.usage, kind=kind, cached=True)
                if kept is not None:
                    kept.note(reply)
                return result
            started = time.perf_counter()
            whom = Whom("", model, foreign=True)
            booked = _Booked()
            token = _booked.set(booked)
            try:
                with span("ragas.call", provider="", model=model, endpoint=kind):
                    result = await self._attempts.until_done(whom, lambda: on_side_loop(send))
            finally:
                _booked.reset(token)
            if not booked.calls:  # otherwise the judge asked through this runner, and its calls are booked
                told = usage(result) if usage else None
                self.ledger.record(model, "", told, kind=kind)
                if self.budget is not None:
                    cost = told.cost if told else None
                    self.budget.pay(0.0 if runs_here(model) else cost, model)
                if kept is not None:
                    kept.keep(result, told, time.perf_counter() - started)
                if cached is not None:
                    cached.keep(result, told)
            return result

        result, first = await self._shared(key, make)
        if not first:
            self.ledger.record(model, "", None, kind=kind, cached=True)
        return result

    def _cached(self, written: Written[T] | None, model: str) -> Cached[T] | None:
        """The place of a call to somebody else's judge in the run's cache, if all that tells the judge is known."""
        if self.cache is None or written is None:
            return None
        if written.cache_key is None:
            self._caches.leave_out("", model)
            return None
        return Cached(self._caches, self.cache, written, written.cache_key)

    def once_known(self, whom: Same, find: Callable[[], Told]) -> Told:
        """What tells an object, found out once in a run."""
        if whom not in self._known:
            self._known[whom] = find()
        return self._known[whom]

    async def once(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Make something once for all who ask with the same key."""
        return (await self._shared(("once", key), make))[0]

    async def _shared(self, key: object, make: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        try:
            hash(key)
        except TypeError:
            key = None
        if key is None:
            return await make(), True
        result, first = await self._results.share(key, make)
        if not first:
            self.stats.shared += 1
            result = _own(result)
        return result, first

    async def _reply(
        self,
        key: str,
        request: Request,
        send: Callable[[], Awaitable[RawReply]],
        parse: Callable[[RawReply], T | Awaitable[T]],
        cache: CacheInterface | None,
    ) -> tuple[RawReply, T]:
        recorded = self.record if not request.endpoint.startswith("embed") else None
        of_all: str | None = None
        if request.told is not None and (recorded is not None or cache is not None):
            key, of_all = request.kept_keys()
            if cache is not None and of_all is None:
                self._caches.leave_out(request.provider, request.model)
                cache = None
        if recorded is not None and (earlier := recorded.recall(key)) is not None:
            self._book(request, earlier, cached=True)  # it was paid in this run, before the run broke off
            return earlier, await _parsed(parse, earlier)
        cache_key = of_all or key
        if (stored := self._caches.stored(cache, cache_key)) is not None:
            try:
                parsed = await _parsed(parse, stored)
            except Exception as error:  # noqa: BLE001  a stored reply that no longer fits is asked for again
                _log.info(
                    "A cached reply of %s no longer fits and is asked for again: %s", request.model, error
                )
            else:
                self.stats.cache_hits += 1
                self._book(request, stored, cached=True)
                if recorded is not None:
                    recorded.note(key, request, stored, current_place())
                return stored, parsed
        started = time.perf_counter()
        with span("ragas.call", provider=request.provider, model=request.model, endpoint=request.endpoint):
            size = len(str(request.messages)) if self.config.tokens_per_minute else 0
            reply = await self._attempts.until_done(Whom(request.provider, request.model), send, size)
        self._book(request, reply)
        if recorded is not None:  # before it is read: a reply that cannot be read is paid, too
            recorded.keep(key, request, reply, current_place(), time.perf_counter() - started)
        parsed = await _parsed(parse, reply)
        self._caches.store(cache, cache_key, reply, request.model)
        return reply, parsed

    def _book(self, request: Request, reply: RawReply, *, cached: bool = False) -> None:
        if not cached and (booked := _booked.get()) is not None:
            booked.calls += 1
        kind: Kind = "embedding" if request.endpoint.startswith("embed") else "judge"
        self.ledger.record(
            request.model, request.provider, reply.usage, kind=kind, cached=cached, priced_as=reply.model
        )
        if self.budget is not None and not cached:
            self.budget.pay(_price_of(request, reply), request.model)


@dataclass(slots=True)
class _Booked:
    """Counts the calls booked inside a guarded call."""

    calls: int = 0


_booked: ContextVar[_Booked | None] = ContextVar("ragas_booked", default=None)


def _price_of(request: Request, reply: RawReply) -> float | None:
    if runs_here(request.provider) or runs_here(request.model):
        return 0.0
    if reply.usage is None:
        return None
    amount = price(reply.model or request.model, request.provider, reply.usage)
    return price(request.model, request.provider, reply.usage) if amount is None else amount


async def _parsed(parse: Callable[[RawReply], T | Awaitable[T]], reply: RawReply) -> T:
    value = parse(reply)
    return await value if inspect.isawaitable(value) else value


def _own(result: T) -> T:
    """A result that the next caller may change without changing the first one's."""
    if isinstance(result, list):
        return cast(T, list(result))
    copy = getattr(result, "model_copy", None)
    own: T = copy(deep=True) if callable(copy) else result
    return own


_current: ContextVar[Runner | None] = ContextVar("ragas_runner", default=None)
_default: Runner | None = None


def current_runner() -> Runner:
    """The runner of the run this code belongs to; outside of any run, one for the whole process that remembers nothing."""
    global _default
    runner = _current.get()
    if runner is not None:
        return runner
    if _default is None:
        _default = Runner(remember=0)
    return _default


def runner_of_run() -> Runner | None:
    """The runner of the run this code belongs to; None outside of any run."""
    return _current.get()


@contextmanager
def use_runner(runner: Runner) -> Iterator[Runner]:
    """Make `runner` the current one inside."""
    token = _current.set(runner)
    try:
        yield runner
    finally:
        _current.reset(token)


@contextmanager
def use_run_config(config: RunConfig) -> Iterator[Runner]:
    """Treat the calls made inside as `config` says, outside of `evaluate` too: metrics scored one by one, batches."""
    with use_runner(Runner(config, remember=0)) as runner:
        yield runner
