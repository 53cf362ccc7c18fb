"""Kept for import paths."""

from ragas.metrics.collections.bleu_score import BleuScore

__all__ = ["BleuScore"]
