"""ragas.validation: what a dataset lacks is told before anything is scored."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import EvaluationDataset
from ragas.metrics.collections import ExactMatch, Faithfulness, ToolCallAccuracy
from ragas.validation import (
    get_supported_metric_type,
    remap_column_names,
    validate_required_columns,
    validate_supported_metrics,
)

QUESTIONS = EvaluationDataset.from_list([{"user_input": "When?", "response": "At ten."}])
TALKS = EvaluationDataset.from_list([{"user_input": [{"content": "When?", "type": "human"}]}])


class Columns:
    """As much of a Hugging Face dataset as is asked for."""

    column_names = ("query", "answer")

    def rename_columns(self, names: dict[str, str]) -> Any:
        return names


def test_kinds_of_samples_are_told() -> None:
    """Conversations are MULTI_TURN, questions SINGLE_TURN."""
    assert get_supported_metric_type(QUESTIONS) == "SINGLE_TURN"
    assert get_supported_metric_type(TALKS) == "MULTI_TURN"


def test_missing_columns_are_named() -> None:
    """The metric and its column are in the message; what is there is not complained of."""
    with pytest.raises(ValueError, match="faithfulness needs retrieved_contexts"):
        validate_required_columns(QUESTIONS, [Faithfulness()])
    with pytest.raises(ValueError, match="tool_call_accuracy needs reference_tool_calls"):
        validate_required_columns(TALKS, [ToolCallAccuracy()])
    validate_required_columns(QUESTIONS, [])


def test_metrics_of_the_other_kind_are_named() -> None:
    """A metric of conversations does not score questions, nor the other way round; columns are not asked for."""
    with pytest.raises(ValueError, match="tool_call_accuracy scores conversations"):
        validate_supported_metrics(QUESTIONS, [ToolCallAccuracy()])
    with pytest.raises(ValueError, match="faithfulness scores single questions"):
        validate_supported_metrics(TALKS, [Faithfulness()])
    validate_supported_metrics(QUESTIONS, [Faithfulness(), ExactMatch()])


def test_columns_are_renamed() -> None:
    """The map has the dataset's name by ours; a name that is not there is an error."""
    assert remap_column_names(Columns(), {"user_input": "query"}) == {"query": "user_input"}
    with pytest.raises(ValueError, match="'prompt' not in the dataset"):
        remap_column_names(Columns(), {"user_input": "prompt"})
