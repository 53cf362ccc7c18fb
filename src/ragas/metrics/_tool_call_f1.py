"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import ToolCallF1

__all__ = ["ToolCallF1"]
