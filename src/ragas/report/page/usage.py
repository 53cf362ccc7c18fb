"""What a run took, in the words of the page. What nobody knows is called unknown, never 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNKNOWN, NOTHING = "unknown", "–"


@dataclass(frozen=True)
class Spent:
    """A line of the usage table."""

    name: str
    calls: str
    shared: str
    sent: str
    received: str
    extra: str
    price: str


def spent(name: str, usage: Mapping[str, Any]) -> Spent:
    """What one metric or model took."""
    calls, shared = usage.get("calls") or 0, usage.get("cached_calls") or 0
    extra = [
        f"{usage[key]:,} {word}"
        for key, word in (("cached_tokens", "cached"), ("reasoning_tokens", "reasoning"))
        if usage.get(key)
    ]
    if usage.get("unknown_calls"):
        extra.append(f"{_calls(usage['unknown_calls'])} without usage")
    return Spent(
        name=name,
        calls=f"{calls:,}",
        shared=f"{shared:,}" if shared else NOTHING,
        sent=_tokens(usage.get("input_tokens"), calls),
        received=_tokens(usage.get("output_tokens"), calls),
        extra=", ".join(extra) or NOTHING,
        price=price(usage, calls),
    )


def _tokens(count: int | None, calls: int) -> str:
    if not calls:
        return NOTHING
    return UNKNOWN if count is None else f"{count:,}"


def price(usage: Mapping[str, Any], calls: int) -> str:
    """The price in US dollars, with what it leaves out."""
    if not calls:
        return NOTHING
    cost = usage.get("cost")
    if cost is None:
        return UNKNOWN
    unpriced = usage.get("unpriced_calls") or 0
    return f"${cost:,.4f}" + (f" without {_calls(unpriced)} of unknown price" if unpriced else "")


def _calls(number: int) -> str:
    return f"{number:,} call{'' if number == 1 else 's'}"


def usage_tables(usage: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The usage by metric, by model and in all; None where the run kept none."""
    if usage is None:
        return None
    calls = usage.get("calls")
    if calls is None:
        calls = (usage.get("judge_calls") or 0) + (usage.get("embedding_calls") or 0)
    by_metric, by_model = (usage.get(key) or {} for key in ("by_metric", "by_model"))
    return {
        "calls": calls,
        "total": spent("Total", {**usage, "calls": calls}),
        "by_metric": [spent(name or "outside of metrics", one) for name, one in by_metric.items()],
        "by_model": [spent(name, one) for name, one in by_model.items()],
    }
