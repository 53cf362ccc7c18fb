"""A budget can be kept only where every call has a price: this is found out before the first one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ragas.engine.prices import price, runs_here
from ragas.engine.tokens import Usage
from ragas.exceptions import ConfigurationError

_A_CALL = Usage(1000, 1000)


def refuse_unpriced(models: Iterable[Any]) -> None:
    """Refuse a budget for models of which one has no known price.

    Raises:
        ConfigurationError: one has none; names it and says what to do.
    """
    for model in models:
        if model is not None and not has_price(model):
            raise ConfigurationError(
                f"The price of {_name(model)!r} is unknown, so a budget cannot be kept; nothing was sent. Leave the "
                "budget out, or use a model whose price is listed: llm_factory('gpt-4o-mini'), say."
            )


def has_price(model: Any) -> bool:
    """Whether what a call of a judge or embedder costs can be told, be it nothing.

    One of the user's own is known by the judges and embedders it holds and asks.
    """
    endpoint = getattr(model, "endpoint", None)
    if endpoint is not None:
        provider, name = endpoint.provider, endpoint.model
        return runs_here(provider) or runs_here(name) or price(name, provider, _A_CALL) is not None
    if getattr(model, "managed", False) or runs_here(_name(model)):
        return True  # it sends nothing
    held = getattr(model, "__dict__", {}).values()
    inner = [one for one in held if hasattr(type(one), "agenerate") or hasattr(type(one), "aembed_texts")]
    return bool(inner) and all(map(has_price, inner))


def _name(model: Any) -> str:
    return str(getattr(model, "name", "") or type(model).__name__)
