"""Kept for import paths."""

from ragas.embeddings.huggingface import HuggingFaceEmbeddings

__all__ = ["HuggingFaceEmbeddings"]
