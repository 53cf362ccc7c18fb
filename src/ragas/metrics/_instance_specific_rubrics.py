"""Kept for import paths."""

from ragas.legacy.metrics_custom import InstanceRubrics

__all__ = ["InstanceRubrics"]
