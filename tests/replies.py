"""Replies a scripted judge gives to the shared steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Reply = dict[str, Any]


def statements(*texts: str) -> Reply:
    """What a text states."""
    return {"statements": list(texts)}


def verdicts(*flags: bool, **more: Any) -> Reply:
    """A verdict on each numbered statement; `more` goes into the supported ones."""
    return {
        "verdicts": [
            {"number": number, "reason": f"reason {number}", "supported": flag, **(more if flag else {})}
            for number, flag in enumerate(flags, 1)
        ]
    }


def useful(*flags: bool) -> Reply:
    """A verdict on each numbered chunk."""
    return {
        "verdicts": [
            {"number": number, "reason": f"reason {number}", "useful": flag}
            for number, flag in enumerate(flags, 1)
        ]
    }


def questions(*texts: str, noncommittal: Iterable[bool] = ()) -> Reply:
    """Questions an answer would fit; flags that are not given are False."""
    flags = [*noncommittal, *[False] * len(texts)]
    return {
        "questions": [
            {"question": text, "noncommittal": flag} for text, flag in zip(texts, flags, strict=False)
        ]
    }


def entities(*names: str) -> Reply:
    """What a text names."""
    return {"entities": list(names)}
