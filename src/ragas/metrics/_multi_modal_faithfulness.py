"""Kept for import paths."""

from ragas.legacy.metrics_custom import MultiModalFaithfulness, multimodal_faithness

__all__ = ["MultiModalFaithfulness", "multimodal_faithness"]
