"""Messages of Swarm become ours."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.integrations.swarm import convert_to_ragas_messages
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage


def test_a_conversation() -> None:
    """Users, the assistant with parallel calls, and tools; a message without `tool_calls` is one without calls."""
    calls = [
        {"id": str(n), "type": "function", "function": {"name": "f", "arguments": f'{{"n": {n}}}'}}
        for n in (1, 2)
    ]
    found = convert_to_ragas_messages(
        [
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": None, "sender": "A", "tool_calls": calls},
            {"role": "tool", "tool_call_id": "1", "tool_name": "f", "content": "one"},
            {"role": "tool", "tool_call_id": "2", "tool_name": "f", "content": {"n": 2}},
            {"role": "assistant", "content": "Done."},
            {"role": "assistant", "content": "Bye.", "tool_calls": None},
        ]
    )
    assert found == [
        HumanMessage(content="Go."),
        AIMessage(content="", tool_calls=[ToolCall(name="f", args={"n": n}) for n in (1, 2)]),
        ToolMessage(content="one"),
        ToolMessage(content='{"n": 2}'),
        AIMessage(content="Done."),
        AIMessage(content="Bye."),
    ]


def test_malformed_arguments_and_the_older_function_call() -> None:
    """Arguments that are no JSON stay text; `function_call` is read where there are no tool calls."""
    [message] = convert_to_ragas_messages(
        [{"role": "assistant", "content": "", "function_call": {"name": "f", "arguments": "oops"}}]
    )
    assert isinstance(message, AIMessage)
    assert message.tool_calls == [ToolCall(name="f", args={"raw_arguments": "oops"})]


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({"content": "x"}, "message 1 has no role: {'content': 'x'}"),
        ({"role": "robot", "content": "x"}, "message 1 has the role 'robot'"),
        ("x", "message 1 is 'x', not a dict"),
        ({"role": "user", "content": object()}, r"message 1 \(user\): the content is <object"),
        ({"role": "assistant", "tool_calls": "f"}, r"message 1 \(assistant\): tool_calls is 'f'"),
    ],
)
def test_what_is_no_message_is_refused(odd: Any, said: str) -> None:
    """The error names index, role and value."""
    with pytest.raises(ValueError, match=said):
        convert_to_ragas_messages([{"role": "user", "content": "a"}, odd])


def test_nothing_gives_nothing() -> None:
    """No messages are no messages; one message instead of a list is refused."""
    assert convert_to_ragas_messages([]) == []
    with pytest.raises(ValueError, match=r"Pass response\.messages"):
        convert_to_ragas_messages({"role": "user"})  # type: ignore[dict-item]
