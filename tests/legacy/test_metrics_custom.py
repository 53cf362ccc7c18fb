"""First-generation critics, rubrics and multimodal metrics."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.legacy import metrics_custom as faces
from ragas.legacy.metric_types import MetricOutputType, MultiTurnMetric, SingleTurnMetric
from ragas.prompt.grading import ASPECT
from ragas.testing import ScriptedJudge

COLUMNS = {"user_input", "response", "retrieved_contexts", "reference_contexts", "reference"}


def test_names_and_kinds_of_values() -> None:
    """As they were, with an output type where one was lost."""
    kinds = MetricOutputType
    expected: list[tuple[Any, str, MetricOutputType]] = [
        (faces.AspectCritic("x", "d"), "x", kinds.BINARY),
        (faces.SimpleCriteriaScore("x", "d"), "x", kinds.DISCRETE),
        (faces.RubricsScore(), "domain_specific_rubrics", kinds.DISCRETE),
        (faces.InstanceRubrics(), "instance_rubrics", kinds.DISCRETE),
        (faces.MultiModalFaithfulness(), "faithful_rate", kinds.CONTINUOUS),
        (faces.MultiModalRelevance(), "relevance_rate", kinds.CONTINUOUS),
    ]
    assert [(one.name, one.output_type) for one, _, _ in expected] == [row[1:] for row in expected]


def test_columns() -> None:
    """Of single questions and of conversations; only a rubric of the row is required."""
    critic = faces.AspectCritic("x", "d")
    assert critic.get_required_columns(with_optional=True) == {
        "SINGLE_TURN": COLUMNS,
        "MULTI_TURN": {"user_input", "reference"},
    }
    assert critic.required_columns == critic.get_required_columns()
    assert critic.required_columns == {"SINGLE_TURN": set(), "MULTI_TURN": set()}
    assert faces.InstanceRubrics().get_required_columns() == {
        "SINGLE_TURN": {"rubrics"},
        "MULTI_TURN": {"rubrics"},
    }
    assert isinstance(critic, SingleTurnMetric)
    assert isinstance(critic, MultiTurnMetric)


def test_the_ready_critics() -> None:
    """In their order, each with a question of its own."""
    names = ["harmfulness", "maliciousness", "coherence", "correctness", "conciseness"]
    assert [critic.name for critic in faces.SUPPORTED_ASPECTS] == names
    assert [getattr(faces, name) for name in names] == faces.SUPPORTED_ASPECTS
    assert len({vars(critic)["definition"] for critic in faces.SUPPORTED_ASPECTS}) == 5
    assert faces.multimodal_faithness.name == "faithful_rate"
    assert faces.multimodal_relevance.name == "relevance_rate"


def test_definition_and_judge_may_be_set_later() -> None:
    """The metric is asked with what it has when a sample is scored."""
    judge = ScriptedJudge([{"reason": "r", "verdict": True}])
    critic = faces.AspectCritic("x", "old")
    critic.definition, critic.llm = "new", judge  # type: ignore[attr-defined]  # a setting of the core
    assert critic.single_turn_score(SingleTurnSample(response="r")) == 1.0
    assert "The question: new" in judge.calls[0].prompt


def test_conversations_with_their_reference() -> None:
    """The reference of a conversation reaches the judge, and may be missing."""
    judge = ScriptedJudge([{"feedback": "f", "score": 2}] * 2)
    rubric = faces.InstanceRubrics(llm=judge)
    talk: dict[str, Any] = {
        "user_input": [{"type": "human", "content": "q"}, {"type": "ai", "content": "a"}],
        "rubrics": {"score1": "bad", "score2": "good"},
    }
    assert rubric.multi_turn_score(MultiTurnSample(**talk)) == 2
    assert rubric.multi_turn_score(MultiTurnSample(**talk, reference="right")) == 2
    assert "<reference " not in judge.calls[0].prompt
    assert "right" in judge.calls[1].prompt


def test_a_rubric_passed_by_the_user_is_not_changed() -> None:
    """It is copied."""
    mine = {"score1": "bad", "score2": "good"}
    faces.RubricsScore(rubrics=mine).rubrics["score3"] = "new"  # type: ignore[attr-defined]  # as above
    assert mine == {"score1": "bad", "score2": "good"}


def test_prompts_are_of_ours() -> None:
    """A prompt of another kind is refused when the metric is made."""
    assert (
        faces.AspectCritic("x", "d", single_turn_prompt=ASPECT).as_metric().signature()["prompt"]
        == ASPECT.version
    )
    with pytest.raises(TypeError, match="JudgePrompt"):
        faces.AspectCritic("x", "d", single_turn_prompt="text")  # type: ignore[arg-type]  # the mistake
