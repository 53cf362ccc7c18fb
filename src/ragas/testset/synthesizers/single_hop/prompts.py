"""Prompt models under the path earlier versions had. New code takes `ragas.testset.synthesizers.prompts`."""

from ragas.testset.synthesizers.prompts import GeneratedQueryAnswer, QueryAnswerPrompt, QueryCondition

QueryAnswerGenerationPrompt = QueryAnswerPrompt

__all__ = ["GeneratedQueryAnswer", "QueryAnswerGenerationPrompt", "QueryCondition"]
