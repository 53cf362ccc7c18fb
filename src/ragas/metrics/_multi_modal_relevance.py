"""Kept for import paths."""

from ragas.legacy.metrics_custom import MultiModalRelevance, multimodal_relevance

__all__ = ["MultiModalRelevance", "multimodal_relevance"]
