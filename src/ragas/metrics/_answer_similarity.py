"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import AnswerSimilarity, SemanticSimilarity, answer_similarity

__all__ = ["AnswerSimilarity", "SemanticSimilarity", "answer_similarity"]
