"""A face: the first-generation form of a metric, with nothing of its own but names and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import nan
from typing import Any, ClassVar

from ragas.engine.run_config import RunConfig
from ragas.exceptions import EmptyInputError
from ragas.legacy.earlier_steps import warn_of_steps
from ragas.legacy.face_fields import OWN, default_name, defaults, make_dataclass
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
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

SCORING = (
    "_ascore",
    "_multi_turn_ascore",
    "_single_turn_ascore",
    "init",
    "multi_turn_ascore",
    "single_turn_ascore",
)
"""What first-generation code overrides to score otherwise."""


class CoreFace(Metric):
    """A metric whose columns, settings and scores are those of the class in `core`."""

    core: ClassVar[type[BaseMetric]]
    kind: ClassVar[MetricType]
    default_name: ClassVar[str] = ""
    renamed: ClassVar[dict[str, str]] = {}
    """Settings by the names that first-generation code gives them; each is read and set under both."""
    ignored: ClassVar[Mapping[str, Any]] = {}
    """Settings of the old class that mean nothing any more, with their defaults; they are kept as attributes."""
    extra_fields: ClassVar[Mapping[str, Any]] = {}
    """Fields that every metric of the kind had; what they are set to means nothing."""
    default_output_type: ClassVar[MetricOutputType] = MetricOutputType.CONTINUOUS
    _scoring: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if {"core", "default_name"} & vars(cls).keys():
            make_dataclass(cls)
            cls._scoring = {name: getattr(cls, name, None) for name in SCORING}
        elif all(getattr(cls, name, None) is own for name, own in cls._scoring.items()):
            warn_of_steps(cls)

    def __init__(
        self,
        _required_columns: dict[MetricType, set[str]] | None = None,
        name: str = "",
        **settings: Any,
    ) -> None:
        known = defaults(type(self))
        settings.pop("max_retries", None)  # the run's settings say how often a call is tried again
        unknown = {key for key in settings if self.renamed.get(key, key) not in known}
        if unknown:
            has = sorted({*known, *OWN} & {one.name for one in fields(self.core)} - {"allowed_values"})
            raise TypeError(f"{type(self).__name__} has no setting {sorted(unknown)!r}; it has {has}")
        for key, value in [*known.items(), *settings.items()]:
            setattr(self, key, value)
        self._required_columns = _required_columns or self._default_columns()
        self.name = name
        self.__post_init__()

    def __post_init__(self) -> None:
        self.name = self.name or default_name(type(self))

    def __setattr__(self, name: str, value: Any) -> None:
        setting = self.renamed.get(name, name)
        if isinstance(getattr(self.core, setting, None), JudgePrompt) and not isinstance(value, JudgePrompt):
            raise TypeError(
                f"{name!r} of {type(self).__name__} is a JudgePrompt, not a {type(value).__name__}: judges are asked "
                f"for other replies here. Change a copy of the prompt there is: metric.{name} = "
                f"dataclasses.replace(metric.{name}, instruction=...)."
            )
        super().__setattr__(setting, value)

    def __getattr__(self, name: str) -> Any:
        if name in type(self).renamed:
            return getattr(self, type(self).renamed[name])
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r})"

    @classmethod
    def _default_columns(cls) -> dict[MetricType, set[str]]:
        return {cls.kind: {one.name + ("" if one.required else ":optional") for one in inputs_of(cls.core)}}

    def init(self, run_config: RunConfig) -> None:
        """Nothing needs to be made ready."""

    def as_metric(self) -> BaseMetric:
        """The metric this is a face of, with the settings, judge and embeddings set here."""
        given = {
            one.name: getattr(self, one.name)
            for one in fields(self.core)
            if one.name != "allowed_values" and hasattr(self, one.name)
        }
        return self.core(**given)

    def scores_otherwise(self) -> bool:
        """Whether a method that scores was overridden, so that scores are not those of the class behind."""
        return any(map(self._overridden, self._scoring))

    def _overridden(self, method: str) -> bool:
        return method in vars(self) or getattr(type(self), method, None) is not self._scoring[method]

    def takes(self, column: str, sample: SingleTurnSample | MultiTurnSample) -> bool:
        """Whether a column of such a sample is declared, as required or optional; all are where none is declared."""
        kind = MetricType.MULTI_TURN if isinstance(sample, MultiTurnSample) else MetricType.SINGLE_TURN
        declared = self.get_required_columns(with_optional=True).get(kind.name)
        return not declared or column in declared

    async def _ascore(self, row: dict[str, Any], callbacks: Any) -> float:
        """The score of a sample given as a dict."""
        return await self._number(SingleTurnSample(**row))

    async def _number(self, sample: SingleTurnSample | MultiTurnSample) -> float:
        columns = {
            one.name: getattr(sample, one.name, None)
            for one in inputs_of(self.core)
            if one.required or self.takes(one.name, sample)
        }
        try:
            return float((await self.as_metric().ascore(**columns)).value)
        except EmptyInputError:  # not applicable, for which a bare number has only NaN
            return nan


class Face(CoreFace, SingleTurnMetric):
    """A face of a metric of one question and answer."""

    kind = MetricType.SINGLE_TURN

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        if self._overridden("_ascore"):
            return await self._ascore(sample.to_dict(), callbacks)
        return await self._number(sample)


class ConversationFace(CoreFace, MultiTurnMetric):
    """A face of a metric of a conversation."""

    kind = MetricType.MULTI_TURN

    async def _multi_turn_ascore(self, sample: MultiTurnSample, callbacks: Any) -> float:
        return await self._number(sample)


class _Judged(CoreFace, MetricWithLLM):
    extra_fields: ClassVar = {"max_retries": 1}

    def __init__(
        self,
        _required_columns: dict[MetricType, set[str]] | None = None,
        name: str = "",
        llm: Any = None,
        output_type: MetricOutputType | None = None,
        **settings: Any,
    ) -> None:
        self.llm = llm
        self.output_type = output_type
        super().__init__(_required_columns, name, **settings)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.output_type = self.output_type or self.default_output_type

    def init(self, run_config: RunConfig) -> None:
        """Check that there is a judge and give it the run's settings.

        Raises:
            ValueError: `llm` is not set.
        """
        MetricWithLLM.init(self, run_config)


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
