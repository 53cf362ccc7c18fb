"""First-generation metrics and ready-made instances, each a face of the class named in `core`."""

from __future__ import annotations

from typing import ClassVar

from ragas.legacy.face import Face, JudgeAndEmbeddingsFace, JudgeFace
from ragas.metrics import collections
from ragas.metrics.similarity import DistanceMeasure as DistanceMeasure


class Faithfulness(JudgeFace):
    core = collections.Faithfulness


class ResponseRelevancy(JudgeAndEmbeddingsFace):
    core = collections.AnswerRelevancy


class AnswerRelevancy(ResponseRelevancy):
    pass


class LLMContextPrecisionWithReference(JudgeFace):
    core = collections.ContextPrecisionWithReference
    default_name = "llm_context_precision_with_reference"


class ContextPrecision(JudgeFace):
    core = collections.ContextPrecision


class LLMContextPrecisionWithoutReference(JudgeFace):
    core = collections.ContextPrecisionWithoutReference
    default_name = "llm_context_precision_without_reference"


class ContextUtilization(JudgeFace):
    core = collections.ContextUtilization


class NonLLMContextPrecisionWithReference(Face):
    core = collections.NonLLMContextPrecisionWithReference


class IDBasedContextPrecision(Face):
    core = collections.IDBasedContextPrecision


class LLMContextRecall(JudgeFace):
    core = collections.ContextRecall


class ContextRecall(LLMContextRecall):
    pass


class NonLLMContextRecall(Face):
    core = collections.NonLLMContextRecall
    renamed: ClassVar = {"_distance_measure": "distance_measure"}


class IDBasedContextRecall(Face):
    core = collections.IDBasedContextRecall


class ContextEntityRecall(JudgeFace):
    core = collections.ContextEntityRecall


class NoiseSensitivity(JudgeFace):
    core = collections.NoiseSensitivity


answer_relevancy = AnswerRelevancy()
context_entity_recall = ContextEntityRecall()
context_precision = ContextPrecision()
context_recall = ContextRecall()
context_utilization = ContextUtilization()
faithfulness = Faithfulness()
