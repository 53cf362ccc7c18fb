"""Embeddings behind an OpenAI-compatible endpoint, on the OpenAI SDK's client or one that looks like it."""

from __future__ import annotations

import base64
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragas.embeddings.model_embedder import ModelEmbedder
from ragas.engine.openai_post import poster
from ragas.engine.token_counts import token_counts
from ragas.engine.usage import Usage
from ragas.exceptions import ConfigurationError, JudgeCallError

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface

DEFAULT_MODEL = "text-embedding-3-small"


class OpenAIEmbeddings(ModelEmbedder):
    """An embedder on an OpenAI client, sync or async, or on anything with `embeddings.create`.

    Further keyword arguments (`dimensions`, `user`, ...) are sent with every request.
    """

    def __init__(
        self,
        client: Any,
        model: str = DEFAULT_MODEL,
        cache: CacheInterface | None = None,
        *,
        provider: str = "openai",
        batch_size: int | None = None,
        owns_client: bool = False,
        **parameters: Any,
    ) -> None:
        if not hasattr(getattr(client, "embeddings", None), "create"):
            raise ConfigurationError(
                f"OpenAIEmbeddings requires a client with embeddings.create, and a {type(client).__name__} has none."
            )
        endpoint = _Endpoint(client, model, provider, parameters, owns_client=owns_client)
        super().__init__(endpoint, cache=cache, batch_size=batch_size)
        self.client = client

    @property
    def is_async(self) -> bool:
        """Whether the client is async. `embed_text` and `aembed_text` work with either."""
        return not hasattr(self.client, "__enter__")


class _Endpoint:
    def __init__(
        self, client: Any, model: str, provider: str, parameters: Mapping[str, Any], *, owns_client: bool
    ) -> None:
        self.provider = provider
        self.model = model
        url = str(getattr(client, "base_url", "") or "")
        self.url = url if url.startswith("http") else type(client).__name__
        self.parameters: Mapping[str, Any] = dict(parameters)
        self._post = poster(client, "embeddings", owns_client=owns_client)
        # As the SDK itself does: a quarter of the bytes. Stand-ins are asked for nothing special.
        self._encoding = {"encoding_format": "base64"} if url.startswith("http") else {}

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        answer = await self._post({"model": self.model, "input": texts, **self._encoding, **self.parameters})
        data = _get(answer, "data")
        if not isinstance(data, (list, tuple)):
            raise JudgeCallError(
                f"{self.url} answered {str(answer)[:200]!r}, which holds no embeddings. Is the base_url right?"
            )
        if all(isinstance(_get(item, "index"), int) for item in data):
            data = sorted(data, key=lambda item: int(_get(item, "index")))
        return [_vector(_get(item, "embedding")) for item in data], token_counts(_get(answer, "usage"))


def _vector(embedding: Any) -> Sequence[float]:
    if isinstance(embedding, str):
        return array("f", base64.b64decode(embedding))
    return [] if embedding is None else list(embedding)


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
