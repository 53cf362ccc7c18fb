"""The embedder port: text in, vector out."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragas.engine.event_loop import run_sync
from ragas.exceptions import InputError

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface

Vector = list[float]


class Embedder(ABC):
    """A model that turns text into vectors.

    Subclass it with `embed_text` and `aembed_text` to bring your own; override `aembed_texts` where one request takes
    many texts. `embed_query` and `embed_documents`, the names LangChain uses, are there too.
    """

    name: str = ""
    caution: str | None = None

    def __init__(self, cache: CacheInterface | None = None) -> None:
        self.cache = cache

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__ and not cls.name:
            cls.name = cls.__name__

    @abstractmethod
    def embed_text(self, text: str, **kwargs: Any) -> Vector:
        """The vector of one text."""

    @abstractmethod
    async def aembed_text(self, text: str, **kwargs: Any) -> Vector:
        """The vector of one text."""

    def embed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[Vector]:
        """One vector a text, in order."""
        return run_sync(self.aembed_texts(texts, **kwargs))

    async def aembed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[Vector]:
        """One vector a text, in order."""
        return list(
            await asyncio.gather(*(self.aembed_text(text, **kwargs) for text in validate_texts(texts)))
        )

    def embed_query(self, text: str) -> Vector:
        """`embed_text` under LangChain's name."""
        return self.embed_text(text)

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """`embed_texts` under LangChain's name."""
        return self.embed_texts(texts)

    async def aembed_query(self, text: str) -> Vector:
        """`aembed_text` under LangChain's name."""
        return await self.aembed_text(text)

    async def aembed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """`aembed_texts` under LangChain's name."""
        return await self.aembed_texts(texts)


def validate_texts(texts: str | Sequence[str]) -> list[str]:
    """The texts as a list, checked before anything is sent: providers refuse blank ones, or invent a vector.

    Raises:
        InputError: there is no text, or one of them is blank or no string.
    """
    checked = [texts] if isinstance(texts, str) else list(texts)
    if not checked:
        raise InputError("There is no text to embed.")
    for position, text in enumerate(checked):
        if not isinstance(text, str):
            raise InputError(f"Text {position} to embed is a {type(text).__name__}, not a string.")
        if not text.strip():
            raise InputError(f"Text {position} to embed is blank ({text!r}).")
    return checked


def batch_texts(texts: Sequence[str], batch_size: int) -> list[list[str]]:
    """The texts in order, `batch_size` at a time."""
    if batch_size < 1:
        raise InputError(f"The batch size must be at least 1, not {batch_size!r}.")
    return [list(texts[start : start + batch_size]) for start in range(0, len(texts), batch_size)]


def get_optimal_batch_size(provider: str, model: str = "") -> int:
    """A batch size that every model of the provider takes."""
    name = provider.lower()
    sizes = {"openai": 100, "cohere": 96, "google": 5, "vertex": 5, "huggingface": 32}
    return next((size for key, size in sizes.items() if key in name), 10)
