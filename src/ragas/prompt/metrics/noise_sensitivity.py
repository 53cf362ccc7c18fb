"""A prompt of metrics as text, under the path of earlier versions."""

from ragas.prompt.metrics.texts import nli_statement_prompt

__all__ = ["nli_statement_prompt"]
