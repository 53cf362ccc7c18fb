"""Kept for import paths."""

from ragas.legacy.metrics import ContextEntityRecall, context_entity_recall

__all__ = ["ContextEntityRecall", "context_entity_recall"]
