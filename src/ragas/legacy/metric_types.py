"""The base classes of first-generation metrics, for code that subclasses them or asks with isinstance."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from ragas.engine.event_loop import run_sync
from ragas.engine.run_config import RunConfig
from ragas.exceptions import InputError
from ragas.legacy.lent import in_old_form
from ragas.legacy.prompts import PromptMixin
from ragas.metrics.trainable import Trainable
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

VALID_COLUMNS = [
    "user_input",
    "retrieved_contexts",
    "reference_contexts",
    "retrieved_context_ids",
    "reference_context_ids",
    "response",
    "multi_responses",
    "reference",
    "rubric",
    "rubrics",
    "reference_topics",
    "reference_tool_calls",
]


class MetricType(Enum):
    """The kind of sample a metric scores."""

    SINGLE_TURN = "single_turn"
    MULTI_TURN = "multi_turn"


class MetricOutputType(Enum):
    """The kind of value a metric gives."""

    BINARY = "binary"
    DISCRETE = "discrete"
    CONTINUOUS = "continuous"
    RANKING = "ranking"


@dataclass(eq=False)
class Metric(ABC):
    """A first-generation metric. Without a name it is called after its class, in snake case."""

    _required_columns: dict[MetricType, set[str]] = field(default_factory=dict)
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name or snake_case(type(self).__name__)

    @property
    def required_columns(self) -> dict[str, set[str]]:
        """Column names by kind of sample, without those marked `:optional` or `:ignored`."""
        return self.get_required_columns()

    @required_columns.setter
    def required_columns(self, columns: Mapping[MetricType, set[str]]) -> None:
        for names in columns.values():
            for name in names:
                if name.split(":")[0] not in VALID_COLUMNS:
                    raise ValueError(f"{name!r} is not a column; the columns are {', '.join(VALID_COLUMNS)}")
        self._required_columns = dict(columns)

    def get_required_columns(self, with_optional: bool = False) -> dict[str, set[str]]:
        """Column names by kind of sample; those marked `:optional` only on request, `:ignored` never."""
        return {
            kind.name: {
                name.removesuffix(":optional")
                for name in columns
                if not name.endswith(":ignored") and (with_optional or not name.endswith(":optional"))
            }
            for kind, columns in self._required_columns.items()
        }

    @abstractmethod
    def init(self, run_config: RunConfig) -> None:
        """Make ready for a run."""

    def begin_run(self, run_config: RunConfig, lent: Iterable[str] = ()) -> None:
        """What a run calls once before it scores: `init`, with the models it `lent` in the form this metric calls."""
        for name in lent:
            setattr(self, name, in_old_form(getattr(self, name)))
        self.init(run_config)


@dataclass(eq=False)
class MetricWithLLM(Metric, PromptMixin, Trainable):
    """A metric that asks a judge, with prompts that can be replaced, adapted, saved and loaded."""

    llm: Any = None
    output_type: MetricOutputType | None = None

    def init(self, run_config: RunConfig) -> None:
        """Check that there is a judge and give it the run's settings.

        Raises:
            ValueError: `llm` is not set.
        """
        if self.llm is None:
            raise ValueError(f"Metric {self.name!r} has no llm. Set it: metric.llm = llm_factory(...)")
        if hasattr(self.llm, "set_run_config"):
            self.llm.set_run_config(run_config)


@dataclass(eq=False)
class MetricWithEmbeddings(Metric):
    """A metric that embeds texts."""

    embeddings: Any = None

    def init(self, run_config: RunConfig) -> None:
        """Check that there are embeddings and give them the run's settings.

        Raises:
            ValueError: `embeddings` is not set.
        """
        if self.embeddings is None:
            raise ValueError(f"Metric {self.name!r} has no embeddings. Set them: metric.embeddings = ...")
        if hasattr(self.embeddings, "set_run_config"):
            self.embeddings.set_run_config(run_config)


@dataclass(eq=False)
class SingleTurnMetric(Metric):
    """A metric of one question and answer."""

    async def single_turn_ascore(
        self,
        sample: SingleTurnSample,
        callbacks: Any = None,
        timeout: float | None = None,  # noqa: ASYNC109  callers pass it
    ) -> float:
        """The score of `sample`, a bare number. `timeout` is in seconds.

        Raises:
            InputError: `sample` is no SingleTurnSample.
            TimeoutError: the score took longer than `timeout`.
        """
        _check_sample(self.name, sample, SingleTurnSample)
        return float(await _reported(self.name, self._single_turn_ascore, sample, callbacks, timeout))

    def single_turn_score(self, sample: SingleTurnSample, callbacks: Any = None) -> float:
        """The score of `sample`, from code that is not async."""
        return run_sync(self.single_turn_ascore(sample, callbacks))

    @abstractmethod
    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        """The score of `sample`."""


@dataclass(eq=False)
class MultiTurnMetric(Metric):
    """A metric of a conversation."""

    async def multi_turn_ascore(
        self,
        sample: MultiTurnSample,
        callbacks: Any = None,
        timeout: float | None = None,  # noqa: ASYNC109  callers pass it
    ) -> float:
        """The score of `sample`, a bare number. `timeout` is in seconds.

        Raises:
            InputError: `sample` is no MultiTurnSample.
            TimeoutError: the score took longer than `timeout`.
        """
        _check_sample(self.name, sample, MultiTurnSample)
        return float(await _reported(self.name, self._multi_turn_ascore, sample, callbacks, timeout))

    def multi_turn_score(self, sample: MultiTurnSample, callbacks: Any = None) -> float:
        """The score of `sample`, from code that is not async."""
        return run_sync(self.multi_turn_ascore(sample, callbacks))

    @abstractmethod
    async def _multi_turn_ascore(self, sample: MultiTurnSample, callbacks: Any) -> float:
        """The score of `sample`."""


def _check_sample(name: str, sample: Any, kind: type[SingleTurnSample | MultiTurnSample]) -> None:
    """Refuse what is no sample of the kind that a metric scores.

    Raises:
        InputError: says what it is, and what to pass.
    """
    if isinstance(sample, kind):
        return
    what = "a dict" if isinstance(sample, Mapping) else f"a {type(sample).__name__}"
    how = f": {kind.__name__}(**row)" if isinstance(sample, Mapping) else ""
    raise InputError(f"{name} scores a {kind.__name__}, not {what}. Pass one{how}.")


async def _reported(
    name: str,
    ascore: Callable[[Any, Any], Coroutine[Any, Any, float]],
    sample: SingleTurnSample | MultiTurnSample,
    callbacks: Any,
    timeout: float | None,  # noqa: ASYNC109  callers pass it
) -> float:
    """The score; handlers among `callbacks` are told of the metric as of a chain."""
    if not callbacks:
        return await asyncio.wait_for(ascore(sample, callbacks), timeout)
    from ragas.legacy.chains import metric_chain  # few callers have handlers, and it loads more

    with metric_chain(name, sample.to_dict(), callbacks) as (chain, group):
        value = await asyncio.wait_for(ascore(sample, group), timeout)
        chain.outputs = {"output": value}
        return value


@runtime_checkable
class ModeMetric(Protocol):
    """A metric that scores in one of several modes."""

    name: str
    mode: str


def snake_case(name: str) -> str:
    """`HTTPCheck` as `h_t_t_p_check`: every capital starts a word, as stored names have it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
