"""Conversations as a judge reads them."""

from __future__ import annotations

import pytest

from ragas.exceptions import InputError
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from ragas.metrics.conversation import transcript

LINES = "Human: When?\nTools:\n  timetable: {'port': 'Brest'}\nToolOutput: 07:40\nAI: At 07:40."


def test_messages_become_lines() -> None:
    """Who speaks, what is said, which tools are called with which arguments."""
    messages = [
        HumanMessage(content="When?"),
        AIMessage(content="", tool_calls=[ToolCall(name="timetable", args={"port": "Brest"})]),
        ToolMessage(content="07:40"),
        AIMessage(content="At 07:40."),
    ]
    assert transcript("m", messages) == LINES


@pytest.mark.parametrize("key", ["type", "role"])
def test_dicts_stand_for_messages(key: str) -> None:
    """Our own dicts and those of chat APIs are read as messages."""
    human, ai = ("human", "ai") if key == "type" else ("user", "assistant")
    call = {"name": "timetable", "args": {"port": "Brest"}}
    messages = [
        {key: human, "content": "When?"},
        {key: ai, "content": None, "tool_calls": [call]},
        {key: "tool", "content": "07:40"},
        {key: ai, "content": "At 07:40."},
    ]
    assert transcript("m", messages) == LINES


def test_what_is_no_message_is_named() -> None:
    """The error names the metric and the position."""
    with pytest.raises(InputError, match=r"topic_adherence: in 'user_input', message 1 is 'hello'"):
        transcript("topic_adherence", [HumanMessage(content="When?"), "hello"])
