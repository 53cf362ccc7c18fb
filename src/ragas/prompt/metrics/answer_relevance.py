"""A prompt of metrics as text, under the path of earlier versions."""

from ragas.prompt.metrics.texts import answer_relevancy_prompt

__all__ = ["answer_relevancy_prompt"]
