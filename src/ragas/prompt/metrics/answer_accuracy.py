"""Prompts of metrics as texts, under the path of earlier versions."""

from ragas.prompt.metrics.texts import answer_accuracy_judge1_prompt, answer_accuracy_judge2_prompt

__all__ = ["answer_accuracy_judge1_prompt", "answer_accuracy_judge2_prompt"]
