"""The prompt class of metrics, and what judges are asked as texts, under the import path of earlier versions."""

from ragas.prompt.metrics.texts import (
    answer_accuracy_judge1_prompt,
    answer_accuracy_judge2_prompt,
    answer_relevancy_prompt,
    claim_decomposition_prompt,
    context_recall_prompt,
    context_relevance_judge1_prompt,
    context_relevance_judge2_prompt,
    correctness_classifier_prompt,
    extract_entities_prompt,
    extract_keyphrases_prompt,
    generate_answers_prompt,
    generate_questions_prompt,
    nli_statement_prompt,
    response_groundedness_judge1_prompt,
    response_groundedness_judge2_prompt,
    statement_generator_prompt,
)
from ragas.prompt.pydantic_prompt import PydanticPrompt as BasePrompt

__all__ = [
    "BasePrompt",
    "answer_accuracy_judge1_prompt",
    "answer_accuracy_judge2_prompt",
    "answer_relevancy_prompt",
    "claim_decomposition_prompt",
    "context_recall_prompt",
    "context_relevance_judge1_prompt",
    "context_relevance_judge2_prompt",
    "correctness_classifier_prompt",
    "extract_entities_prompt",
    "extract_keyphrases_prompt",
    "generate_answers_prompt",
    "generate_questions_prompt",
    "nli_statement_prompt",
    "response_groundedness_judge1_prompt",
    "response_groundedness_judge2_prompt",
    "statement_generator_prompt",
]
