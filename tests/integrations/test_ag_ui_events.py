"""Events of AG-UI agents become messages."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import pytest

from ragas import MultiTurnSample
from ragas.exceptions import MissingDependencyError
from ragas.integrations.ag_ui import (
    AGUIEventCollector,
    convert_messages_snapshot,
    convert_messages_to_ag_ui,
    convert_to_ragas_messages,
)
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

START: dict[str, Any] = {"type": "RUN_STARTED", "runId": "r", "threadId": "t"}


def text(id: str, *parts: str, role: str = "assistant") -> list[dict[str, Any]]:
    """A streamed message."""
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": id, "role": role},
        *({"type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": part} for part in parts),
        {"type": "TEXT_MESSAGE_END", "messageId": id},
    ]


def call(id: str, name: str, *parts: str, parent: str | None = None) -> list[dict[str, Any]]:
    """A streamed call."""
    return [
        {"type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": name, "parentMessageId": parent},
        *({"type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": part} for part in parts),
        {"type": "TOOL_CALL_END", "toolCallId": id},
    ]


def result(id: str, content: Any) -> dict[str, Any]:
    """What a tool answered."""
    return {
        "type": "TOOL_CALL_RESULT",
        "messageId": f"of-{id}",
        "toolCallId": id,
        "content": content,
        "role": "tool",
    }


def test_a_run_becomes_a_conversation() -> None:
    """Parts are joined, parallel calls belong to the words before them, answers follow; the result is a sample."""
    events = [
        START,
        *text("1", "Let me ", "see."),
        *call("a", "f", '{"n"', ": 1}", parent="1"),
        *call("b", "f", '{"n": 2}'),
        result("a", "one"),
        result("b", "two"),
        *text("2", "Done."),
        {"type": "RUN_FINISHED", "runId": "r", "threadId": "t"},
    ]
    found = convert_to_ragas_messages(events)
    assert found == [
        AIMessage(content="Let me see.", tool_calls=[ToolCall(name="f", args={"n": n}) for n in (1, 2)]),
        ToolMessage(content="one"),
        ToolMessage(content="two"),
        AIMessage(content="Done."),
    ]
    assert MultiTurnSample(user_input=found).user_input == found


def test_calls_after_answers_are_a_new_step() -> None:
    """A second call that names the first message comes after the first answer, as it happened."""
    events = [
        *text("1", "x"),
        *call("a", "f", parent="1"),
        result("a", "one"),
        *call("b", "g", parent="1"),
        result("b", ""),
    ]
    assert convert_to_ragas_messages(events) == [
        AIMessage(content="x", tool_calls=[ToolCall(name="f", args={})]),
        ToolMessage(content="one"),
        AIMessage(content="", tool_calls=[ToolCall(name="g", args={})]),
        ToolMessage(content=""),
    ]


def test_chunks_stand_for_whole_messages() -> None:
    """Chunks need no start and may leave out the id; what is interleaved is told apart by it."""
    events = [
        {"type": "TEXT_MESSAGE_CHUNK", "messageId": "1", "role": "assistant", "delta": "a"},
        {"type": "TEXT_MESSAGE_CHUNK", "delta": "b"},
        {"type": "TOOL_CALL_CHUNK", "toolCallId": "c", "toolCallName": "f", "delta": '{"n":'},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "1", "delta": "c"},
        {"type": "TOOL_CALL_CHUNK", "delta": " 1}"},
    ]
    assert convert_to_ragas_messages(events) == [
        AIMessage(content="abc", tool_calls=[ToolCall(name="f", args={"n": 1})])
    ]


def test_an_answer_without_a_call_is_one_to_an_unknown_tool() -> None:
    """Attached to the agent's last words, or to a message of its own; so the conversation stays valid."""
    unknown = [ToolCall(name="unknown_tool", args={})]
    assert convert_to_ragas_messages([result("x", "9")]) == [
        AIMessage(content="", tool_calls=unknown),
        ToolMessage(content="9"),
    ]
    assert convert_to_ragas_messages([*text("1", "See:"), result("x", "9")])[0] == AIMessage(
        content="See:", tool_calls=unknown
    )


def test_a_run_that_breaks_off_keeps_what_was_said() -> None:
    """Messages and calls without an end are there; half of the arguments stays text."""
    events = [*text("1", "I am ")[:-1], *call("a", "f", '{"n": ')[:-1]]
    assert convert_to_ragas_messages(events) == [
        AIMessage(content="I am ", tool_calls=[ToolCall(name="f", args={"raw_arguments": '{"n": '})])
    ]


def test_who_says_what() -> None:
    """People's messages are theirs; those of the system and developers, thoughts and empty ones are left out."""
    events = [
        *text("0", "Be kind.", role="system"),
        *text("1", "Hi", role="user"),
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": "r", "delta": "hm"},
        {"type": "STATE_SNAPSHOT", "snapshot": {}},
        {"type": "CUSTOM", "name": "x", "value": 1},
        *text("2"),
    ]
    assert convert_to_ragas_messages(events) == [HumanMessage(content="Hi")]


SNAPSHOT = {
    "type": "MESSAGES_SNAPSHOT",
    "messages": [
        {"id": "0", "role": "system", "content": "Be kind."},
        {
            "id": "1",
            "role": "user",
            "content": [
                {"type": "text", "text": "What?"},
                {"type": "image", "source": {"type": "url", "value": "http://127.0.0.1:9/x.png"}},
            ],
        },
        {
            "id": "2",
            "role": "assistant",
            "content": None,
            "toolCalls": [
                {"id": "a", "type": "function", "function": {"name": "f", "arguments": '{"n": 1}'}}
            ],
        },
        {"id": "3", "role": "tool", "toolCallId": "a", "content": "one"},
        {"id": "4", "role": "reasoning", "content": "hm"},
    ],
}
CONVERSATION: list[AnyMessage] = [
    HumanMessage(content="What?\n[image]"),
    AIMessage(content="", tool_calls=[ToolCall(name="f", args={"n": 1})]),
    ToolMessage(content="one"),
]


def test_a_snapshot_is_the_conversation() -> None:
    """It takes the place of what was there, names of tools included; what comes after it is added."""
    assert convert_messages_snapshot(SNAPSHOT) == CONVERSATION
    events = [*text("9", "old"), SNAPSHOT, *text("5", "Done.")]
    assert convert_to_ragas_messages(events) == [*CONVERSATION, AIMessage(content="Done.")]


@pytest.mark.parametrize("event", [START, None, "x", {}])
def test_another_event_is_no_snapshot(event: Any) -> None:
    """A TypeError that says what is expected."""
    with pytest.raises(TypeError, match="Expected MessagesSnapshotEvent"):
        convert_messages_snapshot(event)


def test_unreadable_events_are_counted_and_told() -> None:
    """They are passed over, the others are read, and a warning says how many, which and why."""
    bad: list[Any] = [
        None,
        "x",
        {"type": 3},
        {"type": "TEXT_MESSAGE_CONTENT", "delta": "x"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "1", "delta": 3},
        {"type": "TOOL_CALL_START"},
        {"type": "TOOL_CALL_CHUNK", "delta": "x"},
        {"type": "TOOL_CALL_RESULT", "content": "x"},
        {"type": "MESSAGES_SNAPSHOT", "messages": "x"},
        {"type": "TOOL_CALL_RESULT", "toolCallId": "a", "content": object()},
    ]
    with pytest.warns(
        UserWarning, match=r"10 of 13 AG-UI events could not be read .*: event 1: None is no event.*…"
    ):
        assert convert_to_ragas_messages([*bad, *text("1", "ok")]) == [AIMessage(content="ok")]
    odd = {"type": "MESSAGES_SNAPSHOT", "messages": [None, {"role": "user", "content": "x"}]}
    with pytest.warns(UserWarning, match="1 of 2 AG-UI events .* message 0 is None, without a role"):
        assert convert_messages_snapshot(odd) == [HumanMessage(content="x")]


def test_a_collector_takes_events_one_by_one() -> None:
    """Messages can be asked for at any time; failures of the agent are told; `clear` forgets all."""
    collector = AGUIEventCollector()
    for event in text("1", "a", "b")[:2]:
        collector.process_event(event)
    assert collector.get_messages() == [AIMessage(content="a")]
    collector.process_event({"type": "RUN_ERROR", "message": "no money"})
    collector.process_event(None)
    assert (collector.errors, len(collector.skipped)) == (["no money"], 1)
    collector.clear()
    assert (collector.get_messages(), collector.errors, collector.skipped) == ([], [], [])


def test_metadata_is_kept_on_request() -> None:
    """With metadata=True run, step and ids stay with the messages."""
    step = [{"type": "STEP_STARTED", "stepName": "look"}]
    end = [{"type": "STEP_FINISHED", "stepName": "look"}]
    said, answer, last = convert_to_ragas_messages(
        [START, *step, *text("1", "x"), result("a", "y"), *end, *text("2", "z")], metadata=True
    )
    assert said.metadata == {"run_id": "r", "thread_id": "t", "step_name": "look", "message_id": "1"}
    assert answer.metadata is not None
    assert answer.metadata["tool_call_id"] == "a"
    assert last.metadata == {"run_id": "r", "thread_id": "t", "message_id": "2"}


def test_many_small_parts_take_no_longer_than_they_are_many() -> None:
    """A hostile stream of very many calls and blocks is read in a moment."""
    events = [{"type": "TOOL_CALL_CHUNK", "toolCallId": str(n), "toolCallName": "f"} for n in range(30_000)]
    blocks = [{"type": "text", "text": "x"}] * 200_000
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": [{"role": "user", "content": blocks}]}
    [said] = convert_to_ragas_messages(events)
    assert isinstance(said, AIMessage)
    assert len(said.tool_calls or ()) == 30_000
    assert len(convert_messages_snapshot(snapshot)[0].content) == 399_999


def test_no_events_are_no_messages() -> None:
    """Nothing gives nothing, and no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert convert_to_ragas_messages([]) == []


def test_objects_are_read_like_dicts() -> None:
    """Attributes in Python's spelling and members of an enumeration are understood."""
    kind = SimpleNamespace(value="TEXT_MESSAGE_CHUNK")
    assert (
        convert_to_ragas_messages([SimpleNamespace(type=kind, message_id="1", delta="x")])[0].content == "x"
    )


def test_events_of_the_package() -> None:
    """The objects of ag-ui-protocol give the same messages."""
    core = pytest.importorskip("ag_ui.core")
    adapter = __import__("pydantic").TypeAdapter(core.Event)
    events = [*text("1", "See."), *call("a", "f", '{"n": 1}'), result("a", "one"), SNAPSHOT]
    typed = [adapter.validate_python({k: v for k, v in event.items() if v is not None}) for event in events]
    assert convert_to_ragas_messages(typed[:-1]) == convert_to_ragas_messages(events[:-1])
    assert convert_messages_snapshot(typed[-1]) == CONVERSATION


def test_messages_for_an_agent() -> None:
    """People's and the agent's messages become objects of the package, calls included; tool messages are left out."""
    pytest.importorskip("ag_ui.core")
    user, said = convert_messages_to_ag_ui(CONVERSATION)
    assert (user.role, user.content) == ("user", "What?\n[image]")
    assert (said.tool_calls[0].function.name, said.tool_calls[0].function.arguments) == ("f", '{"n": 1}')


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only making its objects needs it."""
    monkeypatch.setitem(__import__("sys").modules, "ag_ui.core", None)
    monkeypatch.setitem(__import__("sys").modules, "ag_ui", None)
    with pytest.raises(MissingDependencyError, match="AG-UI integration requires the ag-ui-protocol package"):
        convert_messages_to_ag_ui(CONVERSATION)
