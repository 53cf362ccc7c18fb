"""Kept for import paths."""

from ragas.legacy.metrics_deterministic import ToolCallAccuracy

__all__ = ["ToolCallAccuracy"]
