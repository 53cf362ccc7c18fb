"""First-generation metrics and ready-made instances, each a face of the class named in `core`."""

from __future__ import annotations

from typing import ClassVar

from ragas.legacy.face import Face, JudgeAndEmbeddingsFace, JudgeFace
from ragas.legacy.metric_types import MetricOutputType
from ragas.legacy.metrics_custom import (
    AspectCritic as AspectCritic,
)
from ragas.legacy.metrics_custom import (
    InstanceRubrics as InstanceRubrics,
)
from ragas.legacy.metrics_custom import (
    MultiModalFaithfulness as MultiModalFaithfulness,
)
from ragas.legacy.metrics_custom import (
    MultiModalRelevance as MultiModalRelevance,
)
from ragas.legacy.metrics_custom import (
    RubricsScore as RubricsScore,
)
from ragas.legacy.metrics_custom import (
    SimpleCriteriaScore as SimpleCriteriaScore,
)
from ragas.legacy.metrics_custom import (
    multimodal_faithness as multimodal_faithness,
)
from ragas.legacy.metrics_custom import (
    multimodal_relevance as multimodal_relevance,
)
from ragas.legacy.metrics_deterministic import (
    AnswerSimilarity as AnswerSimilarity,
)
from ragas.legacy.metrics_deterministic import (
    BleuScore as BleuScore,
)
from ragas.legacy.metrics_deterministic import (
    ChrfScore as ChrfScore,
)
from ragas.legacy.metrics_deterministic import (
    DataCompyScore as DataCompyScore,
)
from ragas.legacy.metrics_deterministic import (
    ExactMatch as ExactMatch,
)
from ragas.legacy.metrics_deterministic import (
    NonLLMStringSimilarity as NonLLMStringSimilarity,
)
from ragas.legacy.metrics_deterministic import (
    RougeScore as RougeScore,
)
from ragas.legacy.metrics_deterministic import (
    SemanticSimilarity as SemanticSimilarity,
)
from ragas.legacy.metrics_deterministic import (
    StringPresence as StringPresence,
)
from ragas.legacy.metrics_deterministic import (
    ToolCallAccuracy as ToolCallAccuracy,
)
from ragas.legacy.metrics_deterministic import (
    ToolCallF1 as ToolCallF1,
)
from ragas.legacy.metrics_deterministic import (
    answer_similarity as answer_similarity,
)
from ragas.legacy.metrics_judged import (
    AgentGoalAccuracyWithoutReference as AgentGoalAccuracyWithoutReference,
)
from ragas.legacy.metrics_judged import (
    AgentGoalAccuracyWithReference as AgentGoalAccuracyWithReference,
)
from ragas.legacy.metrics_judged import (
    AnswerAccuracy as AnswerAccuracy,
)
from ragas.legacy.metrics_judged import (
    AnswerCorrectness as AnswerCorrectness,
)
from ragas.legacy.metrics_judged import (
    ContextRelevance as ContextRelevance,
)
from ragas.legacy.metrics_judged import (
    FactualCorrectness as FactualCorrectness,
)
from ragas.legacy.metrics_judged import (
    FaithfulnesswithHHEM as FaithfulnesswithHHEM,
)
from ragas.legacy.metrics_judged import (
    LLMSQLEquivalence as LLMSQLEquivalence,
)
from ragas.legacy.metrics_judged import (
    ResponseGroundedness as ResponseGroundedness,
)
from ragas.legacy.metrics_judged import (
    SummarizationScore as SummarizationScore,
)
from ragas.legacy.metrics_judged import (
    TopicAdherenceScore as TopicAdherenceScore,
)
from ragas.legacy.metrics_judged import (
    answer_correctness as answer_correctness,
)
from ragas.legacy.metrics_judged import (
    summarization_score as summarization_score,
)
from ragas.metrics import collections
from ragas.metrics.similarity import DistanceMeasure as DistanceMeasure


class Faithfulness(JudgeFace):
    core = collections.Faithfulness
    renamed: ClassVar = {"nli_statements_prompt": "nli_statement_prompt"}


class ResponseRelevancy(JudgeAndEmbeddingsFace):
    core = collections.AnswerRelevancy
    renamed: ClassVar = {"question_generation": "prompt"}


class AnswerRelevancy(ResponseRelevancy):
    pass


class LLMContextPrecisionWithReference(JudgeFace):
    core = collections.ContextPrecisionWithReference
    renamed: ClassVar = {"context_precision_prompt": "prompt"}
    default_name = "llm_context_precision_with_reference"


class ContextPrecision(JudgeFace):
    core = collections.ContextPrecision
    renamed: ClassVar = {"context_precision_prompt": "prompt"}


class LLMContextPrecisionWithoutReference(JudgeFace):
    core = collections.ContextPrecisionWithoutReference
    renamed: ClassVar = {"context_precision_prompt": "prompt"}
    default_name = "llm_context_precision_without_reference"


class ContextUtilization(JudgeFace):
    core = collections.ContextUtilization
    renamed: ClassVar = {"context_precision_prompt": "prompt"}


class NonLLMContextPrecisionWithReference(Face):
    core = collections.NonLLMContextPrecisionWithReference


class IDBasedContextPrecision(Face):
    core = collections.IDBasedContextPrecision
    ignored: ClassVar = {"output_type": MetricOutputType.CONTINUOUS}


class LLMContextRecall(JudgeFace):
    core = collections.ContextRecall
    renamed: ClassVar = {"context_recall_prompt": "prompt"}


class ContextRecall(LLMContextRecall):
    pass


class NonLLMContextRecall(Face):
    core = collections.NonLLMContextRecall
    renamed: ClassVar = {"_distance_measure": "distance_measure"}
    ignored: ClassVar = {"output_type": MetricOutputType.CONTINUOUS}


class IDBasedContextRecall(Face):
    core = collections.IDBasedContextRecall
    ignored: ClassVar = {"output_type": MetricOutputType.CONTINUOUS}


class ContextEntityRecall(JudgeFace):
    core = collections.ContextEntityRecall
    renamed: ClassVar = {"context_entity_recall_prompt": "prompt"}


class NoiseSensitivity(JudgeFace):
    core = collections.NoiseSensitivity
    renamed: ClassVar = {
        "nli_statements_prompt": "faithfulness_prompt",
        "statement_generator_prompt": "statement_prompt",
    }


answer_relevancy = AnswerRelevancy()
context_entity_recall = ContextEntityRecall()
context_precision = ContextPrecision()
context_recall = ContextRecall()
context_utilization = ContextUtilization()
faithfulness = Faithfulness()
