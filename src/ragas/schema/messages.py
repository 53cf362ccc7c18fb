"""What is said in a conversation: by a person, by the assistant, by a tool."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ValidationError, model_validator

ROLES = {"user": "human", "assistant": "ai"}
"""Role names of chat APIs, as the message types they stand for."""


class ToolCall(BaseModel):
    """A call of a tool: its name and the arguments it was given. The id that chat APIs give a call is left out."""

    name: str
    args: dict[str, Any]

    @model_validator(mode="before")
    @classmethod
    def _from_chat_api(cls, data: Any) -> Any:
        """Chat APIs nest the call under `function` and send its arguments as JSON text."""
        if not isinstance(data, dict):
            return data
        if data.keys() == cls.model_fields.keys() and isinstance(data["args"], dict):
            return data
        call = data["function"] if isinstance(data.get("function"), dict) else data
        args = call.get("args", call.get("arguments"))
        if isinstance(args, str):
            try:
                args = json.loads(args or "{}")
            except ValueError:
                raise ValueError(f"the arguments {args[:80]!r} of the tool call are not JSON") from None
        return {
            key: value for key, value in (("name", call.get("name")), ("args", args)) if value is not None
        }


class Message(BaseModel):
    """Something said. What a message carries besides its text is kept in `metadata`."""

    content: str
    metadata: dict[str, Any] | None = None

    @model_validator(mode="before")
    @classmethod
    def _keep_the_rest(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        if data.keys() <= cls.model_fields.keys():
            return data
        known = {key: value for key, value in data.items() if key in cls.model_fields}
        rest = {key: value for key, value in data.items() if key not in cls.model_fields}
        known["metadata"] = {**(known.get("metadata") or {}), **rest}
        return known


class HumanMessage(Message):
    """What a person says."""

    type: Literal["human"] = "human"

    def pretty_repr(self) -> str:
        """The message as a line of a transcript."""
        return f"Human: {self.content}"


class ToolMessage(Message):
    """What a tool answers."""

    type: Literal["tool"] = "tool"

    def pretty_repr(self) -> str:
        """The message as a line of a transcript."""
        return f"ToolOutput: {self.content}"


class AIMessage(Message):
    """What the assistant says, the tools it calls, or both."""

    type: Literal["ai"] = "ai"
    tool_calls: list[ToolCall] | None = None

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """Type and content; with tool calls the content holds the text and the calls."""
        if not self.tool_calls:
            return {"content": self.content, "type": self.type}
        calls = [call.model_dump() for call in self.tool_calls]
        return {"content": {"text": self.content, "tool_calls": calls}, "type": self.type}

    def pretty_repr(self) -> str:
        """The message as lines of a transcript."""
        lines = [f"AI: {self.content}"] if self.content else []
        if self.tool_calls:
            lines += ["Tools:", *(f"  {call.name}: {call.args}" for call in self.tool_calls)]
        return "\n".join(lines)


AnyMessage = HumanMessage | AIMessage | ToolMessage
TYPES: dict[str, type[AnyMessage]] = {"human": HumanMessage, "ai": AIMessage, "tool": ToolMessage}


def read_message(data: Any, position: int) -> AnyMessage:
    """A message from a dict: of ours (`type`) or of a chat API (`role`). With neither it is a person's.

    Raises:
        ValueError: the dict is not a message; names its position.
    """
    if isinstance(data, AnyMessage):
        return data
    if not isinstance(data, Mapping):
        raise ValueError(f"message {position} is {data!r:.80}, not a message or a dict")
    fields = {key: value for key, value in data.items() if key not in ("type", "role")}
    given = data.get("type") or data.get("role") or ("ai" if data.get("tool_calls") else "human")
    kind = TYPES.get(ROLES.get(given, given)) if isinstance(given, str) else None
    if kind is None:
        raise ValueError(
            f"message {position} is of type {given!r}; a conversation holds 'human', 'ai' and 'tool' messages. "
            "Leave it out or change its type."
        )
    if kind is AIMessage and fields.get("content") is None and fields.get("tool_calls"):
        fields["content"] = ""  # chat APIs send null beside tool calls
    if kind is not AIMessage and not fields.get("tool_calls"):
        fields.pop("tool_calls", None)  # table formats pad every message with every column
    try:
        return kind(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "it"
        raise ValueError(
            f"message {position}, {where}: {first['msg']}; found {first['input']!r:.80}"
        ) from None


def check_order(messages: Sequence[AnyMessage]) -> None:
    """Refuse a tool message that answers no tool call.

    Answers may come late, after other messages, and a call may have several of them in a row.

    Raises:
        ValueError: names the position of the stray message.
    """
    unanswered, previous = 0, None
    for position, message in enumerate(messages):
        if isinstance(message, AIMessage):
            unanswered += len(message.tool_calls or ())
        elif isinstance(message, ToolMessage):
            if not unanswered and not isinstance(previous, ToolMessage):
                raise ValueError(
                    f"message {position} is a tool message, but no AI message before it has a tool call that is "
                    f"still unanswered: {message.content!r:.80}. Add tool_calls to the AI message that made the call."
                )
            unanswered = max(0, unanswered - 1)
        previous = message
