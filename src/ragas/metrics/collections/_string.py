"""Kept for import paths."""

from ragas.metrics.collections.string import ExactMatch, NonLLMStringSimilarity, StringPresence
from ragas.metrics.similarity import DistanceMeasure

__all__ = ["DistanceMeasure", "ExactMatch", "NonLLMStringSimilarity", "StringPresence"]
