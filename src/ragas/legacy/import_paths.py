"""Module paths of earlier versions that code imports metrics from, and where those names live now.

Each path is a real module of a few lines, so type checkers and readers find it. A path is kept when earlier versions
had it and public code imports from it.
"""

from __future__ import annotations

FACES = "ragas.legacy.metrics"
CUSTOM = "ragas.legacy.metrics_custom"
DETERMINISTIC = "ragas.legacy.metrics_deterministic"
JUDGED = "ragas.legacy.metrics_judged"
COLLECTIONS = "ragas.metrics.collections"

DOORS: dict[str, dict[str, tuple[str, ...]]] = {
    "ragas.metrics._answer_relevance": {FACES: ("AnswerRelevancy", "ResponseRelevancy", "answer_relevancy")},
    "ragas.metrics._aspect_critic": {
        CUSTOM: (
            "SUPPORTED_ASPECTS",
            "AspectCritic",
            "coherence",
            "conciseness",
            "correctness",
            "harmfulness",
            "maliciousness",
        )
    },
    "ragas.metrics._bleu_score": {DETERMINISTIC: ("BleuScore",)},
    "ragas.metrics._context_entities_recall": {FACES: ("ContextEntityRecall", "context_entity_recall")},
    "ragas.metrics._context_precision": {
        FACES: (
            "ContextPrecision",
            "ContextUtilization",
            "IDBasedContextPrecision",
            "LLMContextPrecisionWithoutReference",
            "LLMContextPrecisionWithReference",
            "NonLLMContextPrecisionWithReference",
            "context_precision",
            "context_utilization",
        )
    },
    "ragas.metrics._context_recall": {
        FACES: (
            "ContextRecall",
            "IDBasedContextRecall",
            "LLMContextRecall",
            "NonLLMContextRecall",
            "context_recall",
        )
    },
    "ragas.metrics._factual_correctness": {JUDGED: ("DecompositionType", "FactualCorrectness")},
    "ragas.metrics._faithfulness": {
        FACES: ("Faithfulness", "faithfulness"),
        JUDGED: ("FaithfulnesswithHHEM",),
    },
    "ragas.metrics._noise_sensitivity": {FACES: ("NoiseSensitivity",)},
    "ragas.metrics._nv_metrics": {JUDGED: ("AnswerAccuracy", "ContextRelevance", "ResponseGroundedness")},
    "ragas.metrics._answer_correctness": {
        JUDGED: (
            "AnswerCorrectness",
            "answer_correctness",
        )
    },
    "ragas.metrics._answer_similarity": {
        DETERMINISTIC: (
            "AnswerSimilarity",
            "SemanticSimilarity",
            "answer_similarity",
        )
    },
    "ragas.metrics._chrf_score": {DETERMINISTIC: ("ChrfScore",)},
    "ragas.metrics._datacompy_score": {DETERMINISTIC: ("DataCompyScore",)},
    "ragas.metrics._domain_specific_rubrics": {
        CUSTOM: ("DEFAULT_REFERENCE_FREE_RUBRICS", "DEFAULT_WITH_REFERENCE_RUBRICS", "RubricsScore")
    },
    "ragas.metrics._goal_accuracy": {
        JUDGED: (
            "AgentGoalAccuracyWithReference",
            "AgentGoalAccuracyWithoutReference",
        )
    },
    "ragas.metrics._instance_specific_rubrics": {CUSTOM: ("InstanceRubrics",)},
    "ragas.metrics._multi_modal_faithfulness": {
        CUSTOM: (
            "MultiModalFaithfulness",
            "multimodal_faithness",
        )
    },
    "ragas.metrics._multi_modal_relevance": {
        CUSTOM: (
            "MultiModalRelevance",
            "multimodal_relevance",
        )
    },
    "ragas.metrics._rouge_score": {DETERMINISTIC: ("RougeScore",)},
    "ragas.metrics._simple_criteria": {CUSTOM: ("SimpleCriteriaScore",)},
    "ragas.metrics._sql_semantic_equivalence": {JUDGED: ("LLMSQLEquivalence",)},
    "ragas.metrics._string": {
        DETERMINISTIC: (
            "ExactMatch",
            "NonLLMStringSimilarity",
            "StringPresence",
        ),
        "ragas.metrics.similarity": ("DistanceMeasure",),
    },
    "ragas.metrics._summarization": {
        JUDGED: (
            "SummarizationScore",
            "summarization_score",
        )
    },
    "ragas.metrics._tool_call_accuracy": {DETERMINISTIC: ("ToolCallAccuracy",)},
    "ragas.metrics._tool_call_f1": {DETERMINISTIC: ("ToolCallF1",)},
    "ragas.metrics._topic_adherence": {JUDGED: ("TopicAdherenceScore",)},
    f"{COLLECTIONS}._bleu_score": {f"{COLLECTIONS}.bleu_score": ("BleuScore",)},
    f"{COLLECTIONS}._rouge_score": {f"{COLLECTIONS}.rouge_score": ("RougeScore",)},
    f"{COLLECTIONS}._semantic_similarity": {f"{COLLECTIONS}.semantic_similarity": ("SemanticSimilarity",)},
    f"{COLLECTIONS}._string": {
        f"{COLLECTIONS}.string": ("ExactMatch", "NonLLMStringSimilarity", "StringPresence"),
        "ragas.metrics.similarity": ("DistanceMeasure",),
    },
    f"{COLLECTIONS}.base": {"ragas.metrics.base": ("BaseMetric",)},
}
"""For each path the modules its names come from."""
