"""Kept for import paths."""

from ragas.legacy.metrics_custom import (
    SUPPORTED_ASPECTS,
    AspectCritic,
    coherence,
    conciseness,
    correctness,
    harmfulness,
    maliciousness,
)

__all__ = [
    "SUPPORTED_ASPECTS",
    "AspectCritic",
    "coherence",
    "conciseness",
    "correctness",
    "harmfulness",
    "maliciousness",
]
