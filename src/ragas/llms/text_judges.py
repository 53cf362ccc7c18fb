"""Judges on models that answer in plain text: the prompt says how to answer, the reply is read tolerantly."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from ragas.engine.clients import call_foreign
from ragas.engine.foreign_model import ForeignModel
from ragas.engine.runner import RawReply
from ragas.engine.token_counts import token_counts
from ragas.engine.token_usage import counted
from ragas.exceptions import TruncatedReplyError
from ragas.llms.model_judge import Message, ModelJudge, with_instruction

_FINISH = ("finish_reason", "stop_reason", "done_reason", "finishReason")


class TextEndpoint(ForeignModel, ABC):
    """A model behind an object of somebody else's."""

    url = ""

    def __init__(self, model: Any, *, provider: str, name: str) -> None:
        super().__init__(model)
        self.provider = provider
        self.model = name

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        """Ask once. `max_tokens` is not used: the model's own settings are left alone."""
        return await self.answer(with_instruction(messages, reply))

    @abstractmethod
    async def answer(self, messages: list[Message]) -> RawReply:
        """The model's reply to the messages."""


class _TextJudge(ModelJudge):
    def _limit(self) -> None:
        """None to raise here: the model's settings are its owner's."""

    def _how_to_raise(self) -> str:
        return (
            f"The limit on the reply's tokens is a setting of the model given as the judge, {self.name} "
            "(max_tokens, num_predict or the like): raise it there, or send less text at a time."
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class LangChainJudge(_TextJudge):
    """A judge on a LangChain chat model or LLM.

    With `is_finished`, that is given the model's reply and says whether it is whole, instead of the finish reason.
    """

    def __init__(self, model: Any, is_finished: Callable[[Any], bool] | None = None) -> None:
        super().__init__(_LangChain(model, is_finished))


class LlamaIndexJudge(_TextJudge):
    """A judge on a LlamaIndex LLM."""

    def __init__(self, model: Any) -> None:
        super().__init__(_LlamaIndex(model))


class OlderRagasJudge(_TextJudge):
    """A judge on a text LLM in the form of Ragas' `BaseRagasLLM`."""

    def __init__(self, model: Any) -> None:
        super().__init__(_OlderRagas(model))


class FunctionJudge(_TextJudge):
    """A judge on a function from prompt to text, async or not."""

    def __init__(self, function: Callable[[str], Any]) -> None:
        super().__init__(_Function(function))
        self.name = self.endpoint.model


class _LangChain(TextEndpoint):
    def __init__(self, model: Any, is_finished: Callable[[Any], bool] | None = None) -> None:
        self._is_finished = is_finished
        name = next(
            (
                value
                for key in ("model_name", "model", "model_id")
                if isinstance(value := getattr(model, key, None), str)
            ),
            "",
        )
        super().__init__(model, provider="langchain", name=name or type(model).__name__)

    async def answer(self, messages: list[Message]) -> RawReply:
        # A plain string where that says everything: wrappers and chains may take nothing else.
        content = messages[0]["content"]
        sent: Any = content if len(messages) == 1 and isinstance(content, str) else messages
        message = await call_foreign(
            self._model, getattr(self._model, "ainvoke", None), getattr(self._model, "invoke", None), sent
        )
        raw = _from_langchain(message)
        if self._is_finished is None:
            return raw
        if not self._is_finished(message):
            raise TruncatedReplyError(
                f"is_finished_parser says that a reply of {self.model} is not finished."
            )
        return replace(raw, finish_reason=None)


def _from_langchain(message: Any) -> RawReply:
    if isinstance(message, str):
        return RawReply(message, counted(message, None, None))
    told: Mapping[str, Any] = {
        **(getattr(message, "additional_kwargs", None) or {}),
        **(getattr(message, "generation_info", None) or {}),
        **(getattr(message, "response_metadata", None) or {}),
    }
    usage = token_counts(getattr(message, "usage_metadata", None))
    if usage is None:
        usage = next(
            (
                found
                for key in ("token_usage", "usage", "usage_metadata")
                if (found := token_counts(told.get(key)))
            ),
            None,
        )
    reason = next((value for key in _FINISH if isinstance(value := told.get(key), str)), None)
    model = told.get("model_name") or told.get("model")
    text = getattr(message, "content", None)
    return RawReply(
        _joined(getattr(message, "text", "") if text is None else text),
        counted(message, told, usage),
        reason,
        model if isinstance(model, str) else None,
    )


def _joined(content: Any) -> str:
    """The text of a content that may come in parts; thinking parts are left out."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(part if isinstance(part, str) else str(part.get("text") or "") for part in content)
    return str(content)


class _LlamaIndex(TextEndpoint):
    def __init__(self, model: Any) -> None:
        name = getattr(getattr(model, "metadata", None), "model_name", None) or getattr(model, "model", None)
        super().__init__(
            model, provider="llama-index", name=name if isinstance(name, str) else type(model).__name__
        )

    async def answer(self, messages: list[Message]) -> RawReply:
        answer = await call_foreign(
            self._model,
            None if _is_sync_inside(self._model) else getattr(self._model, "acomplete", None),
            getattr(self._model, "complete", None),
            as_text(messages),
        )
        raw = getattr(answer, "raw", None)
        told = raw if isinstance(raw, Mapping) else getattr(raw, "__dict__", {})
        usage = token_counts(raw) or token_counts(getattr(answer, "additional_kwargs", None))
        choices = told.get("choices") or [told]
        first = choices[0] if isinstance(choices[0], Mapping) else getattr(choices[0], "__dict__", {})
        reason = next((value for key in _FINISH if isinstance(value := first.get(key), str)), None)
        return RawReply(str(getattr(answer, "text", answer)), usage, reason)


def _is_sync_inside(model: Any) -> bool:
    """Whether `acomplete` is the one of LlamaIndex's `CustomLLM`, which calls `complete` and blocks the loop."""
    method = getattr(type(model), "acomplete", None)
    name = f"{getattr(method, '__module__', '')}.{getattr(method, '__qualname__', '')}"
    return name.startswith("llama_index.") and name.endswith(".CustomLLM.acomplete")


class PromptText(str):
    """A prompt as older Ragas LLMs take it: text that is also what LangChain calls a prompt value."""

    @property
    def text(self) -> str:
        """The prompt."""
        return str(self)

    def to_string(self) -> str:
        """The prompt."""
        return str(self)

    def to_messages(self) -> list[Any]:
        """The prompt as one message of the user's: LangChain's class where that is in use, else a dict."""
        messages = sys.modules.get("langchain_core.messages")
        if messages is not None:
            return [messages.HumanMessage(content=str(self))]
        return [{"role": "user", "content": str(self)}]


class _OlderRagas(TextEndpoint):
    def __init__(self, model: Any) -> None:
        inner = next(
            (part for key in ("langchain_llm", "llm") if (part := getattr(model, key, None)) is not None),
            None,
        )
        named = next(
            (
                value
                for key in ("model_name", "model")
                for part in (model, inner)
                if isinstance(value := getattr(part, key, None), str)
            ),
            None,
        )
        super().__init__(model, provider="text", name=named or type(inner or model).__name__)

    async def answer(self, messages: list[Message]) -> RawReply:
        result = await call_foreign(
            self._model,
            getattr(self._model, "agenerate_text", None),
            getattr(self._model, "generate_text", None),
            PromptText(as_text(messages)),
        )
        finished = getattr(self._model, "is_finished", None)
        if finished is not None and not finished(result):
            raise TruncatedReplyError(f"{self.model} says that its reply is not finished.")
        if isinstance(result, str):
            return RawReply(result)
        generation = result.generations[0][0]
        raw = _from_langchain(getattr(generation, "message", None) or generation)
        usage = raw.usage or token_counts(getattr(result, "llm_output", None))
        told = counted(generation, None, usage, result)
        return RawReply(generation.text or raw.text, told, raw.finish_reason, raw.model)


class _Function(TextEndpoint):
    def __init__(self, function: Callable[[str], Any]) -> None:
        name = getattr(function, "__name__", type(function).__name__)
        super().__init__(function, provider="function", name=name)

    async def answer(self, messages: list[Message]) -> RawReply:
        reply = await call_in_thread_unless_async(self._model, as_text(messages))
        if isinstance(reply, BaseModel):
            return RawReply(reply.model_dump_json())
        return RawReply(reply if isinstance(reply, str) else json.dumps(reply, default=str))


async def call_in_thread_unless_async(function: Callable[..., Any], *args: Any) -> Any:
    """Call an async function as one, any other in a thread."""
    from inspect import iscoroutinefunction

    if iscoroutinefunction(function) or iscoroutinefunction(getattr(function, "__call__", None)):  # noqa: B004
        return await call_foreign(function, function, None, *args)
    return await call_foreign(function, None, function, *args)


def as_text(messages: Sequence[Message]) -> str:
    """A conversation as one text."""
    if len(messages) == 1:
        return _text_of(messages[0])
    labels = {"assistant": "Your reply was:\n"}
    return "\n\n".join(labels.get(message["role"], "") + _text_of(message) for message in messages)


def _text_of(message: Message) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    from ragas.exceptions import UnsupportedStepError

    if any(part["type"] != "text" for part in content):
        raise UnsupportedStepError("This judge reads text only and the prompt holds a picture.")
    return "\n".join(part["text"] for part in content)
