"""Agent goal accuracy: the end state against the goal."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import EmptyInputError, InputError
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from ragas.metrics.collections.agent_goal_accuracy import (
    AgentGoalAccuracy,
    AgentGoalAccuracyWithoutReference,
    AgentGoalAccuracyWithReference,
)
from ragas.testing import ScriptedJudge

CONVERSATION = [
    HumanMessage(content="A table for two at seven."),
    AIMessage(content="", tool_calls=[ToolCall(name="book", args={"seats": 2})]),
    ToolMessage(content="booked 19:00"),
    AIMessage(content="Done."),
]


def judge(achieved: bool) -> ScriptedJudge:
    return ScriptedJudge(
        [
            {"user_goal": "the INFERRED goal", "end_state": "the END state"},
            {"reason": "the same booking", "achieved": achieved},
        ]
    )


@pytest.mark.parametrize("achieved", [True, False])
def test_the_outcome_is_compared_with_the_reference(achieved: bool) -> None:
    """The judge reads the conversation with its tools, then compares the end state with the reference."""
    scripted = judge(achieved)
    result = AgentGoalAccuracyWithReference(llm=scripted).score(
        user_input=CONVERSATION, reference="the WANTED outcome"
    )
    assert result.value == float(achieved)
    assert result.reason == f"The goal was {'' if achieved else 'not '}reached. the same booking"
    first, second = (call.prompt for call in scripted.calls)
    assert "  book: {'seats': 2}\nToolOutput: booked 19:00" in first
    assert "the WANTED outcome" in second
    assert "the END state" in second
    assert "INFERRED" not in second


def test_without_a_reference_the_goal_is_inferred() -> None:
    """What the human wanted, as the judge reads it, is what the end state is compared with."""
    scripted = judge(True)
    result = AgentGoalAccuracyWithoutReference(llm=scripted).score(user_input=CONVERSATION)
    assert result.value == 1.0
    assert "the INFERRED goal" in scripted.calls[1].prompt
    assert result.traces["output"] == {
        "goal": "the INFERRED goal",
        "end_state": "the END state",
        "achieved": True,
    }


def test_an_empty_conversation_needs_no_judge() -> None:
    """Nothing was reached that the reference wants; without a reference there is no goal."""
    scripted = ScriptedJudge()
    assert AgentGoalAccuracyWithReference(llm=scripted).score(user_input=[], reference="r").value == 0.0
    assert AgentGoalAccuracyWithoutReference(llm=scripted).score(user_input=[]).status == "not_applicable"
    assert scripted.calls == []


def test_the_short_name_is_the_class_with_reference() -> None:
    """One class, two names."""
    assert AgentGoalAccuracy is AgentGoalAccuracyWithReference


@pytest.mark.parametrize(
    ("inputs", "error"),
    [
        ({"user_input": "x", "reference": "r"}, InputError),
        ({"user_input": CONVERSATION, "reference": ""}, EmptyInputError),
        ({"user_input": [3], "reference": "r"}, InputError),
    ],
)
def test_wrong_inputs(inputs: dict[str, Any], error: type[Exception]) -> None:
    """A text in place of messages, no reference, or something that is no message is refused."""
    with pytest.raises(error):
        AgentGoalAccuracyWithReference(llm=ScriptedJudge()).score(**inputs)
