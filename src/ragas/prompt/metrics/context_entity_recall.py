"""A prompt of metrics as text, under the path of earlier versions."""

from ragas.prompt.metrics.texts import extract_entities_prompt

__all__ = ["extract_entities_prompt"]
