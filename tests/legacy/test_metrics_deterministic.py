"""First-generation metrics without a judge."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.legacy import metrics_deterministic as faces
from ragas.legacy.metric_types import (
    MetricOutputType,
    MetricWithEmbeddings,
    MetricWithLLM,
    MultiTurnMetric,
    SingleTurnMetric,
)
from ragas.messages import AIMessage, ToolCall
from ragas.testing import HashEmbeddings

NAMES = {
    "AnswerSimilarity": "answer_similarity",
    "BleuScore": "bleu_score",
    "ChrfScore": "chrf_score",
    "DataCompyScore": "data_compare_score",
    "ExactMatch": "exact_match",
    "NonLLMStringSimilarity": "non_llm_string_similarity",
    "RougeScore": "rouge_score",
    "SemanticSimilarity": "semantic_similarity",
    "StringPresence": "string_present",
    "ToolCallAccuracy": "tool_call_accuracy",
    "ToolCallF1": "tool_call_f1",
}


@pytest.mark.parametrize(("name", "column"), NAMES.items())
def test_names_and_columns(name: str, column: str) -> None:
    """Default names, names of one's own, and the columns by kind of sample."""
    face = getattr(faces, name)()
    assert face.name == column
    assert getattr(faces, name)(name="mine").name == "mine"
    tools = name.startswith("Tool")
    assert isinstance(face, MultiTurnMetric) is tools
    assert isinstance(face, SingleTurnMetric) is not tools
    assert not isinstance(face, MetricWithLLM)
    assert face.required_columns == (
        {"MULTI_TURN": {"user_input", "reference_tool_calls"}}
        if tools
        else {"SINGLE_TURN": {"reference", "response"}}
    )


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("BleuScore", {"kwargs": {"lowercase": True}}),
        ("RougeScore", {"rouge_type": "rouge1", "mode": "recall"}),
        ("DataCompyScore", {"mode": "columns", "metric": "recall"}),
        ("SemanticSimilarity", {"threshold": 0.5, "is_cross_encoder": False}),
        ("ToolCallAccuracy", {"strict_order": False, "arg_comparison_metric": faces.ExactMatch()}),
        ("ToolCallF1", {"batch_size": 4, "is_multi_turn": True, "count_repeats": True}),
    ],
)
def test_settings_are_kept(name: str, settings: dict[str, Any]) -> None:
    """Settings are attributes; what there is no setting for is refused."""
    face = getattr(faces, name)(**settings)
    for key, value in settings.items():
        assert getattr(face, key) == value
    with pytest.raises(TypeError, match="no_such"):
        getattr(faces, name)(no_such=1)


def test_similarity() -> None:
    """Embeddings are a field; cross encoders are not supported, and that is said."""
    assert isinstance(faces.answer_similarity, faces.AnswerSimilarity)
    assert isinstance(faces.answer_similarity, MetricWithEmbeddings)
    assert faces.SemanticSimilarity().output_type is MetricOutputType.CONTINUOUS
    metric = faces.SemanticSimilarity(embeddings=HashEmbeddings({"a": [1.0, 0.0], "b": [0.6, 0.8]}))
    sample = SingleTurnSample(reference="a", response="b")
    assert asyncio.run(metric.single_turn_ascore(sample)) == pytest.approx(0.6)
    with pytest.raises(NotImplementedError, match="Cross encoders"):
        faces.SemanticSimilarity(is_cross_encoder=True)


def test_a_conversation_is_scored_with_the_settings_set_later() -> None:
    """An attribute changed after the metric was made counts."""
    one, two = (ToolCall(name=name, args={}) for name in "ab")
    sample = MultiTurnSample(
        user_input=[AIMessage(content="", tool_calls=[two, one])], reference_tool_calls=[one, two]
    )
    metric = faces.ToolCallAccuracy()
    assert metric.multi_turn_score(sample) == 0.0
    metric.strict_order = False  # type: ignore[attr-defined]
    assert metric.multi_turn_score(sample) == 1.0
