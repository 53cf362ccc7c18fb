"""Models behind an OpenAI-compatible endpoint, straight on the OpenAI SDK's client (or one that looks like it)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from ragas.engine.openai_post import poster
from ragas.engine.runner import RawReply
from ragas.engine.same import name_of_instance
from ragas.engine.token_counts import token_counts
from ragas.exceptions import JudgeCallError
from ragas.llms import refusals
from ragas.llms.model_judge import Message, with_instruction
from ragas.llms.refusals import Mode
from ragas.llms.schemas import schema_of, strict_schema_of

_REASONING_MODEL = re.compile(r"(?:^|/)(?:o\d+|gpt-(?:[5-9]|\d{2,})|codex)(?![a-z])")
_CHANGES = 12
"""How many times one call may be changed after a refusal."""


class EmptyReplyBodyError(Exception):
    """An error that came with status 200."""

    def __init__(self, message: str, status_code: int | None) -> None:
        super().__init__(message)
        self.status_code = status_code


class OpenAICompatible:
    """One model behind one client: sync, async, or a stand-in with `chat.completions.create`."""

    def __init__(
        self,
        client: Any,
        model: str,
        *,
        provider: str = "openai",
        parameters: Mapping[str, Any] | None = None,
        mode: Mode | None = None,
        owns_client: bool = False,
    ) -> None:
        self.provider = provider
        self.model = model
        url = str(getattr(client, "base_url", "") or "")
        self.url = url if url.startswith("http") else type(client).__name__
        self.parameters: Mapping[str, Any] = dict(parameters or {})
        self._mode: Mode = "native" if mode in (None, "tool") else mode
        self._post = poster(client, "chat.completions", owns_client=owns_client)
        self._known = refusals.known(
            url if url.startswith("http") else f"{self.url} {name_of_instance(client)}", model
        )
        self._reasoning = provider in {"openai", "azure"} and _REASONING_MODEL.search(model) is not None

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        """Ask once; a request the endpoint refuses is changed and sent again within the same call."""
        parameters = self._parameters(max_tokens)
        for _ in range(_CHANGES):
            sent = self._as_taken(parameters)
            mode = self._known.modes.get(reply.__name__) or self._known.mode or self._mode
            try:
                answer = await self._post(self._body(messages, reply, mode, sent))
            except Exception as error:
                if not refusals.learn(
                    error,
                    sent,
                    mode=mode,
                    reply=reply.__name__,
                    at=self._known,
                    label=f"{self.provider}:{self.model}",
                ):
                    raise
                continue
            raw = self._read(answer)
            if mode == "native" and raw.text and "{" not in raw.text and "api.openai.com" not in self.url:
                # The endpoint takes response_format but does not act on it: from now on the prompt says how.
                self._known.mode = "prompt"
            return raw
        raise JudgeCallError(
            f"{self.provider}:{self.model} at {self.url} keeps refusing the request in other ways."
        )

    def _parameters(self, max_tokens: int | None) -> dict[str, Any]:
        parameters = dict(self.parameters)
        name = "max_completion_tokens" if "max_completion_tokens" in parameters else "max_tokens"
        if max_tokens is not None:
            parameters[name] = max_tokens
        if self._reasoning and "max_tokens" in parameters:
            parameters["max_completion_tokens"] = parameters.pop("max_tokens")
        return parameters

    def _as_taken(self, parameters: dict[str, Any]) -> dict[str, Any]:
        refused = self._known.parameters
        if not refused:
            return parameters
        return {
            taken: value
            for name, value in parameters.items()
            if (taken := refused.get(name, name)) is not None
        }

    def _body(
        self, messages: Sequence[Message], reply: type[BaseModel], mode: Mode, parameters: Mapping[str, Any]
    ) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.model, "messages": messages, **parameters}
        if mode == "native":
            body["response_format"] = _response_format(reply)
            return body
        body["messages"] = with_instruction(messages, reply)
        if mode == "object":
            body["response_format"] = {"type": "json_object"}
        return body

    def _read(self, answer: Any) -> RawReply:
        if _get(answer, "error") and not _get(answer, "choices"):
            error = _get(answer, "error")
            code = _get(error, "code")
            raise EmptyReplyBodyError(
                str(_get(error, "message") or error), code if isinstance(code, int) else None
            )
        choices = _get(answer, "choices")
        if not choices:
            raise JudgeCallError(
                f"{self.url} answered {str(answer)[:200]!r}, which is no chat completion. Is the base_url right?"
            )
        message = _get(choices[0], "message")
        reason = _get(choices[0], "finish_reason")
        model = _get(answer, "model")
        return RawReply(
            text=_text(message),
            usage=token_counts(_get(answer, "usage")),
            finish_reason=reason if isinstance(reason, str) else None,
            model=model if isinstance(model, str) else None,
        )


@lru_cache(maxsize=1024)
def _response_format(reply: type[BaseModel]) -> dict[str, Any]:
    strict = strict_schema_of(reply)
    name = re.sub(r"[^A-Za-z0-9_-]", "_", reply.__name__)[:64]
    schema = {"name": name, "schema": strict or schema_of(reply), "strict": strict is not None}
    return {"type": "json_schema", "json_schema": schema}


def _text(message: Any) -> str:
    content = _get(message, "content")
    if isinstance(content, list):
        content = "".join(str(_get(part, "text") or "") for part in content)
    if isinstance(content, str) and content:
        return content
    for call in _get(message, "tool_calls") or ():
        arguments = _get(_get(call, "function"), "arguments")
        if isinstance(arguments, str):
            return arguments
    refusal = _get(message, "refusal")
    return refusal if isinstance(refusal, str) else ""


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
