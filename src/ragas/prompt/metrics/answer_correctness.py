"""A prompt of metrics as text, under the path of earlier versions."""

from ragas.prompt.metrics.texts import correctness_classifier_prompt

__all__ = ["correctness_classifier_prompt"]
