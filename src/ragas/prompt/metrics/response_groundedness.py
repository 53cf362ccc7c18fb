"""Prompts of metrics as texts, under the path of earlier versions."""

from ragas.prompt.metrics.texts import (
    response_groundedness_judge1_prompt,
    response_groundedness_judge2_prompt,
)

__all__ = ["response_groundedness_judge1_prompt", "response_groundedness_judge2_prompt"]
