"""A face scores what the class behind it scores."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from ragas import EvaluationDataset, SingleTurnSample, evaluate
from ragas.legacy import metrics as faces
from ragas.legacy.face import Face
from ragas.metrics import MetricType, MetricWithLLM, SingleTurnMetric
from ragas.metrics.similarity import DistanceMeasure
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

ALL = [
    one
    for one in vars(faces).values()
    if isinstance(one, type) and issubclass(one, Face) and getattr(one, "core", None) is not None
]
CRITERION = {"name": "tone", "definition": "Is it polite?"}


def made(face: Any) -> Any:
    """The face with what it cannot do without."""
    return face(**CRITERION) if face in (faces.AspectCritic, faces.SimpleCriteriaScore) else face()


SAMPLE = SingleTurnSample(user_input="q", response="r", retrieved_contexts=["c"])


@pytest.mark.parametrize("face", ALL, ids=lambda face: face.__name__)
def test_a_face_has_the_columns_of_its_core(face: Any) -> None:
    """Required columns are those of the class behind, and it is a metric by isinstance."""
    metric = made(face)
    assert isinstance(metric, SingleTurnMetric)
    assert metric.get_required_columns()["SINGLE_TURN"] == set(metric.as_metric().required_columns)
    assert isinstance(metric.as_metric(), face.core)
    assert metric.as_metric().name == metric.name
    assert isinstance(metric, MetricWithLLM) is metric.as_metric().needs_judge


def test_default_names_are_those_stored_in_old_results() -> None:
    """Old baselines are keyed by these names."""
    assert {face.__name__: made(face).name for face in ALL} == {
        "AnswerAccuracy": "nv_accuracy",
        "AnswerCorrectness": "answer_correctness",
        "AnswerSimilarity": "answer_similarity",
        "AspectCritic": "tone",
        "BleuScore": "bleu_score",
        "ChrfScore": "chrf_score",
        "ContextRelevance": "nv_context_relevance",
        "DataCompyScore": "data_compare_score",
        "ExactMatch": "exact_match",
        "FactualCorrectness": "factual_correctness",
        "FaithfulnesswithHHEM": "faithfulness_with_hhem",
        "InstanceRubrics": "instance_rubrics",
        "LLMSQLEquivalence": "llm_sql_equivalence_with_reference",
        "MultiModalFaithfulness": "faithful_rate",
        "MultiModalRelevance": "relevance_rate",
        "NonLLMStringSimilarity": "non_llm_string_similarity",
        "ResponseGroundedness": "nv_response_groundedness",
        "RougeScore": "rouge_score",
        "RubricsScore": "domain_specific_rubrics",
        "SemanticSimilarity": "semantic_similarity",
        "SimpleCriteriaScore": "tone",
        "StringPresence": "string_present",
        "SummarizationScore": "summary_score",
        "AnswerRelevancy": "answer_relevancy",
        "ContextEntityRecall": "context_entity_recall",
        "ContextPrecision": "context_precision",
        "ContextRecall": "context_recall",
        "ContextUtilization": "context_utilization",
        "Faithfulness": "faithfulness",
        "IDBasedContextPrecision": "id_based_context_precision",
        "IDBasedContextRecall": "id_based_context_recall",
        "LLMContextPrecisionWithReference": "llm_context_precision_with_reference",
        "LLMContextPrecisionWithoutReference": "llm_context_precision_without_reference",
        "LLMContextRecall": "context_recall",
        "NoiseSensitivity": "noise_sensitivity",
        "NonLLMContextPrecisionWithReference": "non_llm_context_precision_with_reference",
        "NonLLMContextRecall": "non_llm_context_recall",
        "ResponseRelevancy": "answer_relevancy",
    }


def test_settings_reach_the_core() -> None:
    """Old constructor arguments are settings of the class behind; unknown ones are refused."""
    assert faces.ResponseRelevancy(strictness=5).as_metric().strictness == 5  # type: ignore[attr-defined]
    assert faces.NoiseSensitivity(mode="irrelevant", max_retries=1).as_metric().mode == "irrelevant"  # type: ignore[attr-defined]
    recall = faces.NonLLMContextRecall(_distance_measure="jaro", threshold=0.9)
    assert recall.as_metric().distance_measure == "jaro"  # type: ignore[attr-defined]
    recall.distance_measure = DistanceMeasure.HAMMING  # type: ignore[attr-defined]
    assert recall.as_metric().distance_measure is DistanceMeasure.HAMMING  # type: ignore[attr-defined]
    assert faces.Faithfulness(name="mine").as_metric().name == "mine"
    with pytest.raises(TypeError, match=r"Faithfulness has no setting.*'strictness'"):
        faces.Faithfulness(strictness=3)
    with pytest.raises(ValueError, match="at least 1"):
        faces.ResponseRelevancy(strictness=0).as_metric()


def test_the_first_argument_is_the_columns() -> None:
    """As in earlier versions the first positional argument sets the required columns."""
    metric = faces.Faithfulness({MetricType.SINGLE_TURN: {"response"}})
    assert metric.get_required_columns() == {"SINGLE_TURN": {"response"}}


def test_a_judge_set_later_is_used() -> None:
    """`metric.llm = ...` after construction works, as users do with the ready-made instances."""
    metric = faces.Faithfulness()
    metric.llm = ScriptedJudge([statements("a", "b"), verdicts(True, False)])
    assert asyncio.run(metric.single_turn_ascore(SAMPLE)) == 0.5


def test_a_bare_number_for_what_does_not_apply() -> None:
    """Not applicable is NaN in a bare number, for an empty response too."""
    metric = faces.Faithfulness(llm=ScriptedJudge([statements()]))
    assert math.isnan(asyncio.run(metric.single_turn_ascore(SAMPLE)))
    empty = SingleTurnSample(user_input="q", response="", retrieved_contexts=["c"])
    assert math.isnan(metric.single_turn_score(empty))


def test_evaluate_gives_reasons_for_old_metrics_too() -> None:
    """In a run a first-generation metric has reason, evidence and status like any other."""
    metric = faces.Faithfulness(llm=ScriptedJudge([statements("a", "b"), verdicts(True, False)]))
    result = evaluate(EvaluationDataset([SAMPLE]), [metric], show_progress=False)
    cell = result.cell(0, "faithfulness")
    assert (cell.value, cell.status) == (0.5, "scored")
    assert "1 of 2 statements" in str(cell.reason)
    assert cell.traces is not None
    assert len(cell.traces["output"]["statements"]) == 2
