"""Embedding models of every provider, through pydantic-ai's model classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragas.embeddings.model_embedder import ModelEmbedder
from ragas.engine.clients import InThread, PerLoop
from ragas.engine.token_counts import token_counts
from ragas.engine.usage import Usage
from ragas.exceptions import ConfigurationError, MissingDependencyError

if TYPE_CHECKING:
    from pydantic_ai.embeddings import EmbeddingModel

    from ragas.engine.cache import CacheInterface

GOOGLE_MODEL = "gemini-embedding-001"


class ProviderEmbeddings(ModelEmbedder):
    """An embedder on a model that pydantic-ai knows. `make` builds it, once an event loop."""

    def __init__(
        self,
        make: Callable[[], EmbeddingModel],
        model: str,
        *,
        provider: str,
        url: str = "",
        cache: CacheInterface | None = None,
        batch_size: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__(
            _Endpoint(make, model, provider, url, parameters), cache=cache, batch_size=batch_size
        )


class GoogleEmbeddings(ProviderEmbeddings):
    """An embedder on Google's Gemini API or Vertex AI; `client` is a `google.genai.Client`."""

    def __init__(
        self,
        client: Any = None,
        model: str = GOOGLE_MODEL,
        use_vertex: bool = False,
        project_id: str | None = None,
        location: str | None = None,
        cache: CacheInterface | None = None,
        **parameters: Any,
    ) -> None:
        if client is not None and not hasattr(getattr(client, "models", None), "embed_content"):
            raise ConfigurationError(
                f"GoogleEmbeddings takes a google.genai.Client; a {type(client).__name__} has no models.embed_content."
            )
        name = "google-cloud" if use_vertex else "google"
        given = {"project": project_id, "location": location} if use_vertex else {}

        def make() -> EmbeddingModel:
            if client is None:
                return make_embedding_model(name, model, **given)
            from pydantic_ai.embeddings.google import GoogleEmbeddingModel
            from pydantic_ai.providers.google import GoogleProvider

            # The client's async half belongs to the loop that used it first; its sync half, in a thread, to none.
            face: Any = InThread(client)
            return GoogleEmbeddingModel(model, provider=GoogleProvider(client=face))

        if client is None:
            make()  # a missing key is said here rather than at the first call
        super().__init__(make, model, provider="google", cache=cache, **parameters)
        self.client = client


def make_embedding_model(provider: str, model: str, **given: Any) -> EmbeddingModel:
    """The pydantic-ai embedding model for a provider's name.

    Raises:
        ConfigurationError: the provider is unknown, has no embeddings or no key.
        MissingDependencyError: the provider's SDK is not installed.
    """
    from pydantic_ai.embeddings import infer_embedding_model
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.providers import Provider, infer_provider_class

    def with_settings(name: str) -> Provider[Any]:
        return infer_provider_class(name)(**{key: value for key, value in given.items() if value})

    try:
        return infer_embedding_model(f"{provider}:{model}", provider_factory=with_settings)
    except (UserError, ValueError) as error:
        raise ConfigurationError(
            f"Failed to initialize the embeddings {provider}:{model}: {error}"
        ) from error
    except ImportError as error:
        raise MissingDependencyError(
            f"Embeddings of {provider!r} need a package that is not installed ({error.name or error}). "
            f'Install it with: pip install "ragas[{provider}]"'
        ) from error


class _Opened:
    def __init__(self, make: Callable[[], EmbeddingModel]) -> None:
        self._make = make

    async def __aenter__(self) -> EmbeddingModel:
        self._model = self._make()
        provider = getattr(self._model, "_provider", None)
        self._provider = provider if hasattr(provider, "__aexit__") else None
        if self._provider is not None:
            await self._provider.__aenter__()
        return self._model

    async def __aexit__(self, *exc_info: object) -> None:
        if self._provider is not None:
            await self._provider.__aexit__(None, None, None)


class _Endpoint:
    def __init__(
        self,
        make: Callable[[], EmbeddingModel],
        model: str,
        provider: str,
        url: str,
        parameters: Mapping[str, Any],
    ) -> None:
        self.provider = provider
        self.model = model
        self.url = url
        self.parameters: Mapping[str, Any] = dict(parameters)
        self._models = PerLoop["EmbeddingModel"](lambda: _Opened(make))

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        model = await self._models.get()
        # Symmetric use: texts are compared with each other, so all are embedded as the same kind.
        result = await model.embed(texts, input_type="document", settings=dict(self.parameters) or None)  # type: ignore[arg-type]
        return result.embeddings, token_counts(result.usage)
