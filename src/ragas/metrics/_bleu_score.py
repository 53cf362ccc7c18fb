"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import BleuScore

__all__ = ["BleuScore"]
