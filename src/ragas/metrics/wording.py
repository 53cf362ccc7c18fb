"""The sentences metrics give as reasons, and the plain forms their evidence takes in traces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ragas.llms.judge import Usefulness, Verdict

SHOWN = 3
"""How many items a reason names; the traces hold all of them."""
LONGEST = 120


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """`1 statement`, `2 statements`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def listed(items: Sequence[str]) -> str:
    """The first few items in quotes, and how many more there are."""
    shown = ", ".join(f'"{_cut(item)}"' for item in items[:SHOWN])
    return shown + (f" and {len(items) - SHOWN} more" if len(items) > SHOWN else "")


def _cut(item: str) -> str:
    # The full stop goes, because the sentence around the quote has its own.
    return item.removesuffix(".") if len(item) <= LONGEST else item[: LONGEST - 1] + "…"


def support_reason(
    statements: Sequence[str], verdicts: Sequence[Verdict], by: str, graded: bool = True
) -> str:
    """Which of the statements are supported, and what decided against the others.

    `graded` says that the score is the mean confidence, where the judge gives confidences.
    """
    how = " The score is the mean confidence." if graded and has_confidence(verdicts) else ""
    against = [
        (text, verdict) for text, verdict in zip(statements, verdicts, strict=True) if not verdict.supported
    ]
    if not against:
        found = "The only statement is" if len(statements) == 1 else f"All {len(statements)} statements are"
        return f"{found} supported by {by}.{how}"
    supported = len(statements) - len(against)
    reason = f"{supported} of {counted(len(statements), 'statement')} supported by {by}.{how}"
    reason += f" Not supported: {listed([text for text, _ in against])}."
    decisive = against[0][1].reason
    return f"{reason} {decisive}" if len(against) == 1 and decisive else reason


def has_confidence(verdicts: Sequence[Verdict]) -> bool:
    """Whether the judge gives the probability that a statement is supported."""
    return any(one.confidence is not None for one in verdicts)


def statement_rows(statements: Sequence[str], verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """One dict a statement: the text and everything the verdict says."""
    return [{"statement": text} | _plain(verdict) for text, verdict in zip(statements, verdicts, strict=True)]


def chunk_rows(opinions: Sequence[Usefulness]) -> list[dict[str, Any]]:
    """One dict a chunk: its index and everything the judge says about it."""
    return [{"chunk": index} | _plain(opinion) for index, opinion in enumerate(opinions)]


NO_CONTEXT = "There is no retrieved context."


def has_text(texts: Sequence[str]) -> bool:
    """Whether any of the texts holds more than blanks."""
    return any(text.strip() for text in texts)


def _plain(record: Verdict | Usefulness) -> dict[str, Any]:
    """What a record says, without what it leaves open, in the values JSON knows."""
    found = {one.name: getattr(record, one.name) for one in fields(record)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in found.items()
        if value is not None
    }
