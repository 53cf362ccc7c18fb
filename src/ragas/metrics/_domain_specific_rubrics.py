"""Kept for import paths."""

from ragas.legacy.metrics_custom import RubricsScore

__all__ = ["RubricsScore"]
