"""The first-generation names of `ragas.metrics`, and what replaces each."""

from __future__ import annotations

REPLACED_BY = {
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
