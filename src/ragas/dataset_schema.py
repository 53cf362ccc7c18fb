"""Samples, datasets and results, under the import path Ragas has always had."""

from typing import TypeVar

from ragas.optimizers.annotations import (
    MetricAnnotation,
    PromptAnnotation,
    SampleAnnotation,
    SingleMetricAnnotation,
)
from ragas.schema.dataset import EvaluationDataset, RagasDataset
from ragas.schema.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from ragas.schema.result import EvaluationResult
from ragas.schema.samples import BaseSample, MultiTurnSample, SingleTurnSample

Sample = TypeVar("Sample", bound=BaseSample)

__all__ = [
    "AIMessage",
    "BaseSample",
    "EvaluationDataset",
    "EvaluationResult",
    "HumanMessage",
    "MetricAnnotation",
    "MultiTurnSample",
    "PromptAnnotation",
    "RagasDataset",
    "SampleAnnotation",
    "SingleMetricAnnotation",
    "SingleTurnSample",
    "ToolCall",
    "ToolMessage",
]
