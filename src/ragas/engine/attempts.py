"""The attempts of one call: limiter, deadline, and trying again where that may help."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from ragas.engine.call_errors import call_error, timeout_error, too_long_a_wait
from ragas.engine.deadline import DeadlinePassed, within
from ragas.engine.failures import Failure, classify
from ragas.engine.limiter import Limiter, Limiters
from ragas.engine.run_config import RunConfig
from ragas.engine.tokens import Usage

if TYPE_CHECKING:
    from ragas.engine.budget import Budget
    from ragas.engine.progress import Progress

T = TypeVar("T")

LONGEST_WAIT = 60.0
"""Seconds a server may ask to wait, however short `RunConfig.max_wait` is."""

TIMEOUT_ATTEMPTS = 4
"""Attempts at a call that hangs, where others are answered: chance, and four in a row are not."""

SILENT_ATTEMPTS = 2
"""Attempts at a call that hangs where nothing answers: more would hold its row up for many deadlines."""

SILENT_AFTER = 16
"""Calls of a model that hang one after another, none answered between them, after which it counts as silent."""

CONNECTION_ATTEMPTS = 5
"""Attempts at a server that answered before and cannot be reached now."""

FIRST_CONTACT_ATTEMPTS = 3
"""Attempts at a server that has never answered: it is more likely absent than busy."""

UNAUTHORISED = 401

PAID_AFTER = 0.02
"""Seconds between two looks at whether the last calls of a run whose budget is spent are paid."""

NOTED_WAIT = 5.0
"""Waits of at least this many seconds are told to whoever watches the run."""

# Spreads retries. One of our own: the state of the global generator is the user's.
_random = random.Random()


@dataclass(slots=True)
class RunStats:
    """What happened to the calls of a run."""

    sent: int = 0
    """Attempts sent, retries included."""
    retries: int = 0
    rate_limited: int = 0
    waited: float = 0.0
    """Seconds slept between attempts, added up over calls."""
    waited_for_limits: float = 0.0
    """The part of them that rate limits took."""
    timeouts: int = 0
    cache_hits: int = 0
    shared: int = 0
    """Times a result made for another caller was used."""
    given_up: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Whom:
    """Who is called, for limits and messages. A foreign judge's errors stay its own."""

    provider: str
    model: str
    foreign: bool = False

    def __str__(self) -> str:
        if not self.model:
            return self.provider or "The judge"
        return f"{self.provider or 'The judge'} (model {self.model!r})"


class Attempts:
    """Makes calls under the limits of a run and counts what happens to them."""

    def __init__(
        self,
        config: RunConfig,
        limiters: Limiters,
        stats: RunStats,
        progress: Progress | None,
        *,
        stop_when_refused: bool = True,
        budget: Budget | None = None,
    ) -> None:
        """`stop_when_refused`: after a key was not accepted, send no further call to that model in this run."""
        self._stop_when_refused = stop_when_refused
        self._budget = budget
        self._config = config
        self._limiters = limiters
        self._stats = stats
        self._progress = progress
        self._tickets = count()
        self.under_way: dict[int, float] = {}
        """When each attempt under way was sent (`time.monotonic()`), the oldest first."""

    async def until_done(self, whom: Whom, send: Callable[[], Awaitable[T]], characters: int = 0) -> T:
        """Send until it works, or until another attempt makes no sense. `characters`: how long the request is."""
        limiter = self._limiters.for_model((whom.provider, whom.model))
        nested = self._limiters.inside
        attempt = 0
        seen: Counter[str] = Counter()
        while True:
            attempt += 1
            expected = limiter.tokens.expected(characters) if limiter.tokens else 0
            async with self._limiters.slot(limiter, expected):
                if limiter.refused is not None and not whom.foreign:
                    raise limiter.refused
                if self._budget is not None:
                    await self._allowed(self._budget, nested=nested)
                self._stats.sent += 1
                ticket = next(self._tickets)
                self.under_way[ticket] = started = time.monotonic()
                try:
                    result = await within(self._config.timeout, send)
                except Exception as error:  # noqa: BLE001  judged below
                    failed: Exception = error
                    failure = self._judged(error)
                    self._note(limiter, failure, started)
                else:
                    limiter.succeeded(time.monotonic() - started)
                    if limiter.tokens and isinstance(usage := getattr(result, "usage", None), Usage):
                        tokens = (usage.input_tokens or 0) + (usage.output_tokens or 0)
                        limiter.tokens.used(tokens, expected)
                    return result
                finally:
                    del self.under_way[ticket]
            seen[failure.kind] += 1
            most = self._most_of_a_kind(failure, failed, limiter)
            if attempt >= self._config.attempts or seen[failure.kind] >= most:
                self._give_up(limiter, failure)
                raised = self._error(whom, failure, failed, attempt)
                if failure.status == UNAUTHORISED and self._stop_when_refused:
                    limiter.refused = raised
                raise raised
            wait = self._wait(failure, attempt)
            if wait > (longest := max(self._config.max_wait, LONGEST_WAIT)):
                self._give_up(limiter, failure)
                if whom.foreign:
                    raise failed
                raise too_long_a_wait(whom.provider, whom.model, failure, longest) from failed
            self._stats.retries += 1
            self._stats.waited += wait
            if failure.kind == "overload":
                self._stats.waited_for_limits += wait
            self._tell(whom, failure, failed, wait)
            await asyncio.sleep(wait)

    async def _allowed(self, budget: Budget, *, nested: bool) -> None:
        """Refuse a call that the budget has no money for, once the calls under way are paid: then the sum is known.

        A call made from within a call cannot wait for that one.
        """
        while budget.spent_up and self.under_way and not nested:  # noqa: ASYNC110  calls end one by one, rarely here
            await asyncio.sleep(PAID_AFTER)
        budget.check()

    @staticmethod
    def _judged(error: Exception) -> Failure:
        return Failure("timeout") if isinstance(error, DeadlinePassed) else classify(error)

    def _note(self, limiter: Limiter, failure: Failure, started: float) -> None:
        if failure.kind == "overload":
            self._stats.rate_limited += 1
            longest = max(self._config.max_wait, LONGEST_WAIT)
            pause = failure.retry_after if failure.retry_after and failure.retry_after <= longest else None
            limiter.overloaded(started, pause)
        elif failure.kind == "timeout":
            self._stats.timeouts += 1
            limiter.hung_in_a_row += 1
        elif failure.kind != "connection":
            limiter.answered = True
            limiter.hung_in_a_row = 0

    def _most_of_a_kind(self, failure: Failure, error: Exception, limiter: Limiter) -> int:
        """How many attempts of a call may fail like this one; a refusal before a hang is no hang."""
        most = self._config.attempts
        types = self._config.exception_types
        types = types if isinstance(types, tuple) else (types,)
        if Exception not in types and BaseException not in types:
            meant = TimeoutError() if isinstance(error, DeadlinePassed) else error
            if not any(isinstance(link, types) for link in (meant, error.__cause__)):
                return 1
        elif not failure.can_pass:
            return 1
        if failure.kind == "timeout":
            blocked = isinstance(error, DeadlinePassed) and error.blocked
            silent = not limiter.answered or limiter.hung_in_a_row > SILENT_AFTER
            return min(most, SILENT_ATTEMPTS if blocked or silent else TIMEOUT_ATTEMPTS)
        if failure.kind == "connection":
            if limiter.answered:
                return min(most, CONNECTION_ATTEMPTS)
            return 1 if limiter.given_up else min(most, FIRST_CONTACT_ATTEMPTS)
        return most

    def _wait(self, failure: Failure, attempt: int) -> float:
        """Seconds until the next attempt: what the server asks for, else doubling, with jitter."""
        if failure.kind == "timeout":  # the deadline was waiting enough
            attempt = 0
        doubling = min(self._config.max_wait, 0.25 * 2.0**attempt)
        jittered = doubling * _random.uniform(0.5, 1.0)
        if failure.retry_after is None:
            return jittered
        return failure.retry_after + min(0.05, jittered)

    def _give_up(self, limiter: Limiter, failure: Failure) -> None:
        self._stats.given_up += 1
        if failure.kind == "connection" and not limiter.answered:
            limiter.given_up = True

    def _error(self, whom: Whom, failure: Failure, error: Exception, attempts: int) -> Exception:
        """What the caller sees, with the provider's own error as its cause."""
        if isinstance(error, DeadlinePassed):
            return timeout_error(str(whom), self._config.timeout, attempts)
        if whom.foreign or failure.kind == "other":
            return error
        if failure.kind == "timeout":
            raised: Exception = timeout_error(str(whom), None, attempts)
        else:
            raised = call_error(whom.provider, whom.model, failure, error, attempts)
        raised.__cause__ = error
        return raised

    def _tell(self, whom: Whom, failure: Failure, error: Exception, wait: float) -> None:
        if self._config.log_tenacity:
            logging.getLogger("ragas.retry").debug(
                "%s failed (%s); trying again in %.1f s", whom, error, wait
            )
        if self._progress is not None and wait >= NOTED_WAIT:
            self._progress.note(f"{whom}: {failure.kind}, waiting {wait:.0f} s")
