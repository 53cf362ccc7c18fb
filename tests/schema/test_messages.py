"""Messages: any valid conversation is accepted, a wrong message is named by its position."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from ragas.schema.samples import MultiTurnSample

CALL: dict[str, Any] = {"name": "tide_table", "args": {"port": "Brest", "day": 3}}


def conversation(*messages: Any) -> MultiTurnSample:
    return MultiTurnSample(user_input=list(messages))


def test_transcript_lines() -> None:
    """Each kind of message prints as a transcript line; an AI message without text shows only its tools."""
    assert HumanMessage(content="When is high tide?").pretty_repr() == "Human: When is high tide?"
    assert ToolMessage(content="04:10").pretty_repr() == "ToolOutput: 04:10"
    assert AIMessage(content="At 04:10.").pretty_repr() == "AI: At 04:10."
    both = AIMessage(content="Let me look.", tool_calls=[ToolCall(**CALL)])
    assert both.pretty_repr() == "AI: Let me look.\nTools:\n  tide_table: {'port': 'Brest', 'day': 3}"
    assert AIMessage(content="", tool_calls=[ToolCall(**CALL)]).pretty_repr().startswith("Tools:\n")


def test_ai_message_as_dict() -> None:
    """Without tool calls the content is the text, with them it holds text and calls."""
    assert AIMessage(content="At 04:10.").to_dict() == {"content": "At 04:10.", "type": "ai"}
    calling = AIMessage(content="", tool_calls=[ToolCall(**CALL)])
    assert calling.to_dict() == {"content": {"text": "", "tool_calls": [CALL]}, "type": "ai"}


def test_dict_without_type_is_a_persons_message() -> None:
    """A dict without `type` is a person's message, unless it has tool calls."""
    sample = conversation({"content": "hello"}, {"content": "", "tool_calls": [CALL]})
    assert [type(message) for message in sample.user_input] == [HumanMessage, AIMessage]


def test_chat_api_messages() -> None:
    """Messages in the form of chat APIs are read: roles, null content, JSON arguments; ids land in metadata."""
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "tide_table", "arguments": '{"port": "Brest", "day": 3}'},
    }
    sample = conversation(
        {"role": "user", "content": "When is high tide?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "04:10", "tool_call_id": "c1"},
    )
    assert sample.user_input == [
        HumanMessage(content="When is high tide?"),
        AIMessage(content="", tool_calls=[ToolCall(**CALL)]),
        ToolMessage(content="04:10", metadata={"tool_call_id": "c1"}),
    ]


def test_unknown_keys_are_kept() -> None:
    """What a message carries besides its text is kept in its metadata."""
    (message,) = conversation({"content": "hi", "metadata": {"a": 1}, "name": "Ada"}).user_input
    assert message.metadata == {"a": 1, "name": "Ada"}


AI, ASKS, TOOL, HUMAN = (
    {"type": "ai", "content": "text"},
    {"type": "ai", "content": "", "tool_calls": [CALL]},
    {"type": "tool", "content": "out"},
    {"type": "human", "content": "?"},
)


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [AI],
        [AI, HUMAN, HUMAN, AI, AI],
        [HUMAN, ASKS, TOOL, AI],
        [HUMAN, ASKS, TOOL, TOOL, AI],
        [HUMAN, ASKS, HUMAN, TOOL],
        [HUMAN, ASKS, AI, TOOL],
        [HUMAN, {**ASKS, "tool_calls": [CALL, CALL]}, TOOL, AI, TOOL],
        [HUMAN, ASKS, ASKS, TOOL, AI, TOOL],
    ],
)
def test_valid_conversations(messages: list[dict[str, Any]]) -> None:
    """People and assistant may speak in any order; answers of tools may come late or in several parts."""
    assert len(conversation(*messages).user_input) == len(messages)


@pytest.mark.parametrize(
    ("messages", "position"),
    [
        ([TOOL], 0),
        ([HUMAN, TOOL], 1),
        ([HUMAN, AI, TOOL], 2),
        ([HUMAN, ASKS, TOOL, AI, TOOL], 4),
        ([TOOL, ASKS], 0),
    ],
)
def test_stray_tool_message(messages: list[dict[str, Any]], position: int) -> None:
    """A tool message that answers no call is an error that names its position."""
    with pytest.raises(ValidationError, match=rf"message {position} is a tool message"):
        conversation(*messages)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"role": "system", "content": "be brief"}, "message 1 is of type 'system'"),
        ({"type": "ai", "content": 3}, "message 1, content: .*found 3"),
        ({"type": "ai"}, "message 1, content"),
        ("text", "message 1 is 'text'"),
        (
            {"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": "{oops"}]},
            "message 1, tool_calls.0: .*'{oops' of the tool call are not JSON",
        ),
    ],
)
def test_wrong_message(message: Any, words: str) -> None:
    """A message that cannot be read is an error that names its position and the value."""
    with pytest.raises(ValidationError, match=words):
        conversation(HUMAN, message)
