"""Traces of Amazon Bedrock's agents become messages and rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragas import EvaluationDataset, MultiTurnSample
from ragas.integrations.amazon_bedrock import (
    convert_to_ragas_messages,
    extract_kb_trace,
    extract_messages_from_model_invocation,
    get_last_orchestration_value,
)
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage


def step(**parts: Any) -> dict[str, Any]:
    """A trace of one orchestration step, as the stream has it."""
    return {"agentId": "A", "trace": {"orchestrationTrace": parts}}


def prompt(*messages: tuple[str, Any], **other: Any) -> dict[str, Any]:
    """The trace of what a model was handed."""
    said = [{"role": role, "content": content} for role, content in messages]
    return step(modelInvocationInput={"text": json.dumps({"system": "Be kind.", "messages": said, **other})})


RUN = [
    {"agentId": "A", "trace": {"preProcessingTrace": {"modelInvocationInput": {"text": "x"}}}},
    prompt(("user", "[{text=When, and [where], type=text}]")),
    step(rationale={"text": "I look it up."}, modelInvocationOutput={"rawResponse": {"content": "…"}}),
    step(invocationInput={"knowledgeBaseLookupInput": {"knowledgeBaseId": "K", "text": "opening hours"}}),
    step(
        observation={
            "type": "KNOWLEDGE_BASE",
            "knowledgeBaseLookupOutput": {
                "retrievedReferences": [
                    {
                        "content": {"text": "Opens at ten."},
                        "location": {"s3Location": {"uri": "s3://bucket/x"}},
                    },
                    {"content": {"type": "IMAGE", "byteContent": "data:image/png;base64,AAAA"}},
                    {"content": {"type": "ROW", "row": [{"columnName": "day", "columnValue": "Monday"}]}},
                    {"content": {}},
                ]
            },
        }
    ),
    step(
        invocationInput={
            "actionGroupInvocationInput": {
                "actionGroupName": "Maps",
                "function": "find",
                "parameters": [{"name": "place", "type": "string", "value": "museum"}],
            }
        }
    ),
    step(observation={"actionGroupInvocationOutput": {"text": '{"street": "Main"}'}}),
    step(observation={"type": "FINISH", "finalResponse": {"text": "At ten, in Main street."}}),
]


def test_a_run_becomes_a_conversation() -> None:
    """Question, calls of knowledge bases and action groups, their answers and the final response, in order."""
    found = convert_to_ragas_messages(RUN)
    assert [message.type for message in found] == ["human", "ai", "tool", "ai", "tool", "ai"]
    assert found[0] == HumanMessage(content="When, and [where]")
    assert found[1] == AIMessage(
        content="", tool_calls=[ToolCall(name="knowledge_base", args={"query": "opening hours"})]
    )
    assert found[2].content.startswith("Opens at ten.\n\n[image]\n\n")
    assert found[3] == AIMessage(content="", tool_calls=[ToolCall(name="find", args={"place": "museum"})])
    assert found[5] == AIMessage(content="At ten, in Main street.")
    assert MultiTurnSample(user_input=found).user_input == found


def test_look_ups_become_rows() -> None:
    """What was looked up, what was found, and the response that followed."""
    [row] = extract_kb_trace(RUN)
    assert row["user_input"] == "opening hours"
    assert row["retrieved_contexts"][:2] == ["Opens at ten.", "[image]"]
    assert row["response"] == "At ten, in Main street."
    assert len(EvaluationDataset.from_list([row])) == 1


def test_several_look_ups_and_none() -> None:
    """Parallel look-ups are answered in their order; without a response there is none; without look-ups no row."""
    asked = [step(invocationInput={"knowledgeBaseLookupInput": {"text": text}}) for text in ("a", "b")]
    found = [
        step(
            observation={"knowledgeBaseLookupOutput": {"retrievedReferences": [{"content": {"text": text}}]}}
        )
        for text in ("A", "B")
    ]
    rows = extract_kb_trace([*asked, *found])
    assert [(row["user_input"], row["retrieved_contexts"], row["response"]) for row in rows] == [
        ("a", ["A"], None),
        ("b", ["B"], None),
    ]
    assert extract_kb_trace(RUN[-1:]) == []


def test_other_tools_are_tools() -> None:
    """Code, other agents and request bodies are calls with their arguments."""
    body = {"content": {"application/json": [{"name": "n", "value": "2"}]}}
    found = convert_to_ragas_messages(
        [
            step(invocationInput={"codeInterpreterInvocationInput": {"code": "1+1"}}),
            step(observation={"codeInterpreterInvocationOutput": {"executionOutput": "2"}}),
            step(
                invocationInput={
                    "agentCollaboratorInvocationInput": {"agentCollaboratorName": "B", "input": {"text": "x"}}
                }
            ),
            step(observation={"agentCollaboratorInvocationOutput": {"output": {"text": "y"}}}),
            step(
                invocationInput={
                    "actionGroupInvocationInput": {"apiPath": "/sum", "verb": "post", "requestBody": body}
                }
            ),
        ]
    )
    calls = [call for message in found if isinstance(message, AIMessage) for call in message.tool_calls or ()]
    assert [(call.name, call.args) for call in calls] == [
        ("code_interpreter", {"code": "1+1"}),
        ("B", {"input": "x"}),
        ("/sum", {"n": "2"}),
    ]
    assert [message.content for message in found if isinstance(message, ToolMessage)] == ["2", "y"]


def test_a_prompt_alone_holds_the_conversation() -> None:
    """Where only the model's input was traced, the last one is read: blocks as JSON, as Java, of both APIs."""
    blocks = [{"type": "tool_use", "id": "1", "name": "f", "input": {"n": 2}}]
    result = [{"toolResult": {"toolUseId": "2", "content": [{"json": {"n": 4}}]}}]
    java_call = "[{input={city=Paris, days=3}, name=g, id=3, type=tool_use}]"
    java_result = '[{tool_use_id=3, type=tool_result, content=[Content{type=text, text={"body": 1}}]}]'
    last = prompt(
        ("user", "Go."),
        ("assistant", json.dumps(blocks)),
        ("user", json.dumps([{"type": "tool_result", "content": "two"}])),
        ("assistant", [{"toolUse": {"name": "f", "input": {"n": 4}}}, {"text": "and"}]),
        ("user", result),
        ("assistant", java_call),
        ("user", java_result),
        ("system", "x"),
    )
    found = convert_to_ragas_messages([prompt(("user", "Go.")), last])
    assert found == [
        HumanMessage(content="Go."),
        AIMessage(content="", tool_calls=[ToolCall(name="f", args={"n": 2})]),
        ToolMessage(content="two"),
        AIMessage(content="and", tool_calls=[ToolCall(name="f", args={"n": 4})]),
        ToolMessage(content='{"n": 4}'),
        AIMessage(content="", tool_calls=[ToolCall(name="g", args={"city": "Paris", "days": "3"})]),
        ToolMessage(content='{"body": 1}'),
    ]


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("no JSON", ["no JSON"]),
        ("[" * 100_000, ["[" * 100_000]),
        ('{"messages": 3}', ['{"messages": 3}']),
        ('{"messages": [null, {"role": "user"}, {"role": "user", "content": "x"}]}', ["x"]),
        ("", []),
        ('{"messages": [{"role": "user", "content": "[{type=text, broken"}]}', ["{type=text, broken"]),
    ],
)
def test_prompts_that_are_not_as_expected(text: str, contents: list[str]) -> None:
    """Text stays text; nothing of it is evaluated and nothing crashes."""
    found = extract_messages_from_model_invocation({"modelInvocationInput": {"text": text}})
    assert [message.content for message in found] == contents


def test_long_prompts_in_the_form_of_java_are_read_at_once() -> None:
    """A text of many brackets takes no longer than it is long."""
    hostile = "[{input={" + "{" * 500_000 + "}" * 500_000 + ", name=f, type=tool_use}]"
    texts = ["[{text=" + "}]" * 500_000 + " type=text", hostile, "[{type=tool_use, input={" + "a" * 500_000]
    for text in texts:
        found = extract_messages_from_model_invocation(
            {
                "modelInvocationInput": {
                    "text": json.dumps({"messages": [{"role": "assistant", "content": text}]})
                }
            }
        )
        assert len(found) == 1


def test_the_last_value_of_a_key_is_found() -> None:
    """With its place; nothing where no step has it. Traces may come as events, or as the part inside."""
    assert get_last_orchestration_value(RUN, "observation") == (
        7,
        {"type": "FINISH", "finalResponse": {"text": "At ten, in Main street."}},
    )
    assert get_last_orchestration_value(RUN, "absent") == (None, None)
    event = {"trace": {"trace": {"orchestrationTrace": {"rationale": {"text": "x"}}}}}
    assert get_last_orchestration_value([event, {"orchestrationTrace": {"rationale": 1}}], "rationale") == (
        1,
        1,
    )


def test_no_traces_are_no_messages() -> None:
    """Nothing gives nothing."""
    assert convert_to_ragas_messages([]) == []


@pytest.mark.parametrize(
    ("traces", "said"),
    [
        ({"trace": {}}, "not a list of traces"),
        ([{}, "x"], "trace 1 is 'x', not a dict"),
        ([step(observation="x")], "trace 0: observation is 'x'"),
        ([step(observation={"finalResponse": {"text": object()}})], "trace 0: the content is"),
        (
            [{}, step(observation={"knowledgeBaseLookupOutput": {"retrievedReferences": 5}})],
            "trace 1: retrievedReferences is 5, not a list",
        ),
    ],
)
def test_what_is_no_trace_is_refused(traces: Any, said: str) -> None:
    """The error names its index."""
    with pytest.raises(ValueError, match=said):
        convert_to_ragas_messages(traces)


def test_a_step_without_a_prompt_is_refused() -> None:
    """The error says what it lacks."""
    with pytest.raises(ValueError, match="no modelInvocationInput"):
        extract_messages_from_model_invocation({"rationale": {}})
