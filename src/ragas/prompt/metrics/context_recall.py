"""A prompt of metrics as text, under the path of earlier versions."""

from ragas.prompt.metrics.texts import context_recall_prompt

__all__ = ["context_recall_prompt"]
