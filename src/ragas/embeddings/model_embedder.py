"""An embedder on any model: check the texts, send them in as few requests as the provider allows."""

from __future__ import annotations

import asyncio
import base64
import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ragas.embeddings.embedder import Embedder, Vector, validate_texts
from ragas.engine.event_loop import run_sync
from ragas.engine.request import sendable
from ragas.engine.runner import RawReply, Request, current_runner
from ragas.engine.usage import Usage
from ragas.exceptions import JudgeCallError, ReplyError

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface

LIMITS = {
    "openai": 2048,
    "azure": 2048,
    "cohere": 96,
    "google": 100,
    "mistral": 128,
    "voyageai": 128,
    "bedrock": 1,
}
"""Texts a request may hold, by provider."""
OTHER_LIMIT = 256
CHARACTERS = 250_000
"""Characters a request may hold: below every provider's limit on tokens, in any script."""


class EmbeddingEndpoint(Protocol):
    """A model somewhere: takes texts, gives back vectors."""

    provider: str
    model: str
    url: str
    parameters: Mapping[str, Any]

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        """Embed all texts in one request."""
        ...


class ModelEmbedder(Embedder):
    """An embedder on a provider's model. `name` is "provider:model"."""

    managed: ClassVar[bool] = True
    """Its calls go through the runner by themselves: limits, deadline, retries, cache, usage."""

    def __init__(
        self,
        endpoint: EmbeddingEndpoint,
        *,
        cache: CacheInterface | None = None,
        batch_size: int | None = None,
    ) -> None:
        super().__init__(cache)
        self.endpoint = endpoint
        self.batch_size = batch_size or LIMITS.get(endpoint.provider, OTHER_LIMIT)
        self.name = f"{endpoint.provider}:{endpoint.model}"

    @property
    def model(self) -> str:
        """The model's name at its provider."""
        return self.endpoint.model

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def embed_text(self, text: str, **kwargs: Any) -> Vector:
        """The vector of one text."""
        return run_sync(self.aembed_text(text, **kwargs))

    async def aembed_text(self, text: str, **kwargs: Any) -> Vector:
        """The vector of one text."""
        return (await self.aembed_texts([text], **kwargs))[0]

    async def aembed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[Vector]:
        """One vector a text, in order; texts that repeat are sent once.

        Raises:
            InputError: a text is blank; nothing was sent.
        """
        checked = [sendable(text) for text in validate_texts(texts)]
        once = list(dict.fromkeys(checked))
        batches = list(self._batches(once))
        if len(batches) == 1:
            vectors = await self._embed(batches[0])
        else:
            vectors = [vector for part in await asyncio.gather(*map(self._embed, batches)) for vector in part]
        found = dict(zip(once, vectors, strict=True))
        return [list(found[text]) for text in checked]

    def _batches(self, texts: list[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        characters = 0
        for text in texts:
            if batch and (len(batch) == self.batch_size or characters + len(text) > CHARACTERS):
                yield batch
                batch, characters = [], 0
            batch.append(text)
            characters += len(text)
        yield batch

    async def _embed(self, texts: list[str]) -> list[Vector]:
        endpoint = self.endpoint
        request = Request(
            provider=endpoint.provider,
            endpoint="embeddings",
            model=endpoint.model,
            parameters={**endpoint.parameters, "url": endpoint.url},
            messages=texts,
            told=getattr(endpoint, "told", None),
        )

        async def send() -> RawReply:
            vectors, usage = await endpoint.send(texts)
            check_vectors(vectors, len(texts), self.name)
            return RawReply(packed(vectors), usage)

        def parse(raw: RawReply) -> list[Vector]:
            vectors = unpacked(raw.text)
            check_vectors(vectors, len(texts), self.name)
            return vectors

        return await current_runner().call(request, send, parse, cache=self.cache)


def check_vectors(vectors: Sequence[Any], count: int, name: str) -> None:
    """Refuse what no similarity can be computed of, so that no metric makes a number of it.

    Raises:
        ReplyError: there are more or fewer vectors than texts.
        JudgeCallError: a vector holds something that is no finite number, or holds nothing.
    """
    if not hasattr(vectors, "__len__"):
        raise JudgeCallError(f"{name} gave a {type(vectors).__name__} instead of vectors.")
    if len(vectors) != count:
        raise ReplyError(f"{name} gave {len(vectors)} vectors for {count} texts.")
    for position, vector in enumerate(vectors):
        try:
            # A sum is finite only of finite numbers; it may also be too large itself.
            finite = isfinite(sum(vector)) or all(map(isfinite, vector))
            empty = len(vector) == 0
        except (TypeError, ValueError, OverflowError):
            finite = empty = False
        if not finite:
            raise JudgeCallError(
                f"{name}: the embeddings hold a number that is not finite (in the vector of text {position} of "
                f"{count}), so nothing can be compared with them. Check the embedding model."
            )
        if empty:
            raise JudgeCallError(
                f"{name}: the embedding of text {position} of {count} has no length: there is no number in it, so "
                "nothing can be compared with it. Check the embedding model."
            )


def packed(vectors: Sequence[Sequence[float]]) -> str:
    """Vectors as text: exact, and a quarter of the size and time of decimal numbers."""
    return json.dumps([base64.b64encode(array("d", vector).tobytes()).decode() for vector in vectors])


def unpacked(text: str) -> list[Vector]:
    """The vectors that `packed` made a text of."""
    return [array("d", base64.b64decode(vector)).tolist() for vector in json.loads(text)]
