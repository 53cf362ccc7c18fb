"""Kept for import paths."""

from ragas.metrics.collections.semantic_similarity import SemanticSimilarity

__all__ = ["SemanticSimilarity"]
