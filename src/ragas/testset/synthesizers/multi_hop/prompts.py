"""Prompt models under the path earlier versions had. New code takes `ragas.testset.synthesizers.prompts`."""

from ragas.testset.synthesizers.prompts import (
    ConceptCombinationPrompt,
    ConceptCombinations,
    ConceptsList,
    GeneratedQueryAnswer,
    QueryConditions,
)
from ragas.testset.synthesizers.prompts import MultiHopQueryAnswerPrompt as QueryAnswerGenerationPrompt

__all__ = [
    "ConceptCombinationPrompt",
    "ConceptCombinations",
    "ConceptsList",
    "GeneratedQueryAnswer",
    "QueryAnswerGenerationPrompt",
    "QueryConditions",
]
