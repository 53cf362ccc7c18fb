"""Kept for import paths."""

from ragas.legacy.metrics_judged import AnswerAccuracy, ContextRelevance, ResponseGroundedness

__all__ = ["AnswerAccuracy", "ContextRelevance", "ResponseGroundedness"]
