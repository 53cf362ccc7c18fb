"""Words with which people say that something is good or bad."""

from __future__ import annotations

from typing import Any

GOOD = {"accept", "accepted", "correct", "faithful", "good", "grounded", "ok", "pass", "passed", "right"}
GOOD |= {"supported", "true", "y", "yes"}
BAD = {"bad", "fail", "failed", "false", "hallucinated", "incorrect", "n", "no", "reject", "rejected"}
BAD |= {"unfaithful", "ungrounded", "unsupported", "wrong"}


def sense(label: Any) -> bool | None:
    """Whether a label says good or bad; None where it says neither.

    >>> sense("Yes"), sense("failed"), sense(True), sense("purple")
    (True, False, True, None)
    """
    if isinstance(label, bool):
        return label
    word = label.strip().casefold() if isinstance(label, str) else None
    return True if word in GOOD else False if word in BAD else None
