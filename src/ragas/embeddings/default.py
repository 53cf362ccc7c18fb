"""Which embeddings are used when none are given."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

from ragas.embeddings.embedder import Embedder

DEFAULT_OPENAI_MODEL = "text-embedding-3-small"


def default_embedder(judge: Any = None) -> Embedder | None:
    """The embeddings named by RAGAS_EMBEDDINGS ("provider:model" or "local"), else OpenAI's if its key is set, else
    the offline ones if they are installed, else None.

    Raises:
        ConfigurationError: RAGAS_EMBEDDINGS names something that cannot be built.
    """
    named = os.environ.get("RAGAS_EMBEDDINGS", "").strip()
    if not named:
        if os.environ.get("OPENAI_API_KEY"):
            named = f"openai:{DEFAULT_OPENAI_MODEL}"
        else:
            from ragas.embeddings.local import is_installed

            named = "local" if is_installed() else ""
    return _built(named) if named else None


@lru_cache(maxsize=8)
def _built(named: str) -> Embedder:
    from ragas.embeddings.factory import embedding_factory

    provider, _, model = named.partition(":")
    return embedding_factory(provider, model or None)
