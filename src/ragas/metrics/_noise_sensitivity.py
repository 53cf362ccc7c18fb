"""Kept for import paths."""

from ragas.legacy.metrics import NoiseSensitivity

__all__ = ["NoiseSensitivity"]
