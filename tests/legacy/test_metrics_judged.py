"""First-generation forms of metrics of answers, ratings, conversations and queries."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult, MultiTurnSample, RunConfig, SingleTurnSample, evaluate
from ragas.legacy import metrics_judged as old
from ragas.legacy.metric_types import MetricOutputType, MultiTurnMetric, SingleTurnMetric
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.replies import statements

CONTINUOUS, BINARY = MetricOutputType.CONTINUOUS, MetricOutputType.BINARY
CONVERSATION = [{"type": "human", "content": "Atoms?"}, {"type": "ai", "content": "Small."}]
GOAL = [{"user_goal": "g", "end_state": "e"}, {"reason": "r", "achieved": True}]

NAMES = {
    old.AgentGoalAccuracyWithReference: ("agent_goal_accuracy", BINARY, {"user_input", "reference"}),
    old.AgentGoalAccuracyWithoutReference: ("agent_goal_accuracy", BINARY, {"user_input"}),
    old.AnswerAccuracy: ("nv_accuracy", CONTINUOUS, {"user_input", "response", "reference"}),
    old.AnswerCorrectness: ("answer_correctness", CONTINUOUS, {"user_input", "response", "reference"}),
    old.ContextRelevance: ("nv_context_relevance", CONTINUOUS, {"user_input", "retrieved_contexts"}),
    old.FactualCorrectness: ("factual_correctness", CONTINUOUS, {"response", "reference"}),
    old.FaithfulnesswithHHEM: (
        "faithfulness_with_hhem",
        CONTINUOUS,
        {"user_input", "response", "retrieved_contexts"},
    ),
    old.LLMSQLEquivalence: ("llm_sql_equivalence_with_reference", BINARY, {"response", "reference"}),
    old.ResponseGroundedness: ("nv_response_groundedness", CONTINUOUS, {"response", "retrieved_contexts"}),
    old.SummarizationScore: ("summary_score", CONTINUOUS, {"response", "reference_contexts"}),
    old.TopicAdherenceScore: ("topic_adherence", CONTINUOUS, {"user_input", "reference_topics"}),
}


@pytest.mark.parametrize("face", NAMES, ids=lambda face: face.__name__)
def test_names_kinds_and_columns(face: Any) -> None:
    """Default name, kind of value, kind of sample and columns are those the old class had."""
    metric = face()
    name, output_type, columns = NAMES[face]
    kind = "MULTI_TURN" if "user_input" in columns and issubclass(face, MultiTurnMetric) else "SINGLE_TURN"
    assert isinstance(metric, MultiTurnMetric if kind == "MULTI_TURN" else SingleTurnMetric)
    assert isinstance(metric, MultiTurnMetric) is not isinstance(metric, SingleTurnMetric)
    assert (metric.name, metric.output_type) == (name, output_type)
    assert metric.get_required_columns() == {kind: columns}
    assert face(name="mine").name == "mine"
    with pytest.raises(ValueError, match="has no llm"):
        metric.init(RunConfig())
    metric.llm = ScriptedJudge()
    metric.init(RunConfig())


@pytest.mark.parametrize(
    ("face", "settings"),
    [
        (old.FactualCorrectness, {"mode": "recall", "beta": 2.0, "atomicity": "high", "coverage": "high"}),
        (old.AnswerCorrectness, {"weights": [0.5, 0.5], "beta": 2.0}),
        (old.SummarizationScore, {"length_penalty": False, "coeff": 0.1}),
        (old.TopicAdherenceScore, {"mode": "recall"}),
        (old.FaithfulnesswithHHEM, {"device": "cuda:0", "batch_size": 4}),
    ],
)
def test_settings_reach_the_metric(face: Any, settings: dict[str, Any]) -> None:
    """The old constructor parameters are taken, can be read and changed, and are what is scored with."""
    metric = face(**settings)
    for name, value in settings.items():
        assert getattr(metric, name) == value
        made = getattr(metric.as_metric(), name)
        assert (list(made) if isinstance(made, tuple) else made) == value


def test_parameters_without_effect_are_taken() -> None:
    """`max_retries` of old classes, the language of factual correctness."""
    old.AnswerCorrectness(max_retries=3)
    old.AgentGoalAccuracyWithReference(max_retries=3)
    assert old.FactualCorrectness(language="german").language == "german"


def test_a_setting_that_does_not_exist_is_refused() -> None:
    """In single-turn and multi-turn forms."""
    for face in (old.FactualCorrectness, old.TopicAdherenceScore):
        with pytest.raises(TypeError, match="no_such_setting"):
            face(no_such_setting=1)


def test_answer_similarity_brings_its_embeddings() -> None:
    """The similarity metric that used to be passed in is where the embeddings come from."""

    class Similarity:
        embeddings = HashEmbeddings()

    assert old.AnswerCorrectness(answer_similarity=Similarity()).embeddings is Similarity.embeddings
    own = HashEmbeddings()
    assert old.AnswerCorrectness(embeddings=own, answer_similarity=Similarity()).embeddings is own


def test_retry_counts_repetitions() -> None:
    """The class attribute of the rating metrics still says how often a rating is asked for again."""
    metric = old.AnswerAccuracy(llm=ScriptedJudge([{"reason": "r", "rating": 9}] * 9))
    assert metric.retry == 5
    metric.retry = 0
    assert metric.as_metric().max_retries == 0


@pytest.mark.parametrize("face", [old.AgentGoalAccuracyWithReference, old.AgentGoalAccuracyWithoutReference])
def test_conversations_are_scored(face: Any) -> None:
    """multi_turn_ascore, multi_turn_score and evaluate give the same bare number."""
    sample = MultiTurnSample(user_input=CONVERSATION, reference="r")
    value = asyncio.run(face(llm=ScriptedJudge(GOAL)).multi_turn_ascore(sample))
    assert (value, type(value)) == (1.0, float)
    assert face(llm=ScriptedJudge(GOAL)).multi_turn_score(sample) == 1.0
    result = evaluate(EvaluationDataset([sample]), [face(llm=ScriptedJudge(GOAL))], show_progress=False)
    assert isinstance(result, EvaluationResult)
    assert result.scores == [{"agent_goal_accuracy": 1.0}]


def test_what_does_not_apply_is_nan() -> None:
    """A bare number has nothing else for it, in both kinds of metric."""
    topics = old.TopicAdherenceScore(llm=ScriptedJudge())
    sample = MultiTurnSample(user_input=CONVERSATION, reference_topics=[])
    assert math.isnan(asyncio.run(topics.multi_turn_ascore(sample)))
    facts = old.FactualCorrectness(llm=ScriptedJudge([statements(), statements()]))
    assert math.isnan(facts.single_turn_score(SingleTurnSample(response="Hi.", reference="Hello.")))


def test_ready_made_instances() -> None:
    """The lower-case names are instances under their default names, with nothing set."""
    assert isinstance(old.answer_correctness, old.AnswerCorrectness)
    assert isinstance(old.summarization_score, old.SummarizationScore)
    assert (old.answer_correctness.llm, old.summarization_score.llm) == (None, None)
