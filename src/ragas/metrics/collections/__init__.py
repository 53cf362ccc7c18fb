"""The metrics: one class each, settings as fields, `ascore(**columns)` gives a value with its reason and evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.metrics.base import BaseMetric
    from ragas.metrics.collections.answer_relevancy import AnswerRelevancy
    from ragas.metrics.collections.context_entity_recall import ContextEntityRecall
    from ragas.metrics.collections.context_precision import (
        ContextPrecision,
        ContextPrecisionWithoutReference,
        ContextPrecisionWithReference,
        ContextUtilization,
        IDBasedContextPrecision,
        NonLLMContextPrecisionWithReference,
    )
    from ragas.metrics.collections.context_recall import (
        ContextRecall,
        IDBasedContextRecall,
        NonLLMContextRecall,
    )
    from ragas.metrics.collections.faithfulness import Faithfulness
    from ragas.metrics.collections.noise_sensitivity import NoiseSensitivity
    from ragas.metrics.similarity import DistanceMeasure

_HOME = {
    "AnswerRelevancy": "ragas.metrics.collections.answer_relevancy",
    "BaseMetric": "ragas.metrics.base",
    "ContextEntityRecall": "ragas.metrics.collections.context_entity_recall",
    "ContextPrecision": "ragas.metrics.collections.context_precision",
    "ContextPrecisionWithReference": "ragas.metrics.collections.context_precision",
    "ContextPrecisionWithoutReference": "ragas.metrics.collections.context_precision",
    "ContextRecall": "ragas.metrics.collections.context_recall",
    "ContextUtilization": "ragas.metrics.collections.context_precision",
    "DistanceMeasure": "ragas.metrics.similarity",
    "Faithfulness": "ragas.metrics.collections.faithfulness",
    "IDBasedContextPrecision": "ragas.metrics.collections.context_precision",
    "IDBasedContextRecall": "ragas.metrics.collections.context_recall",
    "NoiseSensitivity": "ragas.metrics.collections.noise_sensitivity",
    "NonLLMContextPrecisionWithReference": "ragas.metrics.collections.context_precision",
    "NonLLMContextRecall": "ragas.metrics.collections.context_recall",
}

__all__ = [
    "AnswerRelevancy",
    "BaseMetric",
    "ContextEntityRecall",
    "ContextPrecision",
    "ContextPrecisionWithReference",
    "ContextPrecisionWithoutReference",
    "ContextRecall",
    "ContextUtilization",
    "DistanceMeasure",
    "Faithfulness",
    "IDBasedContextPrecision",
    "IDBasedContextRecall",
    "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall",
]


__getattr__, __dir__ = door(__name__, _HOME)
