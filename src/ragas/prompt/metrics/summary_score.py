"""Prompts of metrics as texts, under the path of earlier versions."""

from ragas.prompt.metrics.texts import (
    extract_keyphrases_prompt,
    generate_answers_prompt,
    generate_questions_prompt,
)

__all__ = ["extract_keyphrases_prompt", "generate_answers_prompt", "generate_questions_prompt"]
