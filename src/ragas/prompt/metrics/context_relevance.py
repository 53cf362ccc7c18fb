"""Prompts of metrics as texts, under the path of earlier versions."""

from ragas.prompt.metrics.texts import context_relevance_judge1_prompt, context_relevance_judge2_prompt

__all__ = ["context_relevance_judge1_prompt", "context_relevance_judge2_prompt"]
