"""Kept for import paths."""

from ragas.embeddings.openai import OpenAIEmbeddings

__all__ = ["OpenAIEmbeddings"]
