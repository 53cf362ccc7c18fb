"""What calls cost, from an offline table of all providers' prices."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class _Rates:
    """US dollars a token."""

    input: float
    cached: float
    output: float


def price(model: str, provider: str, usage: Usage) -> float | None:
    """What this usage costs in US dollars; None when the model's price or its tokens are unknown.

    A cost the provider stated itself is taken as it is.
    """
    if usage.cost is not None:
        return usage.cost
    if not usage.known or not model or not provider:
        return None
    provider = _PROVIDERS.get(provider.lower(), provider.lower())
    rates = _rates(model, provider)
    if isinstance(rates, _Rates):
        cached = min(usage.cached_tokens, usage.input_tokens or 0)
        return (
            ((usage.input_tokens or 0) - cached) * rates.input
            + cached * rates.cached
            + (usage.output_tokens or 0) * rates.output
        )
    return _looked_up(model, provider, usage) if rates else None


@lru_cache(maxsize=256)
def _rates(model: str, provider: str) -> _Rates | bool:
    """Flat rates of a model; True when its price has steps, False when it is unknown.

    The table's own arithmetic takes half a millisecond a call, so flat rates are kept as three numbers.
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
    for name in ("input_mtok", "cache_read_mtok", "output_mtok"):
        value = getattr(found, name, None)
        if value is not None and not isinstance(value, Decimal):
            return True
        flat.append(None if value is None else float(value) / 1e6)
    per_input, per_cached, per_output = flat
    if per_input is None:
        return True
    return _Rates(per_input, per_input if per_cached is None else per_cached, per_output or 0.0)


def _looked_up(model: str, provider: str, usage: Usage) -> float | None:
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    # Steps depend on the size of one request, so several requests are priced at their average size.
    count = max(1, usage.requests)
    tokens = Tokens(
        input_tokens=(usage.input_tokens or 0) // count,
        cache_read_tokens=usage.cached_tokens // count,
        output_tokens=(usage.output_tokens or 0) // count,
    )
    try:
        return float(calc_price(tokens, model_ref=model, provider_id=provider).total_price) * count
    except Exception:  # noqa: BLE001  as above
        return None
