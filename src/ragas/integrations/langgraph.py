"""The messages of LangGraph and LangChain, as the messages metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.content import chat_calls, field, text_of
from ragas.schema.complaints import shown
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

KINDS = {
    "human": "human",
    "user": "human",
    "humanmessagechunk": "human",
    "ai": "ai",
    "assistant": "ai",
    "aimessagechunk": "ai",
    "tool": "tool",
    "toolmessagechunk": "tool",
    "function": "tool",
    "functionmessagechunk": "tool",
    "system": "system",
    "developer": "system",
    "systemmessagechunk": "system",
}
"""What kind of message a `type`, or a `role`, in lower case stands for."""


def convert_to_ragas_messages(messages: Iterable[Any], metadata: bool = False) -> list[AnyMessage]:
    """The messages of a graph's state, in order. System messages are left out.

    Content in blocks becomes their text; a picture stands as `[image]`. Tool calls are those of `tool_calls`; a call
    whose arguments LangChain could not read keeps them as text, in the argument `raw_arguments`.

    Args:
        messages: LangChain messages, or dicts with `type` or `role`.
        metadata: keep what else a message carries in its `metadata`.

    Raises:
        InputError: something is not a message; names its index and type.

    Example:
        >>> state = [{"role": "user", "content": "Is it open?"}, {"role": "assistant", "content": "Yes."}]
        >>> [message.content for message in convert_to_ragas_messages(state)]
        ['Is it open?', 'Yes.']
    """
    if isinstance(messages, (str, Mapping)):
        raise InputError(
            f"messages is a {type(messages).__name__}, not a list of messages. Pass state['messages']."
        )
    found: list[AnyMessage] = []
    for index, message in enumerate(messages):
        kind = _kind(message, index)
        place = f"message {index} ({kind})"
        if kind == "system":
            continue
        text = text_of(field(message, "content"), place, between="")  # as LangChain joins its own blocks
        rest = _rest(message) if metadata else None
        if kind == "human":
            found.append(HumanMessage(content=text, metadata=rest))
        elif kind == "tool":
            found.append(ToolMessage(content=text, metadata=rest))
        else:
            found.append(AIMessage(content=text, metadata=rest, tool_calls=_calls(message, place) or None))
    return found


def _kind(message: Any, index: int) -> str:
    given = field(message, "type", "role")
    if given == "chat":  # LangChain's message of any role
        given = field(message, "role")
    kind = KINDS.get(given.lower()) if isinstance(given, str) else None
    if kind is None:
        raise InputError(
            f"message {index} is {shown(message)}, of type {given!r}; a conversation holds human, ai, tool and system "
            "messages. Leave it out."
        )
    return kind


def _calls(message: Any, place: str) -> list[ToolCall]:
    """The calls as LangChain reads them, else as the provider sent them."""
    read = chat_calls(field(message, "tool_calls"), place)
    read += chat_calls(field(message, "invalid_tool_calls"), place)
    if read:
        return read
    sent = field(message, "additional_kwargs") or {}
    if isinstance(sent, Mapping):
        read = chat_calls(sent.get("tool_calls"), place)
        if not read and sent.get("function_call"):
            read = chat_calls([sent["function_call"]], place)
    return read


def _rest(message: Any) -> dict[str, Any]:
    """What a message carries besides its content and its type, as JSON has it."""
    if isinstance(message, Mapping):
        fields = dict(message)
    elif hasattr(message, "model_dump"):
        fields = message.model_dump(mode="json", fallback=shown)
    else:
        fields = dict(vars(message))
    return {
        str(name): value
        for name, value in fields.items()
        if name not in ("content", "type", "role") and value not in (None, [], {})
    }
