"""Kept for import paths."""

from ragas.legacy.metrics_custom import (
    DEFAULT_REFERENCE_FREE_RUBRICS,
    DEFAULT_WITH_REFERENCE_RUBRICS,
    RubricsScore,
)

__all__ = ["DEFAULT_REFERENCE_FREE_RUBRICS", "DEFAULT_WITH_REFERENCE_RUBRICS", "RubricsScore"]
