"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import DataCompyScore

__all__ = ["DataCompyScore"]
