"""Kept for import paths."""

from ragas.legacy.metrics import (
    ContextRecall,
    IDBasedContextRecall,
    LLMContextRecall,
    NonLLMContextRecall,
    context_recall,
)

__all__ = [
    "ContextRecall",
    "IDBasedContextRecall",
    "LLMContextRecall",
    "NonLLMContextRecall",
    "context_recall",
]
