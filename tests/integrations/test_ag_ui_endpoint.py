"""AG-UI agents are called over HTTP, within bounds, and their answers become rows and samples."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from ragas import Dataset, MultiTurnSample, SingleTurnSample, experiment
from ragas.exceptions import InputError, RagasError
from ragas.integrations import ag_ui_endpoint
from ragas.integrations.ag_ui import (
    AGUIEvent,
    build_sample,
    call_ag_ui_endpoint,
    extract_contexts,
    extract_response,
    extract_tool_calls,
    run_ag_ui_row,
)
from ragas.integrations.ag_ui_stream import EventStream
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage
from tests.integrations.agents import Agent, agent
from tests.integrations.test_ag_ui_events import call, result, text

ANSWER = [
    *text("1", "Let me see."),
    *call("a", "look", '{"for": "hours"}'),
    result("a", "Opens at ten."),
    *text("2", "At ten."),
]


@pytest.fixture
def server() -> Iterator[Agent]:
    """An agent that answers with `ANSWER`."""
    with agent() as served:
        served.says(*ANSWER)
        yield served


def called(server: Agent, user_input: Any = "When?", **options: Any) -> list[AGUIEvent]:
    """The events of a call."""
    return asyncio.run(call_ag_ui_endpoint(server.url, user_input, **options))


# -- the stream -----------------------------------------------------------------------------------------------------


def read(*chunks: bytes, **limits: int) -> list[str]:
    """The data in the chunks of a stream."""
    stream = EventStream(**limits)
    return [data for chunk in chunks for data in stream.feed(chunk)] + list(stream.end())


WHOLE = (
    b": ping\n\nevent: x\ndata: a\ndata:b\n\nid: 1\r\ndata: \xc3\xa9\r\n\r\ndata: c\r\rretry: 1\n\ndata: last"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_stream_is_read_however_it_is_cut(size: int) -> None:
    """Lines end in any of the three ways, comments and other fields are passed over, the last event needs no end."""
    chunks = [WHOLE[at : at + size] for at in range(0, len(WHOLE), size)]
    assert read(*chunks) == ["a\nb", "é", "c", "last"]


@pytest.mark.parametrize(
    ("chunks", "limits"),
    [
        ([b"data: " + b"x" * 2000], {"max_event": 1000}),
        ([b"x" * 600, b"x" * 600], {"max_event": 1000}),
        ([b"data: x\n"] * 300, {"max_event": 1000}),
        ([b"data: x\n\n"] * 300, {"max_body": 1000}),
    ],
)
def test_a_stream_is_bounded(chunks: list[bytes], limits: dict[str, int]) -> None:
    """A line, an event of many lines and a whole stream have their limits."""
    with pytest.raises(RagasError, match=r"more than 1000 bytes|longer than 1000 bytes"):
        read(*chunks, **limits)


def test_comments_may_go_on() -> None:
    """What keeps a connection alive does not count as an event."""
    assert read(*[b": ping\n"] * 1000, b"data: x\n\n", max_event=100) == ["x"]


# -- the call -------------------------------------------------------------------------------------------------------


def test_an_agent_is_called(server: Agent) -> None:
    """The request is one of the protocol; events come as they were sent, their fields under both spellings."""
    events = called(
        server, thread_id="t", agent_config={"state": {"a": 1}, "model": "m"}, extra_headers={"X-Key": "k"}
    )
    assert [event.type for event in events] == [event["type"] for event in ANSWER]
    assert events[0].message_id == events[0].messageId == "1"
    assert not hasattr(events[0], "absent")
    [body] = server.bodies
    assert {
        "threadId": "t",
        "state": {"a": 1},
        "tools": [],
        "context": [],
        "forwardedProps": {"model": "m"},
    }.items() <= body.items()
    assert body["messages"] == [{"id": "message-0", "role": "user", "content": "When?"}]
    assert server.headers["x-key"] == "k"
    assert server.headers["accept"] == "text/event-stream"


def test_events_can_be_copied() -> None:
    """Copies and pickles of events are events."""
    event = AGUIEvent("X", {"a": 1})
    assert copy.deepcopy(event) == event == pickle.loads(pickle.dumps(event))
    assert repr(event) == "AGUIEvent(X, {'a': 1})"


def test_a_conversation_is_sent_with_its_calls_answered(server: Agent) -> None:
    """Tool messages carry the id of the call they answer, in order."""
    said: list[AnyMessage] = [
        HumanMessage(content="a"),
        AIMessage(content="", tool_calls=[ToolCall(name="f", args={"n": n}) for n in (1, 2)]),
        ToolMessage(content="one"),
        ToolMessage(content="two"),
    ]
    called(server, [*said, {"role": "user", "content": "b"}])
    messages = server.bodies[0]["messages"]
    ids = [one["id"] for one in messages[1]["toolCalls"]]
    assert [one.get("toolCallId") for one in messages] == [None, None, *ids, None]
    assert json.loads(messages[1]["toolCalls"][0]["function"]["arguments"]) == {"n": 1}


def test_unreadable_events_are_counted(server: Agent) -> None:
    """What is no JSON, no object or has no type is left out, and a warning says how much of it there was."""
    server.says(
        "data: {oops\n\n", "data: [1]\n\n", "data: " + "[" * 100_000 + "\n\n", {"typ": 1}, *text("1", "x")
    )
    with pytest.warns(UserWarning, match="4 of 7 events of the agent could not be read .*oops"):
        assert len(called(server)) == 3


def test_an_answer_that_is_no_stream_is_told(server: Agent) -> None:
    """No event and another content type: a warning says so."""
    server.content_type = "text/html"
    server.says("<html>")
    with pytest.warns(UserWarning, match="no event.*text/html"):
        assert called(server) == []


def drip(seconds: float, served: Agent) -> Callable[[Callable[[bytes], Any]], None]:
    """A stream that says a little, again and again."""

    def stream(write: Callable[[bytes], Any]) -> None:
        while not served.stopping.wait(seconds):
            write(b": ping\n")

    return stream


def test_a_silent_agent_ends_at_the_timeout(server: Agent) -> None:
    """The timeout is for each wait."""
    server.stream = lambda write: server.stopping.wait(20)
    started = time.monotonic()
    with pytest.raises(httpx.ReadTimeout):
        called(server, timeout=0.2)
    assert time.monotonic() - started < 3


def test_an_agent_that_never_ends_is_left(server: Agent) -> None:
    """One that keeps the connection busy ends at the timeout of the whole run."""
    server.stream = drip(0.02, server)
    with pytest.raises(TimeoutError):
        called(server, timeout=5, total_timeout=0.3)


def test_an_agent_that_floods_is_left(server: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is streamed beyond the limit is not read."""
    monkeypatch.setattr(ag_ui_endpoint, "EventStream", lambda: EventStream(max_body=100_000))

    def flood(write: Callable[[bytes], Any]) -> None:
        while not server.stopping.is_set():
            write(b"data: {}\n\n" * 1000)

    server.stream = flood
    with pytest.raises(RagasError, match="longer than 100000 bytes"):
        called(server)


@pytest.mark.parametrize("status", [302, 401, 500])
def test_a_refusal_is_an_error(server: Agent, status: int) -> None:
    """A redirection is not followed, either."""
    server.status = status
    with pytest.raises(httpx.HTTPStatusError, match=str(status)):
        called(server)


@pytest.mark.parametrize("user_input", [None, 3, [{"role": "robot"}], {"role": "user"}])
def test_what_cannot_be_said_is_refused(server: Agent, user_input: Any) -> None:
    """Before anything is sent."""
    with pytest.raises(InputError, match="user_input"):
        called(server, user_input)
    assert server.bodies == []


# -- rows and samples -----------------------------------------------------------------------------------------------

MESSAGES: list[AnyMessage] = [
    AIMessage(content="Let me see.", tool_calls=[ToolCall(name="look", args={"for": "hours"})]),
    ToolMessage(content="Opens at ten."),
    AIMessage(content="At ten."),
]


def test_a_row_gets_the_answer(server: Agent) -> None:
    """Response, messages, calls and contexts are added to the row."""
    row = asyncio.run(run_ag_ui_row({"user_input": "When?", "id": 7}, server.url))
    assert row == {
        "user_input": "When?",
        "id": 7,
        "response": "At ten.",
        "messages": MESSAGES,
        "tool_calls": [ToolCall(name="look", args={"for": "hours"})],
        "contexts": ["Opens at ten."],
    }


@pytest.mark.parametrize(
    ("events", "error"),
    [
        ([{"type": "RUN_ERROR", "message": "no money"}], "the agent failed: no money"),
        ([{"type": "RUN_STARTED"}], "the agent said nothing"),
    ],
)
def test_an_agent_that_fails_gives_placeholders(server: Agent, events: list[Any], error: str) -> None:
    """The row says why; an experiment goes on."""
    server.says(*events)
    row = asyncio.run(run_ag_ui_row({"user_input": "When?"}, server.url))
    assert row["response"] == "[no response generated by agent]"
    assert row["contexts"] == ["[no retrieved contexts provided by agent]"]
    assert (row["messages"], row["tool_calls"], row["error"]) == ([], [], error)


def test_an_agent_that_cannot_be_reached_gives_placeholders(server: Agent) -> None:
    """A refusal, an address nobody listens at, and a row without a question are told in the row."""
    server.status = 500
    refused = asyncio.run(run_ag_ui_row({"user_input": "When?"}, server.url))
    absent = asyncio.run(run_ag_ui_row({"user_input": "When?"}, "http://127.0.0.1:9/run", timeout=2))
    empty = asyncio.run(run_ag_ui_row({}, server.url))
    assert "500" in refused["error"]
    assert absent["error"].startswith("ConnectError")
    assert empty["error"].startswith("InputError: user_input is None")


def test_rows_of_an_experiment(server: Agent) -> None:
    """Rows are run by an experiment."""

    @experiment()
    async def ask(row: Any) -> Any:
        return {**row, "said": (await run_ag_ui_row(row, server.url))["response"]}

    dataset = Dataset.from_list([{"user_input": "When?"}] * 2, name="museum", backend="inmemory")
    found = ask.run(dataset, show_progress=False)
    assert [row["said"] for row in found] == ["At ten.", "At ten."]


def test_parts_of_an_answer() -> None:
    """The last words are the response; calls and answers of tools keep their order; nothing gives nothing."""
    assert extract_response(MESSAGES) == "At ten."
    assert [call.name for call in extract_tool_calls(MESSAGES)] == ["look"]
    assert extract_contexts(MESSAGES) == ["Opens at ten."]
    assert (extract_response([]), extract_tool_calls([]), extract_contexts([])) == ("", [], [])


def test_an_answer_as_a_sample() -> None:
    """A question is one turn; a conversation, or expected calls, are several; what is missing stays missing."""
    single = build_sample("When?", MESSAGES, reference="At ten.")
    assert single == SingleTurnSample(
        user_input="When?", response="At ten.", retrieved_contexts=["Opens at ten."], reference="At ten."
    )
    assert build_sample("When?", []) == SingleTurnSample(user_input="When?")
    wanted = [ToolCall(name="look", args={})]
    multi = build_sample("When?", MESSAGES, reference_tool_calls=wanted)
    assert multi == MultiTurnSample(
        user_input=[HumanMessage(content="When?"), *MESSAGES], reference_tool_calls=wanted
    )
    asked = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
    assert len(build_sample(asked, MESSAGES).user_input or ()) == 5


def test_a_snapshot_does_not_repeat_the_question() -> None:
    """Messages that begin with what was asked are the whole conversation already."""
    whole: list[AnyMessage] = [HumanMessage(content="When?"), *MESSAGES]
    assert build_sample("When?", whole, reference_tool_calls=[]).user_input == whole


def test_a_run_without_trouble_warns_of_nothing(server: Agent) -> None:
    """No warning where all could be read."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(run_ag_ui_row({"user_input": "When?"}, server.url))
