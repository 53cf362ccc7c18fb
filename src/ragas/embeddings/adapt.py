"""Make an embedder of whatever a user has: LangChain or LlamaIndex embeddings, a sentence-transformers model, a function."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ragas.embeddings.embedder import Embedder, Vector, validate_texts
from ragas.embeddings.model_embedder import ModelEmbedder, check_vectors
from ragas.engine.clients import call_foreign
from ragas.engine.foreign_model import ForeignModel
from ragas.engine.runner import current_runner
from ragas.engine.same import Same
from ragas.engine.usage import Usage
from ragas.exceptions import ConfigurationError

_MANY = (
    ("aembed_documents", "embed_documents"),
    ("aget_text_embedding_batch", "get_text_embedding_batch"),
    ("", "encode"),
)
_ONE = (
    ("aembed_query", "embed_query"),
    ("aget_text_embedding", "get_text_embedding"),
    ("aembed_text", "embed_text"),
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
    if _forms(model, _MANY) or _forms(model, _ONE):
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


async def embed(embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
    """Embed with any embedder, under the run's limits, deadline and retries.

    Embedders made here go through the runner by themselves; a user's own subclass is guarded as a whole.

    Raises:
        InputError: a text is blank; nothing was sent.
        ReplyError, JudgeCallError: what came back is not one vector a text, of finite numbers.
    """
    checked = validate_texts(texts)
    if getattr(embedder, "managed", False):
        vectors = await embedder.aembed_texts(checked)
    else:
        key = (Same(embedder), *checked)
        guarded = current_runner().guard(
            key, lambda: embedder.aembed_texts(checked), model=embedder.name, kind="embedding"
        )
        vectors = await guarded
    check_vectors(vectors, len(checked), embedder.name)
    return vectors


class ForeignEmbedder(ModelEmbedder):
    """An embedder on an object of somebody else's, or on a function."""

    def __init__(self, model: Any) -> None:
        endpoint = _Endpoint(model)
        super().__init__(endpoint)
        self.name = endpoint.model

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class _Endpoint(ForeignModel):
    provider = "embeddings"
    url = ""

    def __init__(self, model: Any) -> None:
        names = (getattr(model, key, None) for key in ("model_name", "model", "name", "__name__"))
        self.model = next((name for name in names if isinstance(name, str) and name), type(model).__name__)
        super().__init__(model)

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        vectors = await self._vectors(texts)
        try:
            return [[float(number) for number in vector] for vector in vectors], None
        except (TypeError, ValueError, OverflowError):
            return vectors, None  # no numbers: refused, with the name of the embedder, where all vectors pass

    async def _vectors(self, texts: list[str]) -> Sequence[Any]:
        model = self._model
        many, one = _forms(model, _MANY), _forms(model, _ONE)
        if one is not None and (len(texts) == 1 or many is None):
            return await asyncio.gather(*(call_foreign(model, *one, text) for text in texts))
        if many is not None:
            vectors: Sequence[Any] = await call_foreign(model, *many, texts)
            return vectors
        form = (model, None) if inspect.iscoroutinefunction(model) else (None, model)
        if _plural(model):
            of_all: Sequence[Any] = await call_foreign(model, *form, texts)
            return of_all
        return await asyncio.gather(*(call_foreign(model, *form, text) for text in texts))


_Form = Callable[..., Any] | None


def _forms(model: Any, names: tuple[tuple[str, str], ...]) -> tuple[_Form, _Form] | None:
    """The async and the sync form of the first method the model has."""
    for pair in names:
        asynchronous, synchronous = (getattr(model, name, None) if name else None for name in pair)
        if callable(asynchronous) or callable(synchronous):
            return asynchronous, synchronous
    return None


def _plural(function: Callable[..., Any]) -> bool:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    return bool(parameters) and parameters[0].name in _PLURAL
