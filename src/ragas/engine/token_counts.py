"""Read the token counts of a reply, whatever the provider calls them; what is not told stays unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragas.engine.usage import Usage

_INPUT = (
    "input_tokens",
    "prompt_tokens",
    "prompt_token_count",
    "inputTokens",
    "promptTokenCount",
    "prompt_eval_count",
)
_OUTPUT = (
    "output_tokens",
    "completion_tokens",
    "candidates_token_count",
    "outputTokens",
    "candidatesTokenCount",
    "eval_count",
)
_CACHED = (
    "cached_tokens",
    "cache_read_tokens",
    "cache_read_input_tokens",
    "cached_content_token_count",
    "cache_read",
)
_REASONING = ("reasoning_tokens", "thoughts_token_count", "reasoning")
_DETAILS = (
    "prompt_tokens_details",
    "input_tokens_details",
    "input_token_details",
    "completion_tokens_details",
    "output_tokens_details",
    "output_token_details",
    "details",
)


def token_counts(raw: object) -> Usage | None:
    """The usage in a mapping or an object of any provider; None when it tells nothing.

    Both counts at 0 is how some servers say that they do not count.
    """
    if raw is None:
        return None
    read = _first(raw, _INPUT)
    written = _first(raw, _OUTPUT)
    if read is None and written is None:
        total = _first(raw, ("total_tokens", "total_token_count"))
        return Usage(input_tokens=total) if total else None
    if not read and not written:
        return None
    parts = [raw, *(part for name in _DETAILS if (part := _get(raw, name)) is not None)]
    return Usage(
        input_tokens=read,
        output_tokens=written,
        cached_tokens=next((n for part in parts if (n := _first(part, _CACHED))), 0),
        reasoning_tokens=next((n for part in parts if (n := _first(part, _REASONING))), 0),
    )


def _first(raw: object, names: tuple[str, ...]) -> int | None:
    for name in names:
        value = _get(raw, name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return int(value)
    return None


def _get(raw: object, name: str) -> Any:
    return raw.get(name) if isinstance(raw, Mapping) else getattr(raw, name, None)
