"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import ExactMatch, NonLLMStringSimilarity, StringPresence
from ragas.metrics.similarity import DistanceMeasure

__all__ = ["DistanceMeasure", "ExactMatch", "NonLLMStringSimilarity", "StringPresence"]
