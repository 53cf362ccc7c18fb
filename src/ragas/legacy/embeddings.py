"""The first-generation interface to embeddings, and the wrappers that lead to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Any

from ragas.embeddings.adapt import ForeignEmbedder, as_embedder
from ragas.embeddings.embedder import Embedder
from ragas.embeddings.model_embedder import ModelEmbedder
from ragas.engine.cache import check_cache
from ragas.engine.event_loop import call_in_thread
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ConfigurationError


class BaseRagasEmbeddings(ABC):
    """Embeddings of queries and documents, as LangChain names them.

    With `cache`, the vectors that metrics ask for are kept there.
    """

    run_config: RunConfig
    cache: Any = None

    def __init__(self, cache: Any = None) -> None:
        check_cache(cache)
        self.cache = cache
        self.run_config = RunConfig()

    def set_run_config(self, run_config: RunConfig) -> None:
        """Take the settings of a run."""
        self.run_config = run_config

    def as_embedder(self) -> Embedder:
        """The embeddings as Ragas uses them, their vectors kept in their cache."""
        return _with_cache(ForeignEmbedder(self), self.cache)

    @abstractmethod
    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""

    @abstractmethod
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""

    @abstractmethod
    async def aembed_query(self, text: str) -> list[float]:
        """The vector of one text."""

    @abstractmethod
    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""

    async def embed_text(self, text: str, is_async: bool = True) -> list[float]:
        """The vector of one text."""
        return (await self.embed_texts([text], is_async))[0]

    async def embed_texts(self, texts: list[str], is_async: bool = True) -> list[list[float]]:
        """One vector a text; `is_async=False` calls the blocking method in a thread."""
        if is_async:
            return await self.aembed_documents(texts)
        return await call_in_thread(self.embed_documents, texts)


class _Wrapper(BaseRagasEmbeddings):
    """What the wrappers share: the wrapped embeddings, adapted, with the wrapper's cache under all its names.

    Raises:
        ConfigurationError: there is a cache, and the embeddings are an embedder that keeps nothing.
    """

    def __init__(self, embeddings: Any, run_config: RunConfig | None = None, cache: Any = None) -> None:
        super().__init__(cache)
        self.embeddings = embeddings
        if run_config is not None:
            self.run_config = run_config
        self._embedder = _with_cache(as_embedder(embeddings), cache)

    def as_embedder(self) -> Embedder:
        """The wrapped embeddings as Ragas uses them."""
        return self._embedder

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return self._embedder.embed_text(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return self._embedder.embed_texts(texts)

    async def aembed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return await self._embedder.aembed_text(text)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return await self._embedder.aembed_texts(texts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({type(self.embeddings).__name__}(...))"


def _with_cache(embedder: Embedder, cache: Any) -> Embedder:
    """The embedder, or a copy of it, with a cache of its own."""
    if cache is None:
        return embedder
    if not isinstance(embedder, ModelEmbedder):
        raise ConfigurationError(
            f"cache= cannot keep the vectors of {embedder.name!r}, an embedder of its own kind. Leave cache= out, or give "
            "the run a cache: evaluate(..., cache=...)."
        )
    kept = copy(embedder)
    kept.cache = cache
    return kept


class LangchainEmbeddingsWrapper(_Wrapper):
    """LangChain embeddings under the old interface. Ragas takes LangChain embeddings as they are."""


class LlamaIndexEmbeddingsWrapper(_Wrapper):
    """LlamaIndex embeddings under the old interface. Ragas takes LlamaIndex embeddings as they are."""
