"""Kept for import paths."""

from ragas.metrics.collections.rouge_score import RougeScore

__all__ = ["RougeScore"]
