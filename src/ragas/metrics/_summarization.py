"""Kept for import paths."""

from ragas.legacy.metrics_judged import SummarizationScore, summarization_score

__all__ = ["SummarizationScore", "summarization_score"]
