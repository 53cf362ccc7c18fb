"""Embeddings of sentence-transformers models, on this machine."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragas._extras import optional
from ragas.embeddings.model_embedder import ModelEmbedder
from ragas.engine.event_loop import call_in_thread
from ragas.engine.usage import Usage

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface


class HuggingFaceEmbeddings(ModelEmbedder):
    """An embedder on a sentence-transformers model. Needs the extra `sentence-transformers`.

    Args:
        model: its name on the hub, or a folder. Names are downloaded by sentence-transformers on first use.
        model_kwargs: passed to `SentenceTransformer`.
    """

    def __init__(
        self,
        model: str,
        use_api: bool = False,
        api_key: str | None = None,
        device: str | None = None,
        normalize_embeddings: bool = True,
        batch_size: int = 32,
        cache: CacheInterface | None = None,
        **model_kwargs: Any,
    ) -> None:
        settings = {"normalize_embeddings": normalize_embeddings}
        endpoint: Any
        if use_api:
            hub = optional(
                "huggingface_hub", extra="huggingface", purpose="HuggingFaceEmbeddings(use_api=True)"
            )
            endpoint = _Hub(hub.InferenceClient(model=model, token=api_key), model, settings)
        else:
            package = optional(
                "sentence_transformers", extra="sentence-transformers", purpose="HuggingFaceEmbeddings"
            )
            loaded = package.SentenceTransformer(model, device=device, **model_kwargs)
            endpoint = _Here(loaded, model, settings, batch_size)
        super().__init__(endpoint, cache=cache, batch_size=batch_size)


class _Here:
    provider = "huggingface"
    url = ""

    def __init__(self, loaded: Any, model: str, parameters: Mapping[str, Any], batch_size: int) -> None:
        self.model = model
        self.parameters = parameters
        self._loaded = loaded
        self._batch_size = batch_size
        self._one_at_a_time = threading.Lock()

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        def encode() -> list[list[float]]:
            with self._one_at_a_time:
                vectors = self._loaded.encode(
                    texts,
                    batch_size=self._batch_size,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                    **self.parameters,
                )
            return [vector.tolist() for vector in vectors]

        return await call_in_thread(encode), None


class _Hub:
    provider = "huggingface"
    url = ""

    def __init__(self, client: Any, model: str, parameters: Mapping[str, Any]) -> None:
        self.model = model
        self.parameters = parameters
        self._client = client

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        normalize = bool(self.parameters["normalize_embeddings"])

        def ask() -> list[list[float]]:
            vectors = [self._client.feature_extraction(text, normalize=normalize) for text in texts]
            return [(vector[0] if vector.ndim > 1 else vector).tolist() for vector in vectors]

        return await call_in_thread(ask), None
