"""The first-generation interface to embeddings, and the wrappers that lead to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from ragas.embeddings.adapt import as_embedder
from ragas.embeddings.embedder import Embedder
from ragas.engine.event_loop import call_in_thread
from ragas.engine.run_config import RunConfig


class BaseRagasEmbeddings(ABC):
    """Embeddings of queries and documents, as LangChain names them."""

    run_config: RunConfig
    cache: Any = None

    def __init__(self, cache: Any = None) -> None:
        self.cache = cache
        self.run_config = RunConfig()

    def set_run_config(self, run_config: RunConfig) -> None:
        """Take the settings of a run."""
        self.run_config = run_config

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
    """What the wrappers share: the wrapped embeddings, adapted."""

    def __init__(self, embeddings: Any, run_config: RunConfig | None = None, cache: Any = None) -> None:
        super().__init__(cache)
        self.embeddings = embeddings
        if run_config is not None:
            self.run_config = run_config
        self._embedder = as_embedder(embeddings)

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


class LangchainEmbeddingsWrapper(_Wrapper):
    """LangChain embeddings under the old interface. Ragas takes LangChain embeddings as they are."""


class LlamaIndexEmbeddingsWrapper(_Wrapper):
    """LlamaIndex embeddings under the old interface. Ragas takes LlamaIndex embeddings as they are."""
