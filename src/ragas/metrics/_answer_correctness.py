"""Kept for import paths."""

from ragas.legacy.metrics_judged import AnswerCorrectness, answer_correctness

__all__ = ["AnswerCorrectness", "answer_correctness"]
