"""Samples, datasets and results, under the import path Ragas has always had."""

from ragas.optimizers.annotations import (
    MetricAnnotation,
    PromptAnnotation,
    SampleAnnotation,
    SingleMetricAnnotation,
)
from ragas.schema.dataset import EvaluationDataset, RagasDataset
from ragas.schema.result import EvaluationResult
from ragas.schema.samples import BaseSample, MultiTurnSample, SingleTurnSample

__all__ = [
    "BaseSample",
    "EvaluationDataset",
    "EvaluationResult",
    "MetricAnnotation",
    "MultiTurnSample",
    "PromptAnnotation",
    "RagasDataset",
    "SampleAnnotation",
    "SingleMetricAnnotation",
    "SingleTurnSample",
]
