"""Kept for import paths."""

from ragas.legacy.metrics import AnswerRelevancy, ResponseRelevancy, answer_relevancy

__all__ = ["AnswerRelevancy", "ResponseRelevancy", "answer_relevancy"]
