"""Kept for import paths."""

from ragas.legacy.metrics_judged import FactualCorrectness

__all__ = ["FactualCorrectness"]
