"""A face: the first-generation form of a metric, with nothing of its own but names and columns."""

from __future__ import annotations

from dataclasses import fields
from math import nan
from typing import Any, ClassVar

from ragas.engine.run_config import RunConfig
from ragas.exceptions import EmptyInputError
from ragas.legacy.metric_types import (
    Metric,
    MetricOutputType,
    MetricType,
    MetricWithEmbeddings,
    MetricWithLLM,
    MultiTurnMetric,
    SingleTurnMetric,
)
from ragas.metrics.base import BaseMetric
from ragas.metrics.inputs import inputs_of
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

OWN = frozenset({"llm", "embeddings", "name", "allowed_values"})


class CoreFace(Metric):
    """A metric whose columns, settings and scores are those of the class in `core`."""

    core: ClassVar[type[BaseMetric]]
    kind: ClassVar[MetricType]
    default_name: ClassVar[str] = ""
    renamed: ClassVar[dict[str, str]] = {}
    ignored: ClassVar[frozenset[str]] = frozenset()
    """Settings of the old class that mean nothing any more; they are kept as attributes."""
    default_output_type: ClassVar[MetricOutputType] = MetricOutputType.CONTINUOUS

    def __init__(
        self,
        _required_columns: dict[MetricType, set[str]] | None = None,
        name: str = "",
        **settings: Any,
    ) -> None:
        known = {one.name: one for one in fields(self.core)}
        if _required_columns is None:
            columns = {one.name + ("" if one.required else ":optional") for one in inputs_of(self.core)}
            _required_columns = {self.kind: columns}
        self._required_columns = _required_columns
        self.name = name or self.default_name or str(known["name"].default)
        settings = {self.renamed.get(key, key): value for key, value in settings.items()}
        settings.pop("max_retries", None)  # the run's settings say how often a call is tried again
        unknown = set(settings) - set(known) - self.ignored
        if unknown:
            has = sorted(set(known) - {"allowed_values"})
            raise TypeError(f"{type(self).__name__} has no setting {sorted(unknown)!r}; it has {has}")
        for key in (known.keys() - OWN) | self.ignored:
            setattr(self, key, settings.get(key, known[key].default if key in known else None))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r})"

    def init(self, run_config: RunConfig) -> None:
        """Nothing needs to be made ready: judge and embeddings are looked up when a sample is scored."""

    def as_metric(self) -> BaseMetric:
        """The metric this is a face of, with the settings, judge and embeddings set here."""
        given = {
            one.name: getattr(self, one.name)
            for one in fields(self.core)
            if one.name != "allowed_values" and hasattr(self, one.name)
        }
        return self.core(**given)

    async def _number(self, sample: SingleTurnSample | MultiTurnSample) -> float:
        columns = {one.name: getattr(sample, one.name, None) for one in inputs_of(self.core)}
        try:
            return float((await self.as_metric().ascore(**columns)).value)
        except EmptyInputError:  # not applicable, for which a bare number has only NaN
            return nan


class Face(CoreFace, SingleTurnMetric):
    """A face of a metric of one question and answer."""

    kind = MetricType.SINGLE_TURN

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return await self._number(sample)


class ConversationFace(CoreFace, MultiTurnMetric):
    """A face of a metric of a conversation."""

    kind = MetricType.MULTI_TURN

    async def _multi_turn_ascore(self, sample: MultiTurnSample, callbacks: Any) -> float:
        return await self._number(sample)


class _Judged(CoreFace, MetricWithLLM):
    def __init__(
        self,
        _required_columns: dict[MetricType, set[str]] | None = None,
        name: str = "",
        llm: Any = None,
        output_type: MetricOutputType | None = None,
        **settings: Any,
    ) -> None:
        self.llm = llm
        self.output_type = output_type or self.default_output_type
        super().__init__(_required_columns, name, **settings)


class JudgeFace(_Judged, Face):
    """A face of a metric of one question and answer that asks a judge."""


class JudgeConversationFace(_Judged, ConversationFace):
    """A face of a metric of a conversation that asks a judge."""


class JudgeAndEmbeddingsFace(JudgeFace, MetricWithEmbeddings):
    """A face of a metric that asks a judge and embeds texts."""

    def __init__(
        self,
        _required_columns: dict[MetricType, set[str]] | None = None,
        name: str = "",
        embeddings: Any = None,
        llm: Any = None,
        output_type: MetricOutputType | None = None,
        **settings: Any,
    ) -> None:
        self.embeddings = embeddings
        super().__init__(_required_columns, name, llm, output_type, **settings)
