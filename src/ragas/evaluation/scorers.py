"""What a run needs of a metric, whatever its kind: a column name, the inputs, and a way to score one sample."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ragas.engine.runner import current_runner
from ragas.exceptions import ConfigurationError, InputError, RagasError, UnsupportedStepError
from ragas.metrics.base import BaseMetric
from ragas.metrics.decorator import CustomMetric
from ragas.metrics.inputs import inputs_of
from ragas.metrics.result import MetricResult
from ragas.schema.rows import APPLICATION_ERROR, NOT_RUN
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

Sample = SingleTurnSample | MultiTurnSample

MODELS = ("llm", "embeddings")
"""The attributes in which a metric holds a model."""


class ApplicationFailedError(RagasError):
    """The application gave nothing for the sample; what the sample holds is what went in."""


class Scorer(ABC):
    """A metric as a run sees it."""

    metric: Any
    required: Sequence[str]
    optional: Sequence[str] = ()
    unread: Sequence[str] = ()
    """Columns that the metric would take, and of which its settings keep it."""
    needs_judge: bool = False
    needs_embeddings: bool = False
    multi_turn: bool | None = None
    """Whether it scores conversations; None if it does not mind."""

    def __init__(self, metric: Any) -> None:
        self.metric = metric
        self.column = column_name(metric)
        parts = _parts(metric)
        self.ours = all(map(_is_ours, parts))
        """Whether the metric comes with Ragas, so that all it waits for is bounded."""
        self.waits = not self.ours or any(hasattr(one, model) for one in parts for model in MODELS)
        """Whether scoring may wait for something: a model, or code that is not ours."""

    async def score(self, sample: Sample) -> MetricResult:
        """The metric's result for one sample.

        Raises:
            ApplicationFailedError: the application gave nothing for it; an answer it holds is an earlier one's.
            UnsupportedStepError: the application has not been run on it.
        """
        if error := sample.extra.get(APPLICATION_ERROR):
            if error == NOT_RUN:
                raise UnsupportedStepError("The application has not been run on this row yet.")
            raise ApplicationFailedError(f"The application failed: {error}")
        return await self._score(sample)

    @abstractmethod
    async def _score(self, sample: Sample) -> MetricResult:
        """The metric's result for a sample that the application answered."""


class KeywordScorer(Scorer):
    """A metric whose `ascore` takes columns as keyword arguments."""

    def __init__(self, metric: Any) -> None:
        super().__init__(metric)
        if isinstance(metric, BaseMetric):
            self.required, self.optional = metric.required_columns, metric.optional_columns
        else:
            parameters = [
                one
                for one in inspect.signature(metric.ascore).parameters.values()
                if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
            ]
            self.required = [one.name for one in parameters if one.default is one.empty]
            self.optional = [one.name for one in parameters if one.default is not one.empty]
        self.needs_judge = hasattr(metric, "llm")
        self.needs_embeddings = hasattr(metric, "embeddings")
        if isinstance(metric, BaseMetric):
            asked = next((one for one in inputs_of(type(metric)) if one.name == "user_input"), None)
            self.multi_turn = asked.is_list if asked and (asked.is_list or asked.is_text) else None

    async def _score(self, sample: Sample) -> MetricResult:
        """The metric's result for one sample."""
        return await self._scored(sample, self.required, self.optional)

    async def _scored(self, sample: Sample, required: Sequence[str], optional: Sequence[str]) -> MetricResult:
        inputs = {name: value_of(sample, name) for name in required}
        for name in optional:
            if (value := value_of(sample, name)) is not None:
                inputs[name] = value
        result = await self.metric.ascore(**inputs)
        return result if isinstance(result, MetricResult) else MetricResult(result)


class FaceScorer(KeywordScorer):
    """A first-generation metric of ours, scored as the class behind it with the columns it declares."""

    def __init__(self, face: Any) -> None:
        super().__init__(face.as_metric())
        self._face = face
        self._needed = tuple(self.required)
        declared = face.get_required_columns().values()
        also = set.intersection(*declared) if declared else set()
        self.required = [*self._needed, *(one for one in self.optional if one in also)]
        read = _declared_optional(face)
        self.optional = [one for one in self.optional if one in read and one not in also]
        every = {*self.metric.required_columns, *self.metric.optional_columns}
        self.unread = sorted(every - {*self.required, *self.optional})

    async def _score(self, sample: Sample) -> MetricResult:
        """The metric's result for one sample, of whose columns it is given no others than those declared."""
        declared = [one for one in self.metric.optional_columns if self._face.takes(one, sample)]
        return await self._scored(sample, self._needed, declared)


class SampleScorer(Scorer):
    """A first-generation metric, which takes the sample whole and gives a bare number."""

    def __init__(self, metric: Any) -> None:
        super().__init__(metric)
        self._lacking = [name for name in MODELS if getattr(metric, name, metric) is None]
        self._begun = False
        self._kinds = {
            kind: set(columns) for kind, columns in metric.get_required_columns(with_optional=False).items()
        }
        single = "SINGLE_TURN" in self._kinds or (not self._kinds and hasattr(metric, "single_turn_ascore"))
        multi = "MULTI_TURN" in self._kinds or (not self._kinds and hasattr(metric, "multi_turn_ascore"))
        self.multi_turn = None if single and multi else multi
        columns = set.intersection(*self._kinds.values()) if self._kinds else set()
        self.required = sorted(columns)
        self.optional = sorted(_declared_optional(metric))
        self.needs_judge = hasattr(metric, "llm")
        self.needs_embeddings = hasattr(metric, "embeddings")

    async def _score(self, sample: Sample) -> MetricResult:
        """The metric's number for one sample."""
        if not self._begun and hasattr(self.metric, "begin_run"):
            lent = [name for name in self._lacking if getattr(self.metric, name) is not None]
            self.metric.begin_run(current_runner().config, lent)
            self._begun = True
        if isinstance(sample, MultiTurnSample):
            return MetricResult(await self.metric.multi_turn_ascore(sample))
        return MetricResult(await self.metric.single_turn_ascore(sample))


def _declared_optional(metric: Any) -> set[str]:
    """The columns that a first-generation metric uses when they are there, of whatever kind of sample."""
    every = metric.get_required_columns(with_optional=True)
    required = metric.get_required_columns()
    return {column for kind, columns in every.items() for column in columns - required[kind]}


def _parts(metric: Any) -> list[Any]:
    """The metric and those it scores parts of a sample with, such as the arguments of a tool call."""
    held = getattr(metric, "__dict__", {}).values()
    return [metric] + [one for one in held if hasattr(one, "ascore") or hasattr(one, "single_turn_ascore")]


def _is_ours(metric: Any) -> bool:
    if isinstance(metric, CustomMetric):
        return False  # the function is the user's
    return type(metric).__module__.startswith("ragas.")


def value_of(sample: Sample, column: str) -> Any:
    """What a sample has in a column, its extra columns included; None where there is nothing."""
    if column in sample.columns:
        return getattr(sample, column)
    return sample.extra.get(column)


def column_name(metric: Any) -> str:
    """The name of a metric's column in results: its name, with the mode where it has one."""
    mode = getattr(metric, "mode", None)
    return f"{metric.name}(mode={mode})" if mode is not None else str(metric.name)


def as_scorer(metric: Any) -> Scorer:
    """A metric of any kind as a run sees it.

    Raises:
        TypeError: it is not a metric; the message says what is wrong with it.
    """
    if isinstance(metric, str):
        raise TypeError(f"{metric!r} is a text, not a metric.{_named(metric)}")
    if inspect.isclass(metric):
        raise TypeError(f"{metric.__name__} is a class; pass an instance of it: {metric.__name__}(...)")
    if hasattr(metric, "as_metric"):
        return SampleScorer(metric) if metric.scores_otherwise() else FaceScorer(metric)
    if isinstance(metric, BaseMetric) or callable(getattr(metric, "ascore", None)):
        return KeywordScorer(metric)
    if hasattr(metric, "single_turn_ascore") or hasattr(metric, "multi_turn_ascore"):
        return SampleScorer(metric)
    raise TypeError(
        f"{metric!r} is not a metric: it has no ascore(). Metrics are in ragas.metrics.collections; "
        "your own subclass ragas.metrics.BaseMetric."
    )


def _named(text: str) -> str:
    """The class to make an instance of, where a text names a metric."""
    from ragas.metrics.catalogue import metrics_named

    try:
        (metric,) = metrics_named([text])
    except ConfigurationError as error:
        return f" {error}"
    kind = type(metric).__name__
    return f" Pass an instance: {kind}(), from ragas.metrics.collections import {kind}."


def as_scorers(metrics: Any, default: Callable[[], Sequence[Any]]) -> list[Scorer]:
    """The metrics of a run, with a column name of its own for each.

    Raises:
        TypeError: `metrics` is not a list, or holds something that is not a metric.
        ConfigurationError: two metrics would fill the same column, or there are none.
    """
    if metrics is None:
        metrics = default()
    if isinstance(metrics, str) or not isinstance(metrics, Sequence):
        raise TypeError(f"metrics must be a list of metrics, not {type(metrics).__name__} {metrics!r}")
    if not metrics:
        raise ConfigurationError(
            "metrics is empty: name at least one metric, or leave it out for the default ones"
        )
    scorers = [as_scorer(metric) for metric in metrics]
    _name_apart(scorers)
    return scorers


def _name_apart(scorers: Sequence[Scorer]) -> None:
    """Append to equal column names the settings in which the metrics differ."""
    by_name: dict[str, list[Scorer]] = {}
    for scorer in scorers:
        by_name.setdefault(scorer.column, []).append(scorer)
    for name, same in by_name.items():
        if len(same) == 1:
            continue
        settings = [_settings(scorer.metric) for scorer in same]
        telling = [key for key in settings[0] if len({repr(one.get(key)) for one in settings}) > 1]
        for scorer, one in zip(same, settings, strict=True):
            scorer.column = (
                f"{name}({', '.join(f'{key}={one.get(key)}' for key in telling)})" if telling else name
            )
    names = [scorer.column for scorer in scorers]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ConfigurationError(
            f"two metrics would fill the column {twice[0]!r}; give one of them another name: Metric(name='...')"
        )


def _settings(metric: Any) -> dict[str, Any]:
    settings: dict[str, Any] = metric.signature() if isinstance(metric, BaseMetric) else {}
    judge = getattr(metric, "llm", None)
    if judge is not None:
        settings["llm"] = getattr(judge, "name", type(judge).__name__)
    return {"metric": type(metric).__name__} | {
        key: value for key, value in settings.items() if key != "name"
    }


def _listed(lacking: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(dict.fromkeys(name for columns in lacking.values() for name in columns))


def check_columns(scorers: Sequence[Scorer], present: Sequence[str], multi_turn: bool) -> None:
    """Refuse a run in which a metric lacks a column in every row, or does not score this kind of sample.

    Raises:
        InputError: which metric lacks what, and what there is.
    """
    lacking = {scorer.column: [name for name in scorer.required if name not in present] for scorer in scorers}
    lacking = {name: columns for name, columns in lacking.items() if columns}
    if lacking:
        if APPLICATION_ERROR in present:
            raise InputError(
                f"The application failed on rows of this dataset, and no row has {_listed(lacking)}. Of an experiment, "
                "failures() says why; resume=True runs the rows again."
            )
        needs = "; ".join(f"{name} needs {', '.join(columns)}" for name, columns in lacking.items())
        raise InputError(
            f"The dataset lacks columns: {needs}. It has: {', '.join(present) or 'none'}. Rename columns with "
            "column_map={'ragas_name': 'your_name'}, or leave the metric out."
        )
    for scorer in scorers:
        if scorer.multi_turn is not None and scorer.multi_turn is not multi_turn:
            kind = "conversations" if scorer.multi_turn else "single questions"
            raise InputError(
                f"{scorer.column} scores {kind}, and this dataset holds the other kind of sample."
            )
