"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import RougeScore

__all__ = ["RougeScore"]
