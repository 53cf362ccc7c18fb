"""Our messages as those an AG-UI agent takes."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from ragas.exceptions import InputError, MissingDependencyError
from ragas.schema.complaints import shown
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, read_message


def convert_messages_to_ag_ui(messages: Iterable[AnyMessage]) -> list[Any]:
    """People's and the agent's messages as objects of the `ag-ui-protocol` package. Tool messages are left out.

    Raises:
        MissingDependencyError: the package is not installed.
    """
    try:
        core = import_module("ag_ui.core")
    except ImportError as error:
        raise MissingDependencyError(
            "AG-UI integration requires the ag-ui-protocol package, which is not installed. "
            'Install it with: pip install "ragas[ag-ui]"'
        ) from error
    kinds = {"user": core.UserMessage, "assistant": core.AssistantMessage}
    wire = as_wire(messages)
    return [kinds[one["role"]].model_validate(one) for one in wire if one["role"] in kinds]


def as_wire(messages: Iterable[Any]) -> list[dict[str, Any]]:
    """Messages as the JSON an agent is sent. Calls get ids, and tool messages answer them in order."""
    wire: list[dict[str, Any]] = []
    unanswered: deque[str] = deque()
    for index, one in enumerate(messages):
        message = read_message(one, index)
        id = str((message.metadata or {}).get("message_id") or f"message-{index}")
        if isinstance(message, HumanMessage):
            wire.append({"id": id, "role": "user", "content": message.content})
        elif isinstance(message, AIMessage):
            calls: list[dict[str, Any]] = [
                {
                    "id": f"call-{index}-{number}",
                    "type": "function",
                    "function": {
                        "name": call.name,
                        "arguments": json.dumps(call.args, ensure_ascii=False, default=shown),
                    },
                }
                for number, call in enumerate(message.tool_calls or ())
            ]
            unanswered.extend(call["id"] for call in calls)
            said: dict[str, Any] = {"id": id, "role": "assistant", "content": message.content}
            wire.append({**said, "toolCalls": calls} if calls else said)
        else:
            call_id = unanswered.popleft() if unanswered else f"call-of-{index}"
            wire.append({"id": id, "role": "tool", "content": message.content, "toolCallId": call_id})
    return wire


def read_input(user_input: Any) -> str | list[AnyMessage]:
    """What is said to an agent: a text, or a conversation. Dicts become messages.

    Raises:
        InputError: it is neither.
    """
    if isinstance(user_input, str):
        return user_input
    if isinstance(user_input, Sequence):
        try:
            return [read_message(one, index) for index, one in enumerate(user_input)]
        except ValueError as error:
            raise InputError(f"user_input: {error}") from None
    raise InputError(f"user_input is {shown(user_input)}: give a text, or a list of messages.")
