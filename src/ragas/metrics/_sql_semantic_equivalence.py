"""Kept for import paths."""

from ragas.legacy.metrics_judged import LLMSQLEquivalence

__all__ = ["LLMSQLEquivalence"]
