"""Which API a client of the user's speaks, and the endpoint behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragas.exceptions import ConfigurationError

if TYPE_CHECKING:
    from ragas.llms.model_judge import Endpoint
    from ragas.llms.refusals import Mode


def unwrapped(client: Any) -> Any:
    """The SDK client inside one that instructor patched; any other client as it is."""
    if type(client).__module__.split(".")[0] != "instructor":
        return client
    inner = getattr(client, "client", None)
    if inner is None:
        raise ConfigurationError(
            "Failed to initialize: this instructor client holds no SDK client. Pass the client itself, or the "
            "base_url of a LiteLLM proxy."
        )
    return inner


def kind_of(client: Any, provider: str = "") -> str | None:
    """Which API a client speaks: "openai", "anthropic", "google" or None. `provider` decides for stand-ins."""
    module = type(client).__module__
    if module.startswith("anthropic"):
        return "anthropic"
    if module.startswith("google.genai"):
        return "google"
    google = hasattr(client, "models") and hasattr(getattr(client, "models", None), "generate_content")
    if provider.startswith("google") and google:
        return "google"
    if hasattr(getattr(getattr(client, "chat", None), "completions", None), "create"):
        return "openai"
    if hasattr(getattr(client, "messages", None), "create"):
        return "anthropic"
    return "google" if google else None


def endpoint_for(
    client: Any, model: str, provider: str, parameters: dict[str, Any], mode: Mode | None
) -> Endpoint:
    """The endpoint behind a client of the user's."""
    kind = kind_of(client, provider)
    if kind == "openai":
        from ragas.llms.openai_compatible import OpenAICompatible

        if provider == "openai" and "Azure" in type(client).__name__:
            provider = "azure"
        return OpenAICompatible(client, model, provider=provider, parameters=parameters, mode=mode)
    if kind == "anthropic":
        return _anthropic(client, model, "anthropic" if provider == "openai" else provider, parameters, mode)
    if kind == "google":
        return _google(client, model, "google" if provider == "openai" else provider, parameters, mode)
    raise ConfigurationError(
        f"Failed to initialize {provider}:{model}: a {type(client).__name__!r} is no client known here. It needs "
        "chat.completions.create (OpenAI and compatible), messages.create (Anthropic) or models.generate_content "
        "(Google). LangChain and LlamaIndex models are judges as they are: pass them as llm= without llm_factory."
    )


def _anthropic(
    client: Any, model: str, provider: str, parameters: dict[str, Any], mode: Mode | None
) -> Endpoint:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    from ragas.engine.clients import InThread, has_default_connections, with_own_connections
    from ragas.llms.models import ProviderModel

    own = has_default_connections(client)

    def make() -> AnthropicModel:
        use: Any = client
        if own:
            use = with_own_connections(client)
        elif hasattr(client, "__enter__"):
            use = InThread(client)
        return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=use))

    url = str(getattr(client, "base_url", ""))
    return ProviderModel(
        make, model, provider=provider, url=url, parameters=parameters, mode=mode, owns_client=own
    )


def _google(
    client: Any, model: str, provider: str, parameters: dict[str, Any], mode: Mode | None
) -> Endpoint:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    from ragas.engine.clients import InThread
    from ragas.llms.models import ProviderModel

    def make() -> GoogleModel:
        # The client's async half belongs to the loop that used it first; its sync half, in a thread, to none.
        face: Any = InThread(client)
        return GoogleModel(model, provider=GoogleProvider(client=face))

    return ProviderModel(make, model, provider=provider, parameters=parameters, mode=mode)
