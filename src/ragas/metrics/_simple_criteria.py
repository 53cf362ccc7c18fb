"""Kept for import paths."""

from ragas.legacy.metrics_custom import SimpleCriteriaScore

__all__ = ["SimpleCriteriaScore"]
