"""Which failures of a judge cost one question, and which end the run."""

from __future__ import annotations

from pydantic import ValidationError

from ragas.exceptions import (
    BudgetSpentError,
    ConfigurationError,
    MissingDependencyError,
    RagasError,
    ReplyError,
    TruncatedReplyError,
    UnsupportedStepError,
)

UNREADABLE = (ReplyError, TruncatedReplyError, ValidationError)
"""Replies that came and cannot be used. A judge of the user's own lets pydantic say so."""

_DECISIVE = (BudgetSpentError, ConfigurationError, MissingDependencyError, UnsupportedStepError)


def costs_its_call_only(error: Exception) -> bool:
    """Whether the next call may well succeed: anything a judge raises that is no matter of settings, money or disk."""
    full_disk = type(error) is RagasError  # the record of the run cannot be written
    return not isinstance(error, _DECISIVE) and not full_disk
