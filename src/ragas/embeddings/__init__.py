"""Embedders: the models that turn text into vectors, whoever serves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.embeddings.adapt import as_embedder
    from ragas.embeddings.embedder import Embedder, batch_texts, get_optimal_batch_size, validate_texts
    from ragas.embeddings.embedder import Embedder as BaseRagasEmbedding
    from ragas.embeddings.embedder import Embedder as RagasBaseEmbedding
    from ragas.embeddings.factory import embedding_factory
    from ragas.embeddings.huggingface import HuggingFaceEmbeddings
    from ragas.embeddings.local import LocalEmbedder
    from ragas.embeddings.models import GoogleEmbeddings
    from ragas.embeddings.openai import OpenAIEmbeddings

_HOME = {
    "BaseRagasEmbedding": "ragas.embeddings.embedder:Embedder",
    "BaseRagasEmbeddings": "ragas.legacy.embeddings",
    "Embedder": "ragas.embeddings.embedder",
    "GoogleEmbeddings": "ragas.embeddings.models",
    "HuggingFaceEmbeddings": "ragas.embeddings.huggingface",
    "LangchainEmbeddingsWrapper": "ragas.legacy.embeddings",
    "LlamaIndexEmbeddingsWrapper": "ragas.legacy.embeddings",
    "LocalEmbedder": "ragas.embeddings.local",
    "OpenAIEmbeddings": "ragas.embeddings.openai",
    "RagasBaseEmbedding": "ragas.embeddings.embedder:Embedder",
    "as_embedder": "ragas.embeddings.adapt",
    "batch_texts": "ragas.embeddings.embedder",
    "embedding_factory": "ragas.embeddings.factory",
    "get_optimal_batch_size": "ragas.embeddings.embedder",
    "validate_texts": "ragas.embeddings.embedder",
}

__all__ = [
    "BaseRagasEmbedding",
    "BaseRagasEmbeddings",
    "Embedder",
    "GoogleEmbeddings",
    "HuggingFaceEmbeddings",
    "LangchainEmbeddingsWrapper",
    "LlamaIndexEmbeddingsWrapper",
    "LocalEmbedder",
    "OpenAIEmbeddings",
    "RagasBaseEmbedding",
    "as_embedder",
    "batch_texts",
    "embedding_factory",
    "get_optimal_batch_size",
    "validate_texts",
]


__getattr__, __dir__ = door(__name__, _HOME)
