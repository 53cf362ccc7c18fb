"""The metrics: one class each, settings as fields, `ascore(**columns)` gives a value with its reason and evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.metrics.base import BaseMetric
    from ragas.metrics.collections.agent_goal_accuracy import (
        AgentGoalAccuracy,
        AgentGoalAccuracyWithoutReference,
        AgentGoalAccuracyWithReference,
    )
    from ragas.metrics.collections.answer_accuracy import AnswerAccuracy
    from ragas.metrics.collections.answer_correctness import AnswerCorrectness
    from ragas.metrics.collections.answer_relevancy import AnswerRelevancy
    from ragas.metrics.collections.aspect_critic import AspectCritic
    from ragas.metrics.collections.bleu_score import BleuScore
    from ragas.metrics.collections.chrf_score import CHRFScore
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
    from ragas.metrics.collections.context_relevance import ContextRelevance
    from ragas.metrics.collections.datacompy_score import DataCompyScore
    from ragas.metrics.collections.domain_specific_rubrics import (
        DomainSpecificRubrics,
        RubricsScoreWithoutReference,
        RubricsScoreWithReference,
    )
    from ragas.metrics.collections.factual_correctness import FactualCorrectness
    from ragas.metrics.collections.faithfulness import Faithfulness
    from ragas.metrics.collections.faithfulness_with_hhem import FaithfulnessWithHHEM
    from ragas.metrics.collections.instance_specific_rubrics import InstanceSpecificRubrics
    from ragas.metrics.collections.multi_modal_faithfulness import MultiModalFaithfulness
    from ragas.metrics.collections.multi_modal_relevance import MultiModalRelevance
    from ragas.metrics.collections.noise_sensitivity import NoiseSensitivity
    from ragas.metrics.collections.quoted_spans import QuotedSpansAlignment
    from ragas.metrics.collections.response_groundedness import ResponseGroundedness
    from ragas.metrics.collections.rouge_score import RougeScore
    from ragas.metrics.collections.semantic_similarity import SemanticSimilarity
    from ragas.metrics.collections.simple_criteria_score import SimpleCriteriaScore
    from ragas.metrics.collections.sql_semantic_equivalence import SQLSemanticEquivalence
    from ragas.metrics.collections.string import ExactMatch, NonLLMStringSimilarity, StringPresence
    from ragas.metrics.collections.summary_score import SummaryScore
    from ragas.metrics.collections.tool_call_accuracy import ToolCallAccuracy
    from ragas.metrics.collections.tool_call_f1 import ToolCallF1
    from ragas.metrics.collections.topic_adherence import TopicAdherence
    from ragas.metrics.similarity import DistanceMeasure

_HOME = {
    "AgentGoalAccuracy": "ragas.metrics.collections.agent_goal_accuracy",
    "AgentGoalAccuracyWithReference": "ragas.metrics.collections.agent_goal_accuracy",
    "AgentGoalAccuracyWithoutReference": "ragas.metrics.collections.agent_goal_accuracy",
    "AnswerAccuracy": "ragas.metrics.collections.answer_accuracy",
    "AnswerCorrectness": "ragas.metrics.collections.answer_correctness",
    "AnswerRelevancy": "ragas.metrics.collections.answer_relevancy",
    "AspectCritic": "ragas.metrics.collections.aspect_critic",
    "BaseMetric": "ragas.metrics.base",
    "BleuScore": "ragas.metrics.collections.bleu_score",
    "CHRFScore": "ragas.metrics.collections.chrf_score",
    "ContextEntityRecall": "ragas.metrics.collections.context_entity_recall",
    "ContextPrecision": "ragas.metrics.collections.context_precision",
    "ContextPrecisionWithReference": "ragas.metrics.collections.context_precision",
    "ContextPrecisionWithoutReference": "ragas.metrics.collections.context_precision",
    "ContextRecall": "ragas.metrics.collections.context_recall",
    "ContextRelevance": "ragas.metrics.collections.context_relevance",
    "ContextUtilization": "ragas.metrics.collections.context_precision",
    "DataCompyScore": "ragas.metrics.collections.datacompy_score",
    "DistanceMeasure": "ragas.metrics.similarity",
    "DomainSpecificRubrics": "ragas.metrics.collections.domain_specific_rubrics",
    "ExactMatch": "ragas.metrics.collections.string",
    "FactualCorrectness": "ragas.metrics.collections.factual_correctness",
    "Faithfulness": "ragas.metrics.collections.faithfulness",
    "FaithfulnessWithHHEM": "ragas.metrics.collections.faithfulness_with_hhem",
    "IDBasedContextPrecision": "ragas.metrics.collections.context_precision",
    "IDBasedContextRecall": "ragas.metrics.collections.context_recall",
    "InstanceSpecificRubrics": "ragas.metrics.collections.instance_specific_rubrics",
    "MultiModalFaithfulness": "ragas.metrics.collections.multi_modal_faithfulness",
    "MultiModalRelevance": "ragas.metrics.collections.multi_modal_relevance",
    "NoiseSensitivity": "ragas.metrics.collections.noise_sensitivity",
    "NonLLMContextPrecisionWithReference": "ragas.metrics.collections.context_precision",
    "NonLLMContextRecall": "ragas.metrics.collections.context_recall",
    "NonLLMStringSimilarity": "ragas.metrics.collections.string",
    "QuotedSpansAlignment": "ragas.metrics.collections.quoted_spans",
    "ResponseGroundedness": "ragas.metrics.collections.response_groundedness",
    "RougeScore": "ragas.metrics.collections.rouge_score",
    "RubricsScoreWithReference": "ragas.metrics.collections.domain_specific_rubrics",
    "RubricsScoreWithoutReference": "ragas.metrics.collections.domain_specific_rubrics",
    "SQLSemanticEquivalence": "ragas.metrics.collections.sql_semantic_equivalence",
    "SemanticSimilarity": "ragas.metrics.collections.semantic_similarity",
    "SimpleCriteriaScore": "ragas.metrics.collections.simple_criteria_score",
    "StringPresence": "ragas.metrics.collections.string",
    "SummaryScore": "ragas.metrics.collections.summary_score",
    "ToolCallAccuracy": "ragas.metrics.collections.tool_call_accuracy",
    "ToolCallF1": "ragas.metrics.collections.tool_call_f1",
    "TopicAdherence": "ragas.metrics.collections.topic_adherence",
}

__all__ = [
    "AgentGoalAccuracy",
    "AgentGoalAccuracyWithReference",
    "AgentGoalAccuracyWithoutReference",
    "AnswerAccuracy",
    "AnswerCorrectness",
    "AnswerRelevancy",
    "AspectCritic",
    "BaseMetric",
    "BleuScore",
    "CHRFScore",
    "ContextEntityRecall",
    "ContextPrecision",
    "ContextPrecisionWithReference",
    "ContextPrecisionWithoutReference",
    "ContextRecall",
    "ContextRelevance",
    "ContextUtilization",
    "DataCompyScore",
    "DistanceMeasure",
    "DomainSpecificRubrics",
    "ExactMatch",
    "FactualCorrectness",
    "Faithfulness",
    "FaithfulnessWithHHEM",
    "IDBasedContextPrecision",
    "IDBasedContextRecall",
    "InstanceSpecificRubrics",
    "MultiModalFaithfulness",
    "MultiModalRelevance",
    "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall",
    "NonLLMStringSimilarity",
    "QuotedSpansAlignment",
    "ResponseGroundedness",
    "RougeScore",
    "RubricsScoreWithReference",
    "RubricsScoreWithoutReference",
    "SQLSemanticEquivalence",
    "SemanticSimilarity",
    "SimpleCriteriaScore",
    "StringPresence",
    "SummaryScore",
    "ToolCallAccuracy",
    "ToolCallF1",
    "TopicAdherence",
]

__getattr__, __dir__ = door(__name__, _HOME)
