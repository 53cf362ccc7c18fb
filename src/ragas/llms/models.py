"""Models of every provider, through pydantic-ai's model classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from ragas.engine.clients import PerLoop
from ragas.engine.runner import RawReply
from ragas.engine.token_counts import token_counts
from ragas.exceptions import ConfigurationError, JudgeCallError
from ragas.llms import refusals
from ragas.llms.model_judge import Message, with_instruction
from ragas.llms.refusals import Mode
from ragas.llms.schemas import schema_of

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model, ModelRequestParameters

_TOOL = "answer"
_CHANGES = 12
_UNSET = re.compile(r"Set the `(\w+)` environment variable or pass it via `\w+\((\w+)=\.\.\.\)`")
_SUCH_AS = {"OLLAMA_BASE_URL": "http://localhost:11434/v1"}
"""Where a server of one's own is reached, unless it was told otherwise."""


class _Opened:
    """A model with its connections, closed together. A client that was given to the provider is closed if it is ours."""

    def __init__(self, make: Callable[[], Model | Shared], *, owns_client: bool) -> None:
        self._make = make
        self._owns_client = owns_client

    async def __aenter__(self) -> Model:
        self._model = self._make()
        return await self._model.__aenter__()

    async def __aexit__(self, *exc_info: object) -> None:
        await self._model.__aexit__(None, None, None)
        if self._owns_client:
            client: Any = self._model.client  # type: ignore[union-attr]  # models on an SDK client have it
            await client.close()


class ProviderModel:
    """One model of one provider. `make` builds it; every event loop gets its own, with its own connections."""

    def __init__(
        self,
        make: Callable[[], Model | Shared],
        model: str,
        *,
        provider: str,
        url: str = "",
        parameters: Mapping[str, Any] | None = None,
        mode: Mode | None = None,
        owns_client: bool = False,
    ) -> None:
        self.provider = provider
        self.model = model
        self.url = url
        self.parameters: Mapping[str, Any] = dict(parameters or {})
        self._mode = mode
        self._models = PerLoop["Model"](lambda: _Opened(make, owns_client=owns_client))
        self._known = refusals.known(url or provider, model)

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        """Ask once; a request the provider refuses is changed and sent again within the same call."""
        model = await self._models.get()
        parameters = (
            dict(self.parameters) if max_tokens is None else {**self.parameters, "max_tokens": max_tokens}
        )
        for _ in range(_CHANGES):
            sent = {
                taken: value
                for name, value in parameters.items()
                if (taken := self._known.parameters.get(name, name)) is not None
            }
            mode = (
                self._known.modes.get(reply.__name__) or self._known.mode or self._mode or _best_mode(model)
            )
            conversation = as_history(
                messages if mode in ("native", "tool") else with_instruction(messages, reply)
            )
            try:
                answer = await model.request(
                    conversation, _settings(sent, self.provider), _request_parameters(reply, mode)
                )
            except Exception as error:
                if not refusals.learn(
                    error,
                    sent,
                    mode=mode,
                    reply=reply.__name__,
                    at=self._known,
                    label=f"{self.provider}:{self.model}",
                    tools=True,
                ):
                    raise
                continue
            return _read(answer)
        raise JudgeCallError(f"{self.provider}:{self.model} keeps refusing the request in other ways.")


def make_model(
    provider: str, model: str, *, api_key: str | None = None, base_url: str | None = None
) -> Model:
    """The pydantic-ai model for a provider's name, its key from the argument or the provider's own variable.

    Raises:
        ConfigurationError: the provider is unknown or has no key.
        MissingDependencyError: the provider's SDK is not installed.
    """
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.models import infer_model
    from pydantic_ai.providers import Provider, infer_provider_class

    def with_settings(name: str) -> Provider[Any]:
        given = {key: value for key, value in (("api_key", api_key), ("base_url", base_url)) if value}
        return infer_provider_class(name)(**given)

    try:
        return infer_model(f"{provider}:{model}", with_settings)
    except UserError as error:
        raise ConfigurationError(
            f"Failed to initialize {provider}:{model}: {what_is_unset(error)}"
        ) from error
    except ImportError as error:
        raise missing_sdk(provider, error) from error


def what_is_unset(error: Exception) -> str:
    """What a provider lacks, in the words of `llm_factory`: its own message names classes a caller never sees."""
    found = _UNSET.search(str(error))
    if found is None:
        return str(error)
    variable, argument = found.groups()
    such_as = f", such as {_SUCH_AS[variable]}" if variable in _SUCH_AS else ""
    return f"{variable} is not set. Set it, or pass {argument}={such_as}."


def missing_sdk(provider: str, error: ImportError) -> Exception:
    """The error for a provider whose SDK is not installed."""
    from ragas.exceptions import MissingDependencyError

    extra = {"google-cloud": "google", "google-vertex": "google"}.get(provider, provider)
    known = {"anthropic", "google", "bedrock", "mistral", "groq", "cohere", "huggingface"}
    install = (
        f'pip install "ragas[{extra}]"' if extra in known else f'pip install "pydantic-ai-slim[{provider}]"'
    )
    missing = error.name or getattr(error.__cause__, "name", None)
    package = f"the package {missing.split('.')[0]!r}, which" if missing else "a package that"
    return MissingDependencyError(
        f"The provider {provider!r} needs {package} is not installed. Install it with: {install}"
    )


def as_history(messages: Sequence[Message]) -> list[ModelMessage]:
    """Chat messages in OpenAI's form as pydantic-ai's."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, SystemPromptPart, TextPart, UserPromptPart

    history: list[ModelMessage] = []
    parts: list[Any] = []
    for message in messages:
        content = message["content"]
        if message["role"] == "assistant":
            history += [ModelRequest(parts=parts), ModelResponse(parts=[TextPart(content)])]
            parts = []
        elif message["role"] == "system":
            parts.append(SystemPromptPart(content))
        else:
            parts.append(
                UserPromptPart(content if isinstance(content, str) else [_content(part) for part in content])
            )
    return [*history, ModelRequest(parts=parts)]


def _content(part: Mapping[str, Any]) -> Any:
    from pydantic_ai.messages import BinaryContent, ImageUrl

    if part["type"] == "text":
        return part["text"]
    url = part["image_url"]["url"]
    return BinaryContent.from_data_uri(url) if url.startswith("data:") else ImageUrl(url)


def _best_mode(model: Model) -> Mode:
    profile = model.profile
    if profile.get("supports_json_schema_output"):
        return "native"
    return "tool" if profile.get("supports_tools", True) else "prompt"


@lru_cache(maxsize=1024)
def _request_parameters(reply: type[BaseModel], mode: Mode) -> ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    if mode == "native":
        definition = OutputObjectDefinition(schema_of(reply), name=reply.__name__)
        return ModelRequestParameters(output_mode="native", output_object=definition)
    if mode == "tool":
        tool = ToolDefinition(
            name=_TOOL, parameters_json_schema=schema_of(reply), description="Give the answer.", kind="output"
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    return ModelRequestParameters()


def _settings(sent: Mapping[str, Any], provider: str) -> Any:
    """The user's settings under the names pydantic-ai has for them; what it has no name for goes into the body."""
    from pydantic_ai.settings import ModelSettings

    names = ModelSettings.__annotations__
    settings: dict[str, Any] = {}
    body: dict[str, Any] = {}
    for name, value in sent.items():
        plain = {
            "stop": "stop_sequences",
            "max_output_tokens": "max_tokens",
            "max_completion_tokens": "max_tokens",
        }.get(name, name)
        if plain == "thinking" and isinstance(value, dict):
            settings[f"{provider.split('-')[0]}_thinking"] = value
        elif plain in names or plain.startswith(f"{provider.split('-')[0].replace('-', '_')}_"):
            settings[plain] = value
        else:
            body[plain] = value
    if body:
        settings["extra_body"] = {**body, **(settings.get("extra_body") or {})}
    return settings or None


def _read(answer: Any) -> RawReply:
    texts: list[str] = []
    for part in answer.parts:
        if part.part_kind == "tool-call":
            texts = [part.args_as_json_str()]
            break
        if part.part_kind == "text":
            texts.append(part.content)
    return RawReply(
        text="".join(texts),
        usage=token_counts(answer.usage),
        finish_reason=answer.finish_reason,
        model=answer.model_name,
    )


class Shared:
    """A model of the user's own: used in every loop as it is, opened and closed by nobody here."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    async def __aenter__(self) -> Model:
        return self._model

    async def __aexit__(self, *exc_info: object) -> None:
        return None
