"""Kept for import paths."""

from ragas.legacy.metrics import Faithfulness, faithfulness
from ragas.legacy.metrics_judged import FaithfulnesswithHHEM

__all__ = ["Faithfulness", "FaithfulnesswithHHEM", "faithfulness"]
