"""Messages of LangGraph's state become ours."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core import messages as lc

from ragas import MultiTurnSample
from ragas.integrations.langgraph import convert_to_ragas_messages
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage


def test_a_conversation_with_parallel_calls() -> None:
    """Calls come from `tool_calls`, in order; the system's message is left out; the result is a sample."""
    state = [
        lc.SystemMessage("Be kind."),
        lc.HumanMessage("Copper and gold?"),
        lc.AIMessage(
            "",
            tool_calls=[
                {"name": "price", "args": {"metal": "copper"}, "id": "1"},
                {"name": "price", "args": {"metal": "gold"}, "id": "2"},
            ],
        ),
        lc.ToolMessage("9", tool_call_id="1"),
        lc.ToolMessage("88", tool_call_id="2"),
        lc.AIMessage("9 and 88."),
    ]
    found = convert_to_ragas_messages(state)
    calls = [ToolCall(name="price", args={"metal": metal}) for metal in ("copper", "gold")]
    assert found == [
        HumanMessage(content="Copper and gold?"),
        AIMessage(content="", tool_calls=calls),
        ToolMessage(content="9"),
        ToolMessage(content="88"),
        AIMessage(content="9 and 88."),
    ]
    assert MultiTurnSample(user_input=found).user_input == found


def test_calls_as_the_provider_sent_them() -> None:
    """Calls that only stand in `additional_kwargs` are read, those of the older function API too."""
    raw = {
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}]
    }
    old = {"function_call": {"name": "g", "arguments": "{}"}}
    state: list[Any] = [
        {"type": "ai", "content": "", "additional_kwargs": raw},
        {"type": "ai", "content": "", "additional_kwargs": old},
        lc.AIMessage("", additional_kwargs=raw),
    ]
    calls = [
        message.tool_calls for message in convert_to_ragas_messages(state) if isinstance(message, AIMessage)
    ]
    read = [ToolCall(name="f", args={"a": 1})]
    assert calls == [read, [ToolCall(name="g", args={})], read]


def test_a_call_with_malformed_arguments_is_kept() -> None:
    """What LangChain calls an invalid tool call is a call whose arguments stay text."""
    broken = lc.AIMessage("", invalid_tool_calls=[{"name": "f", "args": '{"a": ', "id": "1", "error": None}])
    [message] = convert_to_ragas_messages([broken])
    assert isinstance(message, AIMessage)
    assert message.tool_calls == [ToolCall(name="f", args={"raw_arguments": '{"a": '})]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "At "}, {"type": "text", "text": "ten."}], "At ten."),
        (["What?", {"type": "image_url", "image_url": {"url": "file:///etc/passwd"}}], "What?\n[image]"),
        ([], ""),
    ],
)
def test_content_in_blocks_is_joined(content: Any, text: str) -> None:
    """Blocks become their text as LangChain joins it; a picture leaves a mark."""
    assert convert_to_ragas_messages([lc.HumanMessage(content)])[0].content == text


def test_chunks_and_messages_of_a_role_are_read() -> None:
    """Streamed chunks, `ChatMessage` and function messages are what they stand for."""
    state = [
        lc.AIMessageChunk(content="a"),
        lc.ChatMessage(content="b", role="user"),
        lc.FunctionMessage(content="c", name="f"),
        {"role": "assistant", "content": None, "tool_calls": None},
    ]
    kinds = [(message.type, message.content) for message in convert_to_ragas_messages(state)]
    assert kinds == [("ai", "a"), ("human", "b"), ("tool", "c"), ("ai", "")]


def test_metadata_is_kept_on_request() -> None:
    """With metadata=True ids, names and usage stay with the message, as JSON has them; without, nothing does."""
    message = lc.AIMessage("x", id="m1", name="bot", response_metadata={"at": object()})
    [kept] = convert_to_ragas_messages([message], metadata=True)
    assert kept.metadata is not None
    assert {"id": "m1", "name": "bot"}.items() <= kept.metadata.items()
    assert "content" not in kept.metadata
    assert kept.model_dump_json()
    assert convert_to_ragas_messages([message])[0].metadata is None


def test_an_empty_state_has_no_messages() -> None:
    """Nothing gives nothing."""
    assert convert_to_ragas_messages([]) == []


@pytest.mark.parametrize("odd", [lc.RemoveMessage(id="1"), "hello", None, {"content": "x"}, {"type": 3}])
def test_an_unknown_message_is_refused(odd: Any) -> None:
    """The error names index and type and is a ValueError."""
    with pytest.raises(ValueError, match=r"^message 1 is "):
        convert_to_ragas_messages([lc.HumanMessage("a"), odd])


def test_the_state_itself_is_refused() -> None:
    """Passing the state instead of its messages says what to pass."""
    with pytest.raises(ValueError, match="Pass state"):
        convert_to_ragas_messages({"messages": []})


def test_a_result_without_a_call_is_told_by_the_sample() -> None:
    """The message is converted as it is; the sample says which one answers no call."""
    stray = convert_to_ragas_messages([lc.ToolMessage("9", tool_call_id="1")])
    with pytest.raises(ValueError, match="message 0 is a tool message"):
        MultiTurnSample(user_input=stray)
