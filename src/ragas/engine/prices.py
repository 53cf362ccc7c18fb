"""What calls cost, from an offline table of all providers' prices."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ragas.engine.tokens import Usage

# Names of ours and of client libraries for what the table lists under another name.
_PROVIDERS = {
    "google-gla": "google",
    "google-vertex": "google",
    "gemini": "google",
    "vertexai": "google",
    "bedrock": "aws",
    "openai-chat": "openai",
    "openai-responses": "openai",
    "azure-openai": "azure",
    "xai": "x-ai",
}
_THROUGH = frozenset({"langchain", "llama-index", "litellm", "text"})
"""What calls a model of somebody else's, so that only the model's name says whose prices hold."""
_MAKERS = (
    (re.compile(r"(?:[a-z-]+\.)?(?:anthropic|amazon|meta|cohere|mistral)\."), "aws"),
    (re.compile(r"(?:gpt-(?!oss)|chatgpt-|o\d(?:-|$)|text-embedding-)"), "openai"),
    (re.compile(r"claude-"), "anthropic"),
    (re.compile(r"gemini-"), "google"),
)
"""Names that one provider's models have, or that everybody sells at that provider's price."""


@dataclass(frozen=True, slots=True)
class _Rates:
    """US dollars a token."""

    input: float
    cached: float
    written: float
    output: float


def runs_here(name: str) -> bool:
    """Whether a provider or model of that name runs in this process, so that its calls cost nothing."""
    return name in ("local", "embedded") or name.startswith("local:")


def price(model: str, provider: str, usage: Usage) -> float | None:
    """What this usage costs in US dollars; None when the model's price or its tokens are unknown.

    A cost the provider stated itself is taken as it is.
    """
    if usage.cost is not None:
        return usage.cost
    if not usage.known or not model or not provider:
        return None
    provider, model = _listed(provider.lower(), model)
    rates = _rates(model, provider)
    if isinstance(rates, _Rates):
        cached, written = _parts(usage)
        return (
            ((usage.input_tokens or 0) - cached - written) * rates.input
            + cached * rates.cached
            + written * rates.written
            + (usage.output_tokens or 0) * rates.output
        )
    return _looked_up(model, provider, usage) if rates else None


def _listed(provider: str, model: str) -> tuple[str, str]:
    """Provider and model under the names of the table."""
    if provider in _THROUGH:
        named, slash, rest = model.partition("/")
        if slash:
            provider, model = named.lower(), rest
        else:
            provider = next((maker for names, maker in _MAKERS if names.match(model)), provider)
    return _PROVIDERS.get(provider, provider), model


def _parts(usage: Usage) -> tuple[int, int]:
    """The input tokens read from the provider's cache and those written to it, together no more than there are."""
    read = usage.input_tokens or 0
    cached = min(usage.cached_tokens, read)
    return cached, min(usage.cache_write_tokens, read - cached)


@lru_cache(maxsize=256)
def _rates(model: str, provider: str) -> _Rates | bool:
    """Flat rates of a model; True when its price has steps, False when it is unknown.

    The table's own arithmetic takes half a millisecond a call, so flat rates are kept as four numbers.
    """
    from decimal import Decimal

    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    try:
        found = calc_price(
            Tokens(input_tokens=1, output_tokens=1), model_ref=model, provider_id=provider
        ).model_price
    except Exception:  # noqa: BLE001  an unlisted model, or a table that cannot price it: unknown either way
        return False
    flat: list[float | None] = []
    for name in ("input_mtok", "cache_read_mtok", "cache_write_mtok", "output_mtok"):
        value = getattr(found, name, None)
        if value is not None and not isinstance(value, Decimal):
            return True
        flat.append(None if value is None else float(value) / 1e6)
    per_input, per_cached, per_written, per_output = flat
    if per_input is None:
        return True
    return _Rates(
        per_input,
        per_input if per_cached is None else per_cached,
        per_input if per_written is None else per_written,
        per_output or 0.0,
    )


def _looked_up(model: str, provider: str, usage: Usage) -> float | None:
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    # Steps depend on the size of one request, so several requests are priced at their average size.
    count = max(1, usage.requests)
    cached, written = _parts(usage)
    tokens = Tokens(
        input_tokens=(usage.input_tokens or 0) // count,
        cache_read_tokens=cached // count,
        cache_write_tokens=written // count,
        output_tokens=(usage.output_tokens or 0) // count,
    )
    try:
        return float(calc_price(tokens, model_ref=model, provider_id=provider).total_price) * count
    except Exception:  # noqa: BLE001  as above
        return None
