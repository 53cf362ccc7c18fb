"""Models that a run lends, in the form first-generation metrics call them in."""

from __future__ import annotations

from typing import Any


def in_old_form(model: Any) -> Any:
    """A LangChain or LlamaIndex model or its embeddings in a wrapper of the first generation; others as they are."""
    if _has(model, "agenerate_prompt", "generate_prompt"):
        from ragas.legacy.llms import LangchainLLMWrapper

        return LangchainLLMWrapper(model)
    if _has(model, "acomplete", "complete"):
        from ragas.legacy.llms import LlamaIndexLLMWrapper

        return LlamaIndexLLMWrapper(model)
    if hasattr(model, "embed_text"):
        return model
    if _has(model, "embed_query", "embed_documents"):
        from ragas.legacy.embeddings import LangchainEmbeddingsWrapper

        return LangchainEmbeddingsWrapper(model)
    if _has(model, "get_text_embedding", "get_query_embedding"):
        from ragas.legacy.embeddings import LlamaIndexEmbeddingsWrapper

        return LlamaIndexEmbeddingsWrapper(model)
    return model


def _has(model: Any, *names: str) -> bool:
    return all(callable(getattr(model, name, None)) for name in names)
