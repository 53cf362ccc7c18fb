"""Topic adherence: what was answered against what may be."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import EmptyInputError, IncompleteReplyError, InputError
from ragas.messages import AIMessage, HumanMessage
from ragas.metrics.collections.topic_adherence import TopicAdherence
from ragas.testing import ScriptedJudge

CONVERSATION = [HumanMessage(content="Tell me about atoms and poker."), AIMessage(content="Atoms are small.")]
ROW: dict[str, Any] = {"user_input": CONVERSATION, "reference_topics": ["Physics"]}


def judge(refused: list[bool], allowed: list[bool]) -> ScriptedJudge:
    """A judge that finds as many topics as there are flags."""
    return ScriptedJudge(
        {
            "Topics": {"topics": [f"topic {n}" for n in range(len(refused))]},
            "Refusals": {
                "verdicts": [{"number": n, "reason": "r", "refused": one} for n, one in enumerate(refused, 1)]
            },
            "Memberships": {
                "verdicts": [{"number": n, "reason": "r", "allowed": one} for n, one in enumerate(allowed, 1)]
            },
        }
    )


@pytest.mark.parametrize(("mode", "value"), [("precision", 0.5), ("recall", 1.0), ("f1", 2 / 3)])
def test_modes(mode: Any, value: float) -> None:
    """Answered one allowed and one other topic: half of what was answered, all of what is allowed."""
    result = TopicAdherence(llm=judge([False, False], [True, False]), mode=mode).score(**ROW)
    assert result.value == pytest.approx(value)


@pytest.mark.parametrize("mode", ["precision", "recall", "f1"])
def test_refusing_everything_off_topic_is_perfect(mode: Any) -> None:
    """Nothing was answered that should not be: exactly 1.0."""
    assert TopicAdherence(llm=judge([True, True], [False, False]), mode=mode).score(**ROW).value == 1.0


def test_the_reason_names_what_went_wrong() -> None:
    """What was answered though not allowed and refused though allowed; the traces hold every topic."""
    result = TopicAdherence(llm=judge([False, True, False], [False, True, True])).score(**ROW)
    assert result.reason == (
        '1 of 3 topics handled as they should be. Answered though not allowed: "topic 0". '
        'Refused though allowed: "topic 1".'
    )
    assert [(row["topic"], row["answered"], row["allowed"]) for row in result.traces["output"]["topics"]] == [
        ("topic 0", True, False),
        ("topic 1", False, True),
        ("topic 2", True, True),
    ]


def test_three_calls_whatever_the_number_of_topics() -> None:
    """All topics are judged at once; the judge sees the conversation as a transcript."""
    scripted = judge([False] * 6, [True] * 6)
    TopicAdherence(llm=scripted).score(**ROW)
    assert len(scripted.calls) == 3
    assert "Human: Tell me about atoms and poker.\nAI: Atoms are small." in scripted.calls[0].prompt
    assert "[1] Physics" in next(
        call.prompt for call in scripted.calls if call.response_model.__name__ == "Memberships"
    )


def test_dicts_stand_for_messages() -> None:
    """A conversation as a chat API has it is scored as it is."""
    messages = [{"role": "user", "content": "Atoms?"}, {"role": "assistant", "content": "Small."}]
    result = TopicAdherence(llm=judge([False], [True])).score(
        user_input=messages, reference_topics=["Physics"]
    )
    assert result.value == 1.0


def test_no_topics_does_not_apply() -> None:
    """A greeting raises no topic; an empty conversation is not even asked about."""
    assert TopicAdherence(llm=judge([], [])).score(**ROW).status == "not_applicable"
    scripted = ScriptedJudge()
    empty = TopicAdherence(llm=scripted).score(user_input=[], reference_topics=["Physics"])
    assert empty.status == "not_applicable"
    assert scripted.calls == []


def test_topics_without_a_verdict_fail() -> None:
    """A topic the judge leaves out twice is a failure, not an off-topic one."""
    refusals = {"verdicts": [{"number": n, "reason": "r", "refused": False} for n in (1, 2)]}
    first = {"verdicts": [{"number": 1, "reason": "r", "allowed": True}]}
    scripted = ScriptedJudge(
        {"Topics": {"topics": ["a", "b"]}, "Refusals": refusals, "Memberships": [first, {"verdicts": []}]}
    )
    with pytest.raises(IncompleteReplyError, match="1 of 2 verdicts"):
        TopicAdherence(llm=scripted).score(**ROW)


def test_wrong_inputs() -> None:
    """No reference topics, no conversation, or an unknown mode are refused by name."""
    with pytest.raises(EmptyInputError, match="reference_topics"):
        TopicAdherence(llm=ScriptedJudge()).score(user_input=CONVERSATION, reference_topics=[])
    with pytest.raises(InputError, match="user_input"):
        TopicAdherence(llm=ScriptedJudge()).score(user_input="x", reference_topics=["a"])
    with pytest.raises(ValueError, match="bogus"):
        TopicAdherence(mode="bogus")
