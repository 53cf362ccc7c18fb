"""Kept for import paths."""

from ragas.legacy.metrics_judged import DecompositionType, FactualCorrectness

__all__ = ["DecompositionType", "FactualCorrectness"]
