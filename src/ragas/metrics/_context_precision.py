"""Kept for import paths."""

from ragas.legacy.metrics import (
    ContextPrecision,
    ContextUtilization,
    IDBasedContextPrecision,
    LLMContextPrecisionWithoutReference,
    LLMContextPrecisionWithReference,
    NonLLMContextPrecisionWithReference,
    context_precision,
    context_utilization,
)

__all__ = [
    "ContextPrecision",
    "ContextUtilization",
    "IDBasedContextPrecision",
    "LLMContextPrecisionWithReference",
    "LLMContextPrecisionWithoutReference",
    "NonLLMContextPrecisionWithReference",
    "context_precision",
    "context_utilization",
]
