"""First-generation metrics that need no judge, each a face of the class named in `core`."""

from __future__ import annotations

from typing import Any, ClassVar

from ragas.engine.run_config import RunConfig
from ragas.legacy.face import ConversationFace, Face
from ragas.legacy.metric_types import MetricOutputType, MetricType, MetricWithEmbeddings
from ragas.metrics.collections.bleu_score import BleuScore as _BleuScore
from ragas.metrics.collections.chrf_score import CHRFScore as _CHRFScore
from ragas.metrics.collections.datacompy_score import DataCompyScore as _DataCompyScore
from ragas.metrics.collections.rouge_score import RougeScore as _RougeScore
from ragas.metrics.collections.semantic_similarity import SemanticSimilarity as _SemanticSimilarity
from ragas.metrics.collections.string import ExactMatch as _ExactMatch
from ragas.metrics.collections.string import NonLLMStringSimilarity as _NonLLMStringSimilarity
from ragas.metrics.collections.string import StringPresence as _StringPresence
from ragas.metrics.collections.tool_call_accuracy import ToolCallAccuracy as _ToolCallAccuracy
from ragas.metrics.collections.tool_call_f1 import ToolCallF1 as _ToolCallF1


class ExactMatch(Face):
    core = _ExactMatch


class StringPresence(Face):
    core = _StringPresence


class NonLLMStringSimilarity(Face):
    core = _NonLLMStringSimilarity


class BleuScore(Face):
    core = _BleuScore


class ChrfScore(Face):
    core = _CHRFScore


class RougeScore(Face):
    core = _RougeScore


class DataCompyScore(Face):
    core = _DataCompyScore


class SemanticSimilarity(Face, MetricWithEmbeddings):
    core = _SemanticSimilarity
    ignored: ClassVar = {"is_cross_encoder": False, "output_type": MetricOutputType.CONTINUOUS}

    def __init__(
        self,
        _required_columns: dict[MetricType, set[str]] | None = None,
        name: str = "",
        embeddings: Any = None,
        is_cross_encoder: bool = False,
        **settings: Any,
    ) -> None:
        self.embeddings = embeddings
        super().__init__(_required_columns, name, is_cross_encoder=is_cross_encoder, **settings)

    def __post_init__(self) -> None:
        super().__post_init__()
        if vars(self).get("is_cross_encoder"):
            raise NotImplementedError("Cross encoders are not supported; pass embeddings that give vectors.")

    def init(self, run_config: RunConfig) -> None:
        """Check that there are embeddings and give them the run's settings.

        Raises:
            ValueError: `embeddings` is not set.
        """
        MetricWithEmbeddings.init(self, run_config)


class AnswerSimilarity(SemanticSimilarity):
    default_name = "answer_similarity"


class ToolCallAccuracy(ConversationFace):
    core = _ToolCallAccuracy


class ToolCallF1(ConversationFace):
    core = _ToolCallF1
    ignored: ClassVar = {"batch_size": 1, "is_multi_turn": True}


answer_similarity = AnswerSimilarity()
