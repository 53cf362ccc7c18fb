"""First-generation metrics of answers, ratings, conversations and queries, each a face of the class in `core`."""

from __future__ import annotations

from typing import Any, ClassVar

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


class RatingFace(JudgeFace):
    """A face of a metric of two ratings; `retry` says how often a rating off the scale is asked for again."""

    retry: int = 5

    def as_metric(self) -> BaseMetric:
        """The metric this is a face of."""
        self.max_retries = self.retry
        return super().as_metric()


class FactualCorrectness(JudgeFace):
    core = factual.FactualCorrectness
    renamed: ClassVar = {"claim_decomposition_prompt": "prompt"}

    def __init__(self, *args: Any, language: str = "english", **settings: Any) -> None:
        self.language = language  # claims are written in the language of the text, whatever this says
        super().__init__(*args, **settings)


class AnswerCorrectness(JudgeAndEmbeddingsFace):
    core = correctness.AnswerCorrectness
    renamed: ClassVar = {"correctness_prompt": "correctness_classifier_prompt"}

    def __init__(self, *args: Any, answer_similarity: Any = None, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.answer_similarity = answer_similarity
        if self.embeddings is None:
            self.embeddings = getattr(answer_similarity, "embeddings", None)


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
    ignored: ClassVar = frozenset({"nli_statements_prompt"})


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
