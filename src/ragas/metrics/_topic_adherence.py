"""Kept for import paths."""

from ragas.legacy.metrics_judged import TopicAdherenceScore

__all__ = ["TopicAdherenceScore"]
