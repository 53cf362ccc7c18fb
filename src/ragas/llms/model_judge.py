"""A judge on any model: build the messages, send them, read the reply, ask once more when it does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

from pydantic import BaseModel

from ragas.engine.request import sendable
from ragas.engine.runner import RawReply, Request, current_runner
from ragas.exceptions import ReplyError, TruncatedReplyError
from ragas.llms import structured
from ragas.llms.judge import Image, Judge, Prompt
from ragas.llms.schemas import schema_of

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface
    from ragas.llms.refusals import Mode

Reply = TypeVar("Reply", bound=BaseModel)
Message = dict[str, Any]

MORE_ROOM = 2
"""How much more a reply may hold after it was cut off at the user's own limit."""


REPLY_ATTEMPTS = 2
"""How often a model that answers beside the point is asked."""

UNFINISHED_ATTEMPTS = 4
"""How often one is asked whose replies break off: that is chance, where the other is habit."""


class Endpoint(Protocol):
    """A model somewhere: takes messages in OpenAI's form, gives back text."""

    provider: str
    model: str
    url: str
    parameters: Mapping[str, Any]
    """What the user asked to be sent, as given: part of the cache key."""

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        """Ask once. `max_tokens` stands in for the user's own limit."""
        ...


class ModelJudge(Judge):
    """A judge on a language model, made by `llm_factory`. `name` is "provider:model"."""

    managed: ClassVar[bool] = True
    """Its calls go through the runner by themselves: limits, deadline, retries, cache, usage."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        system_prompt: str | None = None,
        cache: CacheInterface | None = None,
        mode: Mode | None = None,
        client: Any = None,
    ) -> None:
        self.endpoint = endpoint
        self._client = client
        self.mode = (
            mode  # as chosen, for the cache key; what an endpoint turns out to need is its own business
        )
        self.system_prompt = system_prompt
        self.cache = cache
        self.name = f"{endpoint.provider}:{endpoint.model}"
        self._attempts: int | None = None

    def with_attempts(self, attempts: int) -> Self:
        """A copy that asks so many times, at most, where a reply is unusable for whatever reason."""
        changed = copy(self)
        changed._attempts = attempts
        return changed

    @property
    def model(self) -> str:
        """The model's name at its provider."""
        return self.endpoint.model

    @property
    def provider(self) -> str:
        """The provider's name."""
        return self.endpoint.provider

    @property
    def client(self) -> Any:
        """The client it was made with; None where it makes its own."""
        return self._client

    @property
    def is_async(self) -> bool:
        """Whether that client is async. `generate` and `agenerate` work with either."""
        return not hasattr(self._client, "__enter__")

    @property
    def model_args(self) -> dict[str, Any]:
        """What is sent with every request besides the prompt, as it was given."""
        return dict(self.endpoint.parameters)

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.endpoint.parameters.items())
        return f"{type(self).__name__}({self.name!r}{settings})"

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """Answer `prompt` with an instance of `response_model`.

        An unusable reply is asked for once more, one that broke off without a reason up to three times more.

        Raises:
            ReplyError: no reply was usable; `.reply` holds the last one.
            TruncatedReplyError: the reply was cut off, also with more room where the limit was the user's.
            JudgeCallError, JudgeTimeoutError: the provider refused, could not be reached or did not answer.
        """
        messages = asked = as_messages(prompt, self.system_prompt)
        attempt = 0
        while True:
            attempt += 1
            try:
                return await self._ask(asked, response_model)
            except ReplyError as error:
                broke_off = isinstance(error, structured.UnfinishedReplyError)
                if attempt >= (self._attempts or (UNFINISHED_ATTEMPTS if broke_off else REPLY_ATTEMPTS)):
                    raise
                asked = [
                    *messages,
                    {"role": "assistant", "content": sendable(error.reply) or "(nothing)"},
                    {"role": "user", "content": sendable(structured.correction(error, response_model))},
                ]

    async def _ask(self, messages: list[Message], response_model: type[Reply]) -> Reply:
        limit = self._limit()
        try:
            return await self._call(messages, response_model, None)
        except TruncatedReplyError as error:
            if limit is None:
                raise TruncatedReplyError(f"{error} {self._how_to_raise()}") from None
        try:
            return await self._call(messages, response_model, limit * MORE_ROOM)
        except TruncatedReplyError as error:
            raise TruncatedReplyError(
                f"{error} {self.name} was limited to max_tokens={limit} and, asked again, to {limit * MORE_ROOM}: "
                f"raise it with llm_factory(..., max_tokens={limit * MORE_ROOM * 2})."
            ) from None

    async def _call(self, messages: list[Message], response_model: type[Reply], room: int | None) -> Reply:
        endpoint = self.endpoint
        parameters = dict(endpoint.parameters)
        if room is not None:
            parameters["max_tokens"] = room
        request = Request(
            provider=endpoint.provider,
            endpoint=endpoint.url,
            model=endpoint.model,
            parameters=parameters,
            messages=messages,
            schema=schema_of(response_model),
            mode=self.mode,
            told=getattr(endpoint, "told", None),
        )

        async def send() -> RawReply:
            return await endpoint.send(messages, response_model, max_tokens=room)

        def parse(raw: RawReply) -> Reply:
            return structured.parse(
                raw.text,
                response_model,
                finish_reason=raw.finish_reason,
                output_tokens=raw.usage.output_tokens if raw.usage else None,
            )

        return await current_runner().call(request, send, parse, cache=self.cache)

    def _how_to_raise(self) -> str:
        return (
            f"{self.name} has no max_tokens set here, so the limit is the model's or the server's own: set a larger "
            "one with llm_factory(..., max_tokens=N), or send less text at a time."
        )

    def _limit(self) -> int | None:
        for name in ("max_tokens", "max_completion_tokens", "max_output_tokens"):
            value = self.endpoint.parameters.get(name)
            if isinstance(value, int):
                return value
        return None


def as_messages(prompt: Prompt, system_prompt: str | None = None) -> list[Message]:
    """A prompt as chat messages in OpenAI's form."""
    content: Any
    if isinstance(prompt, str):
        content = sendable(prompt)
    else:
        content = [
            {"type": "image_url", "image_url": {"url": part.url}}
            if isinstance(part, Image)
            else {"type": "text", "text": sendable(part)}
            for part in prompt
        ]
    user: Message = {"role": "user", "content": content}
    return [{"role": "system", "content": sendable(system_prompt)}, user] if system_prompt else [user]


def with_instruction(messages: Sequence[Message], reply: type[BaseModel]) -> list[Message]:
    """The messages with the way to answer at the end of the last one, unless a correction says it already."""
    *before, last = messages
    how = structured.instruction(reply)
    content = last["content"]
    if isinstance(content, str):
        if content.endswith(how):
            return list(messages)
        return [*before, {**last, "content": f"{content}\n\n{how}"}]
    return [*before, {**last, "content": [*content, {"type": "text", "text": how}]}]
