"""Metrics. The classes to use are in `ragas.metrics.collections`; names of the first generation still work here."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.legacy.metric_types import (
        Metric,
        MetricOutputType,
        MetricType,
        MetricWithEmbeddings,
        MetricWithLLM,
        MultiTurnMetric,
        SingleTurnMetric,
    )
    from ragas.metrics.base import BaseMetric
    from ragas.metrics.discrete import DiscreteMetric, discrete_metric
    from ragas.metrics.llm_metric import LLMMetric
    from ragas.metrics.numeric import NumericMetric, numeric_metric
    from ragas.metrics.ranking import RankingMetric, ranking_metric
    from ragas.metrics.result import MetricResult

_HOME = {
    "LLMMetric": "ragas.metrics.llm_metric",
    "ranking_metric": "ragas.metrics.ranking",
    "RankingMetric": "ragas.metrics.ranking",
    "numeric_metric": "ragas.metrics.numeric",
    "NumericMetric": "ragas.metrics.numeric",
    "discrete_metric": "ragas.metrics.discrete",
    "DiscreteMetric": "ragas.metrics.discrete",
    "BaseMetric": "ragas.metrics.base",
    "Metric": "ragas.legacy.metric_types",
    "MetricOutputType": "ragas.legacy.metric_types",
    "MetricResult": "ragas.metrics.result",
    "MetricType": "ragas.legacy.metric_types",
    "MetricWithEmbeddings": "ragas.legacy.metric_types",
    "MetricWithLLM": "ragas.legacy.metric_types",
    "MultiTurnMetric": "ragas.legacy.metric_types",
    "SingleTurnMetric": "ragas.legacy.metric_types",
}

_REPLACED_BY = {
    "AgentGoalAccuracyWithReference": "AgentGoalAccuracyWithReference",
    "AgentGoalAccuracyWithoutReference": "AgentGoalAccuracyWithoutReference",
    "AnswerAccuracy": "AnswerAccuracy",
    "AnswerCorrectness": "AnswerCorrectness",
    "AnswerRelevancy": "AnswerRelevancy",
    "AnswerSimilarity": "SemanticSimilarity",
    "AspectCritic": "AspectCritic",
    "BleuScore": "BleuScore",
    "ChrfScore": "CHRFScore",
    "ContextEntityRecall": "ContextEntityRecall",
    "ContextPrecision": "ContextPrecision",
    "ContextRecall": "ContextRecall",
    "ContextRelevance": "ContextRelevance",
    "ContextUtilization": "ContextUtilization",
    "DataCompyScore": "DataCompyScore",
    "DistanceMeasure": "DistanceMeasure",
    "ExactMatch": "ExactMatch",
    "FactualCorrectness": "FactualCorrectness",
    "Faithfulness": "Faithfulness",
    "FaithfulnesswithHHEM": "FaithfulnessWithHHEM",
    "IDBasedContextPrecision": "IDBasedContextPrecision",
    "IDBasedContextRecall": "IDBasedContextRecall",
    "InstanceRubrics": "InstanceSpecificRubrics",
    "LLMContextPrecisionWithReference": "ContextPrecisionWithReference",
    "LLMContextPrecisionWithoutReference": "ContextPrecisionWithoutReference",
    "LLMContextRecall": "ContextRecall",
    "LLMSQLEquivalence": "SQLSemanticEquivalence",
    "MultiModalFaithfulness": "MultiModalFaithfulness",
    "MultiModalRelevance": "MultiModalRelevance",
    "NoiseSensitivity": "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference": "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall": "NonLLMContextRecall",
    "NonLLMStringSimilarity": "NonLLMStringSimilarity",
    "ResponseGroundedness": "ResponseGroundedness",
    "ResponseRelevancy": "AnswerRelevancy",
    "RougeScore": "RougeScore",
    "RubricsScore": "DomainSpecificRubrics",
    "SemanticSimilarity": "SemanticSimilarity",
    "SimpleCriteriaScore": "SimpleCriteriaScore",
    "StringPresence": "StringPresence",
    "SummarizationScore": "SummaryScore",
    "ToolCallAccuracy": "ToolCallAccuracy",
    "ToolCallF1": "ToolCallF1",
    "TopicAdherenceScore": "TopicAdherence",
    "answer_correctness": "AnswerCorrectness()",
    "answer_relevancy": "AnswerRelevancy()",
    "answer_similarity": "SemanticSimilarity()",
    "context_entity_recall": "ContextEntityRecall()",
    "context_precision": "ContextPrecision()",
    "context_recall": "ContextRecall()",
    "faithfulness": "Faithfulness()",
    "multimodal_faithness": "MultiModalFaithfulness()",
    "multimodal_relevance": "MultiModalRelevance()",
    "summarization_score": "SummaryScore()",
}
"""Old names that still work, and what stands for them in `ragas.metrics.collections`."""

__all__ = [
    "BaseMetric",
    "DiscreteMetric",
    "LLMMetric",
    "Metric",
    "MetricOutputType",
    "MetricResult",
    "MetricType",
    "MetricWithEmbeddings",
    "MetricWithLLM",
    "MultiTurnMetric",
    "NumericMetric",
    "RankingMetric",
    "SingleTurnMetric",
    "discrete_metric",
    "numeric_metric",
    "ranking_metric",
]

_lookup, __dir__ = door(__name__, _HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return _lookup(name)
    replacement = _REPLACED_BY.get(name)
    if replacement is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not _asked_by_import_machinery():
        importable = replacement.removesuffix("()")
        warnings.warn(
            f"ragas.metrics.{name} is a first-generation name. Use {replacement} from ragas.metrics.collections: "
            f"`from ragas.metrics.collections import {importable}`.",
            DeprecationWarning,
            stacklevel=2,
        )
    return getattr(import_module("ragas.legacy.metrics"), name)


def _asked_by_import_machinery() -> bool:
    """Whether this is the probe a `from` import makes before it fetches the name, so that it warns only once."""
    return sys._getframe(2).f_globals.get("__name__") == "importlib._bootstrap"
