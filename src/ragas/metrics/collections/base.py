"""Kept for import paths."""

from ragas.metrics.base import BaseMetric

__all__ = ["BaseMetric"]
