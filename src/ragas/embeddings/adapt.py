"""Make an embedder of whatever a user has: LangChain or LlamaIndex embeddings, a sentence-transformers model, a function."""

from __future__ import annotations

import asyncio
import inspect
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ragas.embeddings.embedder import Embedder
from ragas.embeddings.model_embedder import ModelEmbedder
from ragas.engine.event_loop import call_in_thread
from ragas.engine.usage import Usage
from ragas.exceptions import ConfigurationError

_MANY = (
    "aembed_documents",
    "embed_documents",
    "aget_text_embedding_batch",
    "get_text_embedding_batch",
    "encode",
)
_ONE = (
    "aembed_query",
    "embed_query",
    "aget_text_embedding",
    "get_text_embedding",
    "aembed_text",
    "embed_text",
)
_PLURAL = {"texts", "inputs", "input", "documents", "docs", "sentences", "strings", "batch"}


def as_embedder(model: Any) -> Embedder:
    """The embedder that `model` is, or can be made into. Nothing of the model is changed.

    Accepts an embedder, a name for `embedding_factory` ("openai", "openai/text-embedding-3-small", "local"), an object
    with LangChain's methods (`embed_query`, `embed_documents` and their async forms), LlamaIndex's
    (`get_text_embedding`), `embed_text` or `encode`, or a function from a text to a vector (or, when its parameter is
    named in the plural, as in `texts`, from texts to vectors).

    Raises:
        ConfigurationError: the object is none of these; for an SDK client the message names `embedding_factory`.
    """
    if isinstance(model, Embedder):
        return model
    if isinstance(model, str):
        from ragas.embeddings.factory import embedding_factory

        return embedding_factory(model)
    if model is None or inspect.isclass(model):
        what = "None" if model is None else f"the class {model.__name__}, not an object of it"
        raise ConfigurationError(
            f"Embeddings are needed and {what} was given. Pass embeddings=embedding_factory('openai')."
        )
    own = getattr(model, "as_embedder", None)
    if callable(own):
        made = own()
        if isinstance(made, Embedder):
            return made
    if any(callable(getattr(model, name, None)) for name in (*_MANY, *_ONE)):
        return ForeignEmbedder(model)
    kind = type(model).__name__
    if hasattr(getattr(model, "embeddings", None), "create") or hasattr(
        getattr(model, "models", None), "embed_content"
    ):
        raise ConfigurationError(
            f"A {kind} is a client and does not say which model to use. "
            "Wrap it: embedding_factory('openai', model='text-embedding-3-small', client=client)."
        )
    if callable(model):
        return ForeignEmbedder(model)
    raise ConfigurationError(
        f"A {kind!r} cannot be used as embeddings. Pass embedding_factory(...), LangChain or LlamaIndex embeddings, an "
        "Embedder, or a function from a text to a vector."
    )


class ForeignEmbedder(ModelEmbedder):
    """An embedder on an object of somebody else's, or on a function."""

    def __init__(self, model: Any) -> None:
        endpoint = _Endpoint(model)
        super().__init__(endpoint)
        self.name = endpoint.model

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class _Endpoint:
    provider = "embeddings"
    url = ""

    def __init__(self, model: Any) -> None:
        names = (getattr(model, key, None) for key in ("model_name", "model", "name", "__name__"))
        self.model = next((name for name in names if isinstance(name, str) and name), type(model).__name__)
        self._model = model
        # Without the model's settings in the key, a stored vector could be another model's: then it is never found
        # again by another process.
        self.parameters: Mapping[str, Any] = {"instance": uuid.uuid4().hex}
        dump = getattr(model, "model_dump", None)
        if callable(dump):
            with suppress(Exception):  # settings that cannot be listed
                settings = dump(mode="json", exclude={"callback_manager", "client", "async_client"})
                json.dumps(settings)
                self.parameters = {
                    "class": f"{type(model).__module__}.{type(model).__qualname__}",
                    **settings,
                }

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        vectors = await self._vectors(texts)
        return [[float(number) for number in vector] for vector in vectors], None

    async def _vectors(self, texts: list[str]) -> Sequence[Any]:
        many = self._first(_MANY)
        one = self._first(_ONE)
        if many is None and one is None:
            function = self._model
            if _plural(function):
                return await _called(function, texts)  # type: ignore[no-any-return]
            return await asyncio.gather(*(_called(function, text) for text in texts))
        if one is not None and (len(texts) == 1 or many is None):
            return await asyncio.gather(*(_called(one, text) for text in texts))
        assert many is not None
        return await _called(many, texts)  # type: ignore[no-any-return]

    def _first(self, names: tuple[str, ...]) -> Callable[..., Any] | None:
        return next((method for name in names if callable(method := getattr(self._model, name, None))), None)


def _plural(function: Callable[..., Any]) -> bool:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    return bool(parameters) and parameters[0].name in _PLURAL


async def _called(function: Callable[..., Any], argument: Any) -> Any:
    if inspect.iscoroutinefunction(function):
        return await function(argument)
    answer = await call_in_thread(function, argument)
    return await answer if inspect.isawaitable(answer) else answer
