"""A prompt of metrics as text, under the path of earlier versions."""

from ragas.prompt.metrics.texts import claim_decomposition_prompt

__all__ = ["claim_decomposition_prompt"]
