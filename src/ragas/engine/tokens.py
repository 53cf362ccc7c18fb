"""Tokens of a call; what a provider does not tell is unknown, not 0."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, or of several added up.

    `None` is unknown. Adding a call whose tokens are unknown leaves the known sum and counts the call in
    `unknown_requests`. `input_tokens` includes the cached ones (`cached_tokens`, read from the provider's cache) and
    those written to its cache (`cache_write_tokens`), `output_tokens` the reasoning ones. `cost` is what the provider
    itself stated, in US dollars; `price` works one out where it did not. `model` is a name that a parser of the user's
    gave: the call is booked under it.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    requests: int = 1
    cost: float | None = None
    unknown_requests: int = 0
    cache_write_tokens: int = 0
    model: str | None = None

    @property
    def known(self) -> bool:
        """Whether the provider told any tokens."""
        return self.input_tokens is not None or self.output_tokens is not None

    def __add__(self, other: Usage) -> Usage:
        if not isinstance(other, Usage):
            return NotImplemented
        return Usage(
            input_tokens=_sum(self.input_tokens, other.input_tokens),
            output_tokens=_sum(self.output_tokens, other.output_tokens),
            cached_tokens=self.cached_tokens + other.cached_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
            requests=self.requests + other.requests,
            cost=_sum(self.cost, other.cost),
            unknown_requests=_unknown(self) + _unknown(other),
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
            model=self.model if self.model == other.model else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def _unknown(usage: Usage) -> int:
    return usage.unknown_requests if usage.known or usage.unknown_requests else usage.requests


def _sum(left: Any, right: Any) -> Any:
    if left is None:
        return right
    return left if right is None else left + right
