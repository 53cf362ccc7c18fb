"""What a minute may hold, spread evenly over it."""

from __future__ import annotations

import threading
import time


class Pace:
    """A rate that is kept at every moment: any 60 seconds hold `per_minute`, and one step more that was begun in them."""

    def __init__(self, per_minute: float) -> None:
        self._seconds_each = 60 / per_minute
        self._free_at = float("-inf")
        self._lock = threading.Lock()

    def take(self, amount: float = 1) -> float:
        """Take a share, and learn how many seconds to wait before using it."""
        with self._lock:
            now = time.monotonic()
            start = max(now, self._free_at)
            self._free_at = start + amount * self._seconds_each
            return start - now

    def correct(self, amount: float) -> None:
        """Take more (or, below 0, give some back) for a share that turned out different."""
        with self._lock:
            self._free_at += amount * self._seconds_each


class TokenPace:
    """A pace for tokens, whose number shows only when the reply is there."""

    def __init__(self, per_minute: float) -> None:
        self._pace = Pace(per_minute)
        self._seen = 0
        self._tokens = 0

    def expected(self, characters: int) -> int:
        """What a call with so long a request will take: what calls took so far, at first four characters a token."""
        return self._tokens // self._seen if self._seen else characters // 4

    def take(self, tokens: int) -> float:
        """Take a share, and learn how many seconds to wait before using it."""
        return self._pace.take(tokens)

    def used(self, tokens: int, expected: int) -> None:
        """Say how many tokens a call took for which `expected` were taken."""
        self._seen += 1
        self._tokens += tokens
        self._pace.correct(tokens - expected)
