"""embedding_factory: an embedder from a provider's name and, if you have one, your client."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ragas.embeddings.embedder import Embedder
from ragas.exceptions import ConfigurationError

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface

_MODEL_NAMES = ("text-embedding", "ada", "davinci", "gpt", "curie", "babbage")
_ALIASES = {
    "gemini": "google",
    "google-genai": "google",
    "google-gla": "google",
    "vertex": "google-cloud",
    "vertexai": "google-cloud",
    "google-vertex": "google-cloud",
    "azure-openai": "azure",
    "sentence-transformers": "huggingface",
    "voyage": "voyageai",
}
_DEFAULT_MODELS = {
    "openai": "text-embedding-3-small",
    "azure": "text-embedding-3-small",
    "google": "gemini-embedding-001",
    "google-cloud": "gemini-embedding-001",
}
INTERFACES = ("auto", "legacy", "modern")


def embedding_factory(
    provider: str | None = "openai",
    model: str | None = None,
    run_config: Any = None,
    client: Any = None,
    interface: str = "auto",
    base_url: str | None = None,
    cache: CacheInterface | None = None,
    *,
    api_key: str | None = None,
    batch_size: int | None = None,
    **kwargs: Any,
) -> Embedder:
    """An embedder on `model`.

    ```python
    embedding_factory()                                        # OpenAI's text-embedding-3-small, OPENAI_API_KEY
    embedding_factory("openai", model="text-embedding-3-large", client=AsyncOpenAI())
    embedding_factory("google", client=genai.Client())
    embedding_factory("huggingface", model="BAAI/bge-small-en-v1.5")
    embedding_factory("openai", model="nomic-embed-text", base_url="http://localhost:11434/v1")
    embedding_factory("local")                                 # offline, extra `local`
    ```

    Args:
        provider: openai, azure, google, google-cloud, huggingface, cohere, mistral, voyageai, bedrock, local, or
            "provider/model" or "provider:model" in one.
        run_config, interface: accepted for compatibility; limits belong to the run, and every embedder has both the
            older and the newer methods.
        client: an OpenAI, Azure or Google client, sync or async.
        base_url: of an OpenAI-compatible server.
        kwargs: sent with every request as given (`dimensions`, ...).

    Raises:
        ConfigurationError: the provider, model or client is not usable, or a key is missing.
        MissingDependencyError: the provider's package is not installed.
    """
    if interface not in INTERFACES:
        raise ConfigurationError(f"Unknown interface {interface!r}. Use one of {', '.join(INTERFACES)}.")
    if not isinstance(provider, str | None):
        raise ConfigurationError(
            f"embedding_factory: the provider is a name such as 'openai', not {provider!r}."
        )
    from ragas.engine.cache import check_cache

    check_cache(cache)
    provider, model = _named(provider or "openai", model)
    if provider == "local":
        from ragas.embeddings.local import LocalEmbedder

        return LocalEmbedder()
    model = model or _DEFAULT_MODELS.get(provider)
    if model is None:
        raise ConfigurationError(f"embedding_factory({provider!r}) needs model=.")
    if provider == "huggingface":
        from ragas.embeddings.huggingface import HuggingFaceEmbeddings

        return HuggingFaceEmbeddings(
            model, api_key=api_key, batch_size=batch_size or 32, cache=cache, **kwargs
        )
    if provider.startswith("google"):
        return _google(provider, model, client, api_key, cache, batch_size, kwargs)
    if client is None:
        client = _client(provider, model, base_url, api_key)
    if client is not None:
        from ragas.embeddings.openai import OpenAIEmbeddings

        return OpenAIEmbeddings(client, model, cache, provider=provider, batch_size=batch_size, **kwargs)
    from ragas.embeddings.models import ProviderEmbeddings, make_embedding_model

    given = {"api_key": api_key, "base_url": base_url}
    make_embedding_model(
        provider, model, **given
    )  # what is missing is said here rather than at the first call
    return ProviderEmbeddings(
        lambda: make_embedding_model(provider, model, **given),
        model,
        provider=provider,
        url=base_url or "",
        cache=cache,
        batch_size=batch_size,
        **kwargs,
    )


def modern_embedding_factory(
    provider: str | None = "openai", model: str | None = None, client: Any = None, **kwargs: Any
) -> Embedder:
    """`embedding_factory` with the client in third place, where earlier versions have it under this name."""
    return embedding_factory(provider, model, client=client, **kwargs)


def _named(provider: str, model: str | None) -> tuple[str, str | None]:
    name = provider.strip()
    if model is None:
        for separator in (":", "/"):
            before, found, after = name.partition(separator)
            if found and before and after:
                return _ALIASES.get(before.lower(), before.lower()), after
        if any(part in name.lower() for part in _MODEL_NAMES):
            return "openai", name
    return _ALIASES.get(name.lower(), name.lower()), model


def _client(provider: str, model: str, base_url: str | None, api_key: str | None) -> Any:
    """An OpenAI client where the provider is OpenAI or a server that speaks its API; None for the others."""
    if provider != "openai" and (base_url is None or provider != "litellm"):
        return None
    server = base_url or os.environ.get("OPENAI_BASE_URL")
    key = api_key or os.environ.get("OPENAI_API_KEY") or ("no-key-needed" if server else None)
    if key is None:
        raise ConfigurationError(
            f"embedding_factory({provider!r}, model={model!r}) requires a client instance or a key, and OPENAI_API_KEY "
            "is not set. Set it, pass api_key= or client=, give base_url= for a server of your own, or use the offline "
            "embedder: embedding_factory('local')."
        )
    from openai import AsyncOpenAI

    return AsyncOpenAI(base_url=base_url, api_key=key, max_retries=0)


def _google(
    provider: str,
    model: str,
    client: Any,
    api_key: str | None,
    cache: CacheInterface | None,
    batch_size: int | None,
    kwargs: dict[str, Any],
) -> Embedder:
    from ragas.embeddings.models import GoogleEmbeddings

    if client is None and api_key is not None:
        from ragas._extras import optional

        client = optional("google.genai", extra="google", purpose="Google embeddings").Client(api_key=api_key)
    use_vertex = kwargs.pop("use_vertex", provider == "google-cloud")
    return GoogleEmbeddings(
        client, model, use_vertex=use_vertex, cache=cache, batch_size=batch_size, **kwargs
    )
