"""Kept for import paths: the names of `ragas.embeddings`."""

from __future__ import annotations

from typing import Any

import ragas.embeddings


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(ragas.embeddings, "embedding_factory" if name == "modern_embedding_factory" else name)
