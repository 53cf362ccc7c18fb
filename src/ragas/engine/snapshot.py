"""How the calls of a run stand at a moment, in numbers and in words."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

OLD_CALL = 5.0
"""Seconds from which on the age of the oldest call is worth showing."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How the calls of a run stand."""

    in_flight: int = 0
    oldest: float | None = None
    """Seconds the call that has been under way longest has been so."""
    retries: int = 0
    rate_limited: int = 0
    timeouts: int = 0
    reused: int = 0
    """Replies that were at hand: from the cache, or made for another cell."""
    tokens: int | None = None
    cost: float | None = None
    """US dollars, as far as known."""
    unpriced: bool = False
    """Whether there are calls whose price is unknown."""

    def words(self) -> list[str]:
        """What is worth telling, the most telling first."""
        words = [f"{self.in_flight} in flight"] if self.in_flight else []
        if self.oldest is not None and self.oldest >= OLD_CALL:
            words.append(f"oldest {clock(self.oldest)}")
        if self.cost is not None:
            words.append(f"{'over ' if self.unpriced else ''}{dollars(self.cost)}")
        if self.tokens is not None:
            words.append(f"{short(self.tokens)} tokens")
        if self.retries:
            words.append(counted(self.retries, "retry", "retries"))
        if self.rate_limited:
            words.append(f"{self.rate_limited:,} rate limited")
        if self.timeouts:
            words.append(counted(self.timeouts, "timeout", "timeouts"))
        if self.reused:
            words.append(f"{counted(self.reused, 'reply', 'replies')} reused")
        return words


class Remaining:
    """How long the rest will take, by what was done in the last minute."""

    WINDOW = 60.0

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._seen: deque[tuple[float, int]] = deque([(self._began, 0)])

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    def seconds(self, done: int, total: int | None) -> float | None:
        """Seconds left; None where nothing tells."""
        now = time.monotonic()
        if now - self._seen[-1][0] >= 0.5:
            self._seen.append((now, done))
            while now - self._seen[0][0] > self.WINDOW and len(self._seen) > 2:
                self._seen.popleft()
        since, before = self._seen[0]
        if total is None or done <= before or now <= since:
            return None
        return (total - done) * (now - since) / (done - before)


def clock(seconds: float) -> str:
    """A span of time as one reads it off a clock: 0:07, 12:40, 1:02:03."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def short(number: int) -> str:
    """A number in three digits: 950, 12.3k, 4.56M."""
    for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= size * 0.9995:
            return f"{number / size:.3g}{unit}"
    return str(number)


def dollars(amount: float) -> str:
    """An amount of money, to the cent, or to what there is of a cent."""
    return f"${amount:,.2f}" if amount >= 0.1 or amount == 0 else f"${amount:.2g}"


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many}"
