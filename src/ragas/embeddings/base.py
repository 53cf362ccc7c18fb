"""Kept for import paths: the names of `ragas.embeddings`."""

from __future__ import annotations

from typing import Any

import ragas.embeddings


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "modern_embedding_factory":
        from ragas.embeddings.factory import modern_embedding_factory

        return modern_embedding_factory
    return getattr(ragas.embeddings, name)
