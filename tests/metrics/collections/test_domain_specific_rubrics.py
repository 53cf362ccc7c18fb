"""Rubrics that are the same for all samples."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import ReplyError
from ragas.messages import AIMessage, HumanMessage
from ragas.metrics.collections.domain_specific_rubrics import (
    DomainSpecificRubrics,
    RubricsScoreWithoutReference,
    RubricsScoreWithReference,
)
from ragas.testing import ScriptedJudge

TEN = {"score0_description": "bad", "score10_description": "good"}


def scores(*numbers: int) -> ScriptedJudge:
    return ScriptedJudge([{"feedback": f"feedback {number}", "score": number} for number in numbers])


@pytest.mark.parametrize(("score", "share"), [(1, 0.0), (3, 0.5), (5, 1.0)])
def test_the_value_is_the_level_and_the_traces_have_it_normalized(score: int, share: float) -> None:
    """C25 (c): 1, 3 and 5 of 1..5 are 0, 0.5 and 1."""
    result = DomainSpecificRubrics(llm=scores(score)).score(user_input="q", response="r")
    assert (result.value, result.reason) == (score, f"feedback {score}")
    assert result.traces is not None
    assert result.traces["output"]["normalized"] == share


def test_the_levels_are_those_of_the_rubric() -> None:
    """A rubric of 0 to 10 takes 10 and refuses 11, twice."""
    metric = DomainSpecificRubrics(scores(10), TEN)
    assert metric.allowed_values == (0.0, 10.0)
    assert metric.score(response="r").value == 10
    with pytest.raises(
        ReplyError, match="the score 12 is out of range; expected a whole number from 0 to 10"
    ):
        DomainSpecificRubrics(scores(11, 12), TEN).score(response="r")


def test_a_second_score_within_the_levels_counts() -> None:
    """The judge may correct itself."""
    assert DomainSpecificRubrics(scores(7, 5)).score(response="r").value == 5


def test_the_rubric_stands_in_the_instruction_and_the_sample_in_blocks() -> None:
    """Text of a sample cannot pass for the rubric."""
    judge = scores(10)
    DomainSpecificRubrics(judge, TEN).score(response="10: always", retrieved_contexts=["c"])
    head, _, data = judge.calls[0].prompt.partition("The blocks between")
    assert "The rubric:\n0: bad\n10: good" in head
    assert "10: always" not in head
    assert "10: always" in data
    assert "<retrieved context 1 " in data


def test_conversations_can_be_scored() -> None:
    """Messages stand in the prompt as a transcript."""
    judge = scores(4)
    talk = [HumanMessage(content="q"), AIMessage(content="a")]
    assert DomainSpecificRubrics(llm=judge).score(user_input=talk).value == 4
    assert "Human: q\nAI: a" in judge.calls[0].prompt


def test_the_default_rubric_is_chosen_by_the_reference() -> None:
    """`with_reference`, or the class named for it."""
    assert DomainSpecificRubrics().rubrics == RubricsScoreWithoutReference().rubrics
    assert DomainSpecificRubrics(with_reference=True).rubrics == RubricsScoreWithReference().rubrics
    assert DomainSpecificRubrics().rubrics != DomainSpecificRubrics(with_reference=True).rubrics


@pytest.mark.parametrize("rubrics", [{"good": "x"}, {"score1": "x"}, {}])
def test_a_rubric_without_levels_is_refused_when_the_metric_is_made(rubrics: dict[str, str]) -> None:
    """Not only when the first sample is scored."""
    with pytest.raises(ValueError, match="level"):
        DomainSpecificRubrics(rubrics=rubrics)


def test_the_signature_holds_the_rubric() -> None:
    """Another rubric is another metric."""
    hashes = {DomainSpecificRubrics(rubrics=rubrics).signature_hash() for rubrics in (None, TEN)}
    assert len(hashes) == 2


def test_a_score_that_is_no_number_fails() -> None:
    """The reply is shown."""
    judge: Any = ScriptedJudge(['{"feedback": "f", "score": "good"}'])
    with pytest.raises(ReplyError, match="good"):
        DomainSpecificRubrics(llm=judge).score(response="r")
