"""llm_factory: a judge from a model's name and, if you have one, your client."""

from __future__ import annotations

import os
import re
import warnings
from typing import TYPE_CHECKING, Any

from ragas.exceptions import ConfigurationError, RagasError
from ragas.llms.from_client import endpoint_for, unwrapped
from ragas.llms.judge import Judge

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface
    from ragas.llms.model_judge import Endpoint
    from ragas.llms.refusals import Mode

# Providers that speak OpenAI's chat completions and need nothing else: their client is used directly.
OPENAI_COMPATIBLE = frozenset(
    {
        "alibaba",
        "azure",
        "cerebras",
        "deepseek",
        "fireworks",
        "github",
        "heroku",
        "litellm",
        "moonshotai",
        "nebius",
        "ollama",
        "openai",
        "openrouter",
        "ovhcloud",
        "sambanova",
        "together",
        "vercel",
        "vllm",
    }
)
ALIASES = {
    "azure-openai": "azure",
    "azure_openai": "azure",
    "gemini": "google",
    "google-gla": "google",
    "google-genai": "google",
    "google-vertex": "google-cloud",
    "vertexai": "google-cloud",
    "vertex": "google-cloud",
    "grok": "xai",
    "hf": "huggingface",
    "openai-chat": "openai",
}
_NEVER_A_MODEL = frozenset({"anthropic", "azure", "google", "litellm", "ollama", "openai", "vllm"})
NO_KEY = "no-key-needed"
_MODEL_REQUIRED = "llm_factory: the model parameter is required, for example 'gpt-4o-mini'."
ADAPTERS = ("auto", "instructor", "litellm")


def llm_factory(
    model: str,
    provider: str | None = "openai",
    client: Any = None,
    adapter: str = "auto",
    cache: CacheInterface | None = None,
    mode: Any = None,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    system_prompt: str | None = None,
    run_config: Any = None,
    **kwargs: Any,
) -> Judge:
    """A judge on `model`.

    ```python
    llm_factory("gpt-4o-mini")                                  # key from OPENAI_API_KEY
    llm_factory("gpt-4o-mini", client=AsyncOpenAI())            # or OpenAI(), Anthropic(), genai.Client(), ...
    llm_factory("anthropic:claude-sonnet-4-5")                  # any provider pydantic-ai knows
    llm_factory("qwen3", base_url="http://localhost:8000/v1")   # vLLM, Ollama, a LiteLLM proxy, ...
    llm_factory("local")                                        # the embedded judge: no key, no network
    ```

    Args:
        model: the model's name, or "provider:model", "local", "local:path/to/model.gguf".
        provider: who serves it, unless the name or the client says so; None is the default.
        client: an OpenAI, Azure, Anthropic or Google client, sync or async, or anything with `chat.completions.create`.
        adapter: accepted for compatibility; every client is recognised by itself.
        cache: replies of this judge are kept there.
        mode: how structured replies are asked for: "json_schema", "tools", "json" or "prompt"; by default what the
            endpoint supports.
        base_url: of an OpenAI-compatible server, or of the provider's API.
        api_key: instead of the provider's environment variable.
        system_prompt: sent before every prompt.
        run_config: accepted for compatibility and not used: limits and retries belong to the run.
        kwargs: sent with every request as given (temperature, max_tokens, top_p, reasoning_effort, ...). Nothing else
            is sent.

    Raises:
        ConfigurationError: the model, provider, adapter or client is not usable, or a key is missing.
        MissingDependencyError: the provider's package is not installed.
    """
    if not isinstance(model, str) or not model.strip():
        raise ConfigurationError(_MODEL_REQUIRED)
    if not isinstance(provider, str | None):
        raise ConfigurationError(f"llm_factory: the provider is a name such as 'openai', not {provider!r}.")
    if adapter not in ADAPTERS:
        raise ConfigurationError(f"Unknown adapter: {adapter}. Use one of {', '.join(ADAPTERS)}.")
    from ragas.engine.cache import check_cache
    from ragas.llms.model_judge import ModelJudge

    check_cache(cache)
    if run_config is not None:
        warnings.warn(
            "llm_factory(run_config=...) has no effect: give it to the run instead, evaluate(..., run_config=...).",
            UserWarning,
            stacklevel=2,
        )
    parameters = {name: value for name, value in kwargs.items() if value is not None}
    has_client = client is not None or base_url is not None
    provider, model = _named(provider or "openai", model.strip(), has_client=has_client)
    if provider == "local":
        return _local(model, client, {**parameters, "system_prompt": system_prompt, "cache": cache})
    try:
        how = reply_mode(mode)
        if client is not None:
            endpoint = endpoint_for(unwrapped(client), model, provider, parameters, how)
        else:
            endpoint = _from_environment(provider, model, base_url, api_key, parameters, how)
    except RagasError:
        raise
    except Exception as error:  # SDK constructors raise errors of their own kinds
        key = re.search(r"\b[A-Z][A-Z0-9_]*_(?:API_KEY|TOKEN)\b", str(error))
        what = f"no key. Set {key[0]} in the environment, or pass api_key= or client=." if key else str(error)
        raise ConfigurationError(f"Failed to initialize {provider}:{model}: {what}") from error
    return ModelJudge(endpoint, system_prompt=system_prompt, cache=cache, mode=how, client=client)


def _named(provider: str, model: str, *, has_client: bool) -> tuple[str, str]:
    """Provider and model from the two arguments; "provider:model" is split where the first part is a provider."""
    provider = provider.strip().lower()
    prefix, colon, rest = model.partition(":")
    if model == "local":
        return "local", ""
    if colon and prefix.lower() == "local":
        return "local", rest
    if provider == "openai" and not has_client and model.lower() in _NEVER_A_MODEL:
        raise ConfigurationError(f"{_MODEL_REQUIRED[:-1]}; {model!r} names a provider only.")
    prefix = prefix.lower()
    # Servers of one's own have models called "mistral:7b": there only what is surely a provider is taken for one.
    splits = prefix in _NEVER_A_MODEL or not has_client
    if colon and provider == "openai" and splits and is_provider(prefix):
        if not rest.strip():
            raise ConfigurationError(f"{_MODEL_REQUIRED[:-1]}; {model!r} names a provider only.")
        provider, model = prefix, rest.strip()
    return ALIASES.get(provider, provider), model


def is_provider(name: str) -> bool:
    """Whether pydantic-ai, or an alias of ours, knows a provider of that name."""
    if name in OPENAI_COMPATIBLE or name in ALIASES:
        return True
    from pydantic_ai.providers import infer_provider_class

    try:
        infer_provider_class(name)
    except ValueError:
        return False
    except ImportError:  # known, its SDK is not installed: said when it is built
        return True
    return True


def _local(path: str, client: Any, settings: dict[str, Any]) -> Judge:
    if client is not None:
        raise ConfigurationError("The local judge takes no client. Leave client= out.")
    if path:
        from ragas.llms.gguf import GGUFJudge

        return GGUFJudge(path, **settings)
    from ragas.llms.local import LocalJudge

    # It reads no prompts and answers in microseconds: settings of a language model do not apply.
    return LocalJudge()


def reply_mode(mode: Any) -> Mode | None:
    """Our name for a reply mode given as text or as one of instructor's `Mode` members."""
    if mode is None:
        return None
    text = str(getattr(mode, "value", mode)).lower()
    if "schema" in text or "structured" in text or text == "native":
        return "native"
    if "tool" in text or "function" in text:
        return "tool"
    if "markdown" in text or "md_" in text or "prompt" in text:
        return "prompt"
    if "json" in text or text == "object":
        return "object"
    raise ConfigurationError(f"Unknown mode {mode!r}. Use 'json_schema', 'tools', 'json' or 'prompt'.")


def _from_environment(
    provider: str,
    model: str,
    base_url: str | None,
    api_key: str | None,
    parameters: dict[str, Any],
    mode: Mode | None,
) -> Endpoint:
    """The endpoint of a provider, its key from the argument or from the environment."""
    own_server = base_url or os.environ.get("OPENAI_BASE_URL")
    prefix, colon, rest = model.partition(":")
    if provider == "openai" and colon and not own_server and prefix != "ft":  # "ft:...": fine-tuned models
        provider, model = prefix, rest
    compatible = provider in OPENAI_COMPATIBLE - {"azure"} or not is_provider(provider)
    if provider == "openai" or (base_url is not None and compatible):
        from ragas.llms.openai_compatible import OpenAICompatible

        if provider != "openai":  # another server must not see OpenAI's key
            api_key = api_key or os.environ.get(f"{provider.upper()}_API_KEY") or NO_KEY
        client = openai_client(base_url=base_url, api_key=api_key, what=_taken_for_openai(model))
        return OpenAICompatible(client, model, provider=provider, parameters=parameters, mode=mode)
    if not is_provider(provider):
        raise ConfigurationError(
            f"Failed to initialize {provider}:{model}: {provider!r} is no provider known here. Check the spelling, or "
            "give base_url= if its server speaks the OpenAI API."
        )
    from ragas.llms.models import ProviderModel, make_model

    first: Any = make_model(provider, model, api_key=api_key, base_url=base_url)
    if provider in OPENAI_COMPATIBLE:
        from ragas.llms.openai_compatible import OpenAICompatible

        return OpenAICompatible(
            first.client, model, provider=provider, parameters=parameters, mode=mode, owns_client=True
        )
    ready = [first]  # built already, to fail here rather than at the first call

    def make() -> Any:
        return ready.pop() if ready else make_model(provider, model, api_key=api_key, base_url=base_url)

    return ProviderModel(
        make, model, provider=provider, url=str(first.base_url or ""), parameters=parameters, mode=mode
    )


def _taken_for_openai(model: str) -> str:
    """What needs a key, for the message when there is none: a name without a provider may have been meant otherwise."""
    named = os.environ.get("RAGAS_LLM", "").strip()
    called = f"llm_factory({model!r})"
    if named in (model, f"openai:{model}"):
        called = f"The judge that RAGAS_LLM={named!r} names"
    if model.startswith(("gpt-", "o1", "o3", "o4", "ft:", "chatgpt-")):
        return called
    return f"{called}, taken as a model of OpenAI because no provider is named ('provider:model'),"


def openai_client(*, base_url: str | None, api_key: str | None, what: str) -> Any:
    """An AsyncOpenAI client from arguments and environment; a server of your own needs no key."""
    from openai import AsyncOpenAI

    own_server = base_url or os.environ.get("OPENAI_BASE_URL")
    key = api_key or os.environ.get("OPENAI_API_KEY") or (NO_KEY if own_server else None)
    if key is None:
        raise ConfigurationError(
            f"{what} requires a client instance or a key, and OPENAI_API_KEY is not set. Set it, pass api_key= or "
            "client=, give base_url= for a server of your own, or use the embedded judge: llm_factory('local'), RAGAS_LLM=local."
        )
    return AsyncOpenAI(base_url=base_url, api_key=key, max_retries=0)
