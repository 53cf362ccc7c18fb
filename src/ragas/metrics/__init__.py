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
    from ragas.metrics.result import MetricResult

_HOME = {
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
    "AnswerRelevancy": "AnswerRelevancy",
    "ContextEntityRecall": "ContextEntityRecall",
    "ContextPrecision": "ContextPrecision",
    "ContextRecall": "ContextRecall",
    "ContextUtilization": "ContextUtilization",
    "DistanceMeasure": "DistanceMeasure",
    "Faithfulness": "Faithfulness",
    "IDBasedContextPrecision": "IDBasedContextPrecision",
    "IDBasedContextRecall": "IDBasedContextRecall",
    "LLMContextPrecisionWithReference": "ContextPrecisionWithReference",
    "LLMContextPrecisionWithoutReference": "ContextPrecisionWithoutReference",
    "LLMContextRecall": "ContextRecall",
    "NoiseSensitivity": "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference": "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall": "NonLLMContextRecall",
    "ResponseRelevancy": "AnswerRelevancy",
    "answer_relevancy": "AnswerRelevancy()",
    "context_entity_recall": "ContextEntityRecall()",
    "context_precision": "ContextPrecision()",
    "context_recall": "ContextRecall()",
    "faithfulness": "Faithfulness()",
}
"""Old names that still work, and what stands for them in `ragas.metrics.collections`."""

__all__ = [
    "BaseMetric",
    "Metric",
    "MetricOutputType",
    "MetricResult",
    "MetricType",
    "MetricWithEmbeddings",
    "MetricWithLLM",
    "MultiTurnMetric",
    "SingleTurnMetric",
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
