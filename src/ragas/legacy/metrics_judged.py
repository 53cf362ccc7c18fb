"""First-generation metrics of answers, ratings, conversations and queries, each a face of the class in `core`."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from ragas.legacy.face import JudgeAndEmbeddingsFace, JudgeConversationFace, JudgeFace
from ragas.legacy.metric_types import MetricOutputType
from ragas.metrics.base import BaseMetric
from ragas.metrics.collections import agent_goal_accuracy as goal
from ragas.metrics.collections import answer_accuracy as accuracy
from ragas.metrics.collections import answer_correctness as correctness
from ragas.metrics.collections import context_relevance as relevance
from ragas.metrics.collections import factual_correctness as factual
from ragas.metrics.collections import faithfulness_with_hhem as hhem
from ragas.metrics.collections import response_groundedness as groundedness
from ragas.metrics.collections import sql_semantic_equivalence as sql
from ragas.metrics.collections import summary_score as summary
from ragas.metrics.collections import topic_adherence as topics


class DecompositionType(Enum):
    """How finely and how completely `FactualCorrectness` divides a text: its `atomicity` and its `coverage`."""

    LOW_ATOMICITY_LOW_COVERAGE = "low_atomicity_low_coverage"
    LOW_ATOMICITY_HIGH_COVERAGE = "low_atomicity_high_coverage"
    HIGH_ATOMICITY_LOW_COVERAGE = "high_atomicity_low_coverage"
    HIGH_ATOMICITY_HIGH_COVERAGE = "high_atomicity_high_coverage"


class RatingFace(JudgeFace):
    """A face of a metric of two ratings; `retry` says how often a rating off the scale is asked for again."""

    retry: int = 5

    def as_metric(self) -> BaseMetric:
        """The metric this is a face of."""
        self.max_retries = self.retry
        return super().as_metric()


class FactualCorrectness(JudgeFace):
    """Claims are written in the language of the text, whatever `language` says."""

    core = factual.FactualCorrectness
    renamed: ClassVar = {"claim_decomposition_prompt": "prompt"}
    ignored: ClassVar = {"language": "english"}


class AnswerCorrectness(JudgeAndEmbeddingsFace):
    """The embeddings of `answer_similarity` are used where no others are set."""

    core = correctness.AnswerCorrectness
    renamed: ClassVar = {"correctness_prompt": "correctness_classifier_prompt"}
    ignored: ClassVar = {"answer_similarity": None}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.embeddings is None:
            self.embeddings = getattr(vars(self).get("answer_similarity"), "embeddings", None)


class SummarizationScore(JudgeFace):
    core = summary.SummaryScore
    renamed: ClassVar = {
        "question_generation_prompt": "generate_questions_prompt",
        "answer_generation_prompt": "generate_answers_prompt",
    }


class AnswerAccuracy(RatingFace):
    core = accuracy.AnswerAccuracy
    default_name = "nv_accuracy"


class ContextRelevance(RatingFace):
    core = relevance.ContextRelevance
    default_name = "nv_context_relevance"


class ResponseGroundedness(RatingFace):
    core = groundedness.ResponseGroundedness
    default_name = "nv_response_groundedness"


class LLMSQLEquivalence(JudgeFace):
    core = sql.SQLSemanticEquivalence
    default_name = "llm_sql_equivalence_with_reference"
    default_output_type = MetricOutputType.BINARY


class FaithfulnesswithHHEM(JudgeFace):
    core = hhem.FaithfulnessWithHHEM
    ignored: ClassVar = {"nli_statements_prompt": None}


class TopicAdherenceScore(JudgeConversationFace):
    core = topics.TopicAdherence


class AgentGoalAccuracyWithReference(JudgeConversationFace):
    core = goal.AgentGoalAccuracyWithReference
    default_output_type = MetricOutputType.BINARY


class AgentGoalAccuracyWithoutReference(JudgeConversationFace):
    core = goal.AgentGoalAccuracyWithoutReference
    default_output_type = MetricOutputType.BINARY


answer_correctness = AnswerCorrectness()
summarization_score = SummarizationScore()
