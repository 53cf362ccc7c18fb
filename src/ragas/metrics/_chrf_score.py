"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import ChrfScore

__all__ = ["ChrfScore"]
