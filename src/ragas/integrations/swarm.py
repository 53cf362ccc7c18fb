"""The messages of OpenAI's Swarm, as the messages metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.content import chat_calls, text_of
from ragas.schema.complaints import shown
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

ROLES = ("user", "assistant", "tool")


def convert_to_ragas_messages(messages: Iterable[Mapping[str, Any]]) -> list[AnyMessage]:
    """The messages of a Swarm response, or of any chat API in the form of OpenAI's, in order.

    Raises:
        InputError: something is not a message of a user, an assistant or a tool; names its index, role and value.

    Example:
        >>> [message] = convert_to_ragas_messages([{"role": "user", "content": "Is it open?"}])
        >>> message.pretty_repr()
        'Human: Is it open?'
    """
    if isinstance(messages, (str, Mapping)):
        raise InputError(
            f"messages is a {type(messages).__name__}, not a list of messages. Pass response.messages."
        )
    found: list[AnyMessage] = []
    for index, message in enumerate(messages):
        if not isinstance(message, Mapping):
            raise InputError(f"message {index} is {shown(message)}, not a dict with role and content.")
        role = message.get("role")
        if role not in ROLES:
            problem = "has no role" if "role" not in message else f"has the role {role!r}"
            raise InputError(
                f"message {index} {problem}: {shown(dict(message))}. The roles of a conversation are "
                f"{', '.join(map(repr, ROLES))}; leave other messages out."
            )
        place = f"message {index} ({role})"
        text = text_of(message.get("content"), place)
        if role == "user":
            found.append(HumanMessage(content=text))
        elif role == "tool":
            found.append(ToolMessage(content=text))
        else:
            calls = chat_calls(message.get("tool_calls"), place)
            if not calls and message.get("function_call"):
                calls = chat_calls([message["function_call"]], place)
            found.append(AIMessage(content=text, tool_calls=calls or None))
    return found
