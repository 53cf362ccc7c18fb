"""Read the token counts of a reply, whatever the provider calls them; what is not told stays unknown."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from ragas.engine.usage import Usage

_INPUT = (
    "input_tokens",
    "prompt_tokens",
    "prompt_token_count",
    "inputTokens",
    "promptTokenCount",
    "prompt_eval_count",
    "input_token_count",
    "inputTokenCount",
)
_OUTPUT = (
    "output_tokens",
    "completion_tokens",
    "candidates_token_count",
    "outputTokens",
    "candidatesTokenCount",
    "eval_count",
    "output_token_count",
    "outputTokenCount",
    "generated_token_count",
)
_CACHED = (
    "cached_tokens",
    "cache_read_tokens",
    "cache_read_input_tokens",
    "cacheReadInputTokens",
    "cached_content_token_count",
    "cachedContentTokenCount",
    "prompt_cache_hit_tokens",
    "cache_read",
)
_WRITTEN = (
    "cache_write_tokens",
    "cache_creation_input_tokens",
    "cacheWriteInputTokens",
    "cache_creation_tokens",
    "cache_creation",
)
_WRITTEN_BY_AGE = ("ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
"""How LangChain tells what Anthropic's cache took, in place of one count."""
_REASONING = (
    "reasoning_tokens",
    "output_reasoning_tokens",
    "thoughts_token_count",
    "thoughtsTokenCount",
    "thoughts_tokens",
    "reasoning",
)
_BESIDE = {
    # Anthropic and Bedrock count what they read from and write to their cache beside the input.
    "input_tokens": ("cache_read_input_tokens", "cache_creation_input_tokens"),
    "inputTokens": ("cacheReadInputTokens", "cacheWriteInputTokens"),
    # Google counts thoughts beside the answer, and what tools brought in beside the prompt.
    "prompt_token_count": ("tool_use_prompt_token_count",),
    "promptTokenCount": ("toolUsePromptTokenCount",),
    "candidates_token_count": ("thoughts_token_count",),
    "candidatesTokenCount": ("thoughtsTokenCount",),
}
"""Counts that a provider does not include in the one it gives them beside."""
_DETAILS = (
    "prompt_tokens_details",
    "input_tokens_details",
    "input_token_details",
    "completion_tokens_details",
    "output_tokens_details",
    "output_token_details",
    "details",
)
_WITHIN = ("usage", "usage_metadata", "usageMetadata", "token_usage", "billed_units", "meta")
"""Where a whole reply, or the usage itself, holds the counts."""
MOST = 10**15
"""More tokens, or dollars, than any call has."""
DEEPEST = 2
"""How deep they are looked for: a stand-in object may have every attribute of every attribute."""


def token_counts(raw: object) -> Usage | None:
    """The usage in a mapping or an object of any provider, or in a reply that holds one; None when it tells nothing.

    Both counts at 0 is how some servers say that they do not count.
    """
    return _counts(raw, DEEPEST)


def _counts(raw: object, depth: int) -> Usage | None:
    if raw is None or isinstance(raw, str):
        return None
    read = _whole(raw, _INPUT)
    written = _whole(raw, _OUTPUT)
    if read is None and written is None:
        if (total := _first(raw, ("total_tokens", "total_token_count"))) is not None:
            return Usage(input_tokens=total) if total else None
        inside = (_get(raw, name) for name in _WITHIN) if depth else ()
        return next((found for part in inside if (found := _counts(part, depth - 1)) is not None), None)
    if not read and not written:
        return None
    parts = [raw, *(part for name in _DETAILS if (part := _get(raw, name)) is not None)]
    return Usage(
        input_tokens=read,
        output_tokens=written,
        cached_tokens=next((n for part in parts if (n := _first(part, _CACHED))), 0),
        reasoning_tokens=next((n for part in parts if (n := _first(part, _REASONING))), 0),
        cache_write_tokens=next((n for part in parts if (n := _taken_by_cache(part))), 0),
        cost=_stated(raw),
    )


def _taken_by_cache(part: object) -> int:
    return _first(part, _WRITTEN) or sum(token_count(_get(part, name)) or 0 for name in _WRITTEN_BY_AGE)


def _stated(raw: object) -> float | None:
    """The price in US dollars, which gateways such as OpenRouter tell with the counts; 0 tells nothing."""
    cost = _get(raw, "cost")
    is_price = isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 < cost <= MOST
    return float(cost) if is_price else None


def _whole(raw: object, names: tuple[str, ...]) -> int | None:
    """The first count there is, with what is counted beside it; without any, what is counted beside one."""
    for name in names:
        if (count := token_count(_get(raw, name))) is not None:
            return count + _beside(raw, name)
    return next((beside for name in names if (beside := _beside(raw, name))), None)


def _beside(raw: object, name: str) -> int:
    return sum(token_count(_get(raw, other)) or 0 for other in _BESIDE.get(name, ()))


def _first(raw: object, names: tuple[str, ...]) -> int | None:
    return next((count for name in names if (count := token_count(_get(raw, name))) is not None), None)


def token_count(value: Any) -> int | None:
    """A count of tokens; what cannot be one, such as -1, not a number or 10^400, tells nothing."""
    is_number = isinstance(value, (int, float, Real)) and not isinstance(value, bool)
    return int(value) if is_number and 0 <= value <= MOST else None


def _get(raw: object, name: str) -> Any:
    return raw.get(name) if isinstance(raw, Mapping) else getattr(raw, name, None)
