"""Kept for import paths."""

from ragas.embeddings.models import GoogleEmbeddings

__all__ = ["GoogleEmbeddings"]
