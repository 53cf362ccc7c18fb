"""Prompts of metrics as texts, under the path of earlier versions."""

from ragas.prompt.metrics.texts import nli_statement_prompt, statement_generator_prompt

__all__ = ["nli_statement_prompt", "statement_generator_prompt"]
