"""What every metric has: a name, a range, one scoring method, and the ways to call it."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from ragas._lazy import door
from ragas.exceptions import ConfigurationError
from ragas.llms.judge import Judge
from ragas.metrics.inputs import bound, inputs_of, required_columns
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.trainable import Trainable
from ragas.prompt.base import BasePrompt
from ragas.prompt.judge_prompt import JudgePrompt

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Embedder

AllowedValues = Sequence[str] | tuple[float, float] | range | int

_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+>")


@dataclass(frozen=True, slots=True)
class Models:
    """The judge and the embedder that metrics without their own use."""

    judge: Judge | None = None
    embedder: Embedder | None = None


_models: ContextVar[Models | None] = ContextVar("ragas_models", default=None)


@contextmanager
def use_models(models: Models) -> Iterator[None]:
    """Give `models` to every metric that is scored inside this block and has none of its own."""
    token = _models.set(models)
    try:
        yield
    finally:
        _models.reset(token)


@by_position("name", "allowed_values")
@dataclass(eq=False, repr=False)
class BaseMetric(Trainable):
    """A metric: settings as fields, and `ascore`, whose parameters are the columns it needs.

    Subclass it and write `async def ascore(self, response: str, reference: str) -> MetricResult`. A parameter with
    a default is an optional column. A metric with a field `llm` asks a judge, one with a field `embeddings` embeds;
    left at None they are taken from `evaluate(llm=..., embeddings=...)` or from the configured default.
    """

    name: str = field(default="base_metric", kw_only=True)
    allowed_values: Any = field(default=(0.0, 1.0), kw_only=True)

    higher_is_better: ClassVar[bool] = True

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "ascore" in cls.__dict__:
            cls.ascore = _checked(cls.__dict__["ascore"])  # type: ignore[method-assign]  # same signature, checked

    def __post_init__(self) -> None:
        named = type(self).__dict__.get("name")  # set in a subclass that is no dataclass itself
        if isinstance(named, str) and self.name == BaseMetric.name:
            self.name = named
        for attribute in _ADAPTED:  # one that stands in the class, and was never set
            if attribute not in vars(self) and getattr(self, attribute, None) is not None:
                setattr(self, attribute, getattr(self, attribute))

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; what is set as `llm` or `embeddings`, at first or later, becomes a judge or an embedder."""
        if name in _ADAPTED and value is not None:
            try:
                value = _ADAPTED[name](value)
            except ConfigurationError:
                if name in type(self).__dataclass_fields__:
                    raise  # otherwise it is something of the user's own under that name
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, allowed_values={self.allowed_values!r})"

    async def ascore(self, *args: Any, **inputs: Any) -> MetricResult:
        """Score one sample; each metric takes its own columns."""
        raise TypeError(f"{type(self).__name__} has no scoring: write `async def ascore(self, ...)` in it.")

    def score(self, **inputs: Any) -> MetricResult:
        """Score one sample, from code that is not async."""
        from ragas.engine.event_loop import run_sync

        return run_sync(self.ascore(**inputs))

    async def abatch_score(self, inputs: Sequence[dict[str, Any]]) -> list[MetricResult]:
        """Score many samples, given as dicts of columns; results come in the order of the inputs.

        Every sample is scored even when one fails; then the first failure is raised.
        """
        import asyncio  # a sixth of all the modules that an import of a metric would load

        results: dict[int, MetricResult | BaseException] = {}
        left = iter(enumerate(inputs))

        async def work() -> None:
            for place, one in left:
                try:
                    results[place] = await self.ascore(**one)
                except asyncio.CancelledError as error:
                    results[place] = error
                    raise
                except Exception as error:  # noqa: BLE001  raised once all samples are scored
                    results[place] = error

        async with asyncio.TaskGroup() as group:
            for _ in inputs:
                if len(results) == len(inputs):
                    break
                group.create_task(work())
                await asyncio.sleep(0)  # a metric that waits for nothing scores them all here, in one task
        found: list[MetricResult] = []
        for place in range(len(inputs)):
            result = results[place]
            if isinstance(result, BaseException):
                raise result
            found.append(result)
        return found

    def batch_score(self, inputs: Sequence[dict[str, Any]]) -> list[MetricResult]:
        """Score many samples, from code that is not async."""
        from ragas.engine.event_loop import run_sync

        return run_sync(self.abatch_score(inputs))

    # -- prompts --------------------------------------------------------------------------------------------------

    def get_prompts(self) -> dict[str, JudgePrompt]:
        """The judge prompts of this metric, by the names of their fields."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, JudgePrompt)}

    def set_prompts(self, **prompts: JudgePrompt) -> None:
        """Use other judge prompts.

        Raises:
            ValueError: there is no prompt of a name, or a value is no JudgePrompt; then none is set.
        """
        check_prompts(type(self).__name__, prompts, self.get_prompts())
        for name, prompt in prompts.items():
            setattr(self, name, prompt)

    # -- what a run wants to know about a metric ------------------------------------------------------------------

    @property
    def required_columns(self) -> list[str]:
        """The columns this metric cannot do without."""
        return required_columns(type(self))

    @property
    def optional_columns(self) -> list[str]:
        """The columns this metric uses when they are there."""
        return [one.name for one in inputs_of(type(self)) if not one.required]

    @property
    def needs_judge(self) -> bool:
        """Whether a judge model is asked."""
        return hasattr(self, "llm")

    @property
    def needs_embeddings(self) -> bool:
        """Whether texts are embedded."""
        return hasattr(self, "embeddings")

    @property
    def judge(self) -> Judge:
        """The judge to ask: this metric's own, else the run's, else the configured default."""
        own = getattr(self, "llm", None)
        if own is not None:
            return _as_judge(own)
        models = _models.get()
        if models is not None and models.judge is not None:
            return models.judge
        from ragas.llms.default import default_judge

        return default_judge()

    @property
    def embedder(self) -> Embedder:
        """The embedder to use: this metric's own, else the run's, else the configured default.

        Raises:
            ConfigurationError: there is none.
        """
        own = getattr(self, "embeddings", None)
        if own is not None:
            return _as_embedder(own)
        models = _models.get()
        if models is not None and models.embedder is not None:
            return models.embedder
        from ragas.embeddings.default import default_embedder

        found = default_embedder()
        if found is None:
            raise ConfigurationError(no_embeddings(self.name))
        return found

    def signature(self) -> dict[str, Any]:
        """What a score of this metric depends on, apart from the models: settings and prompt versions."""
        settings: dict[str, Any] = {"metric": type(self).__name__}
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, JudgePrompt):
                settings[one.name] = value.version
            elif one.name not in ("llm", "embeddings", "allowed_values"):
                settings[one.name] = _told(one.name, value)
        return settings

    def signature_hash(self) -> str:
        """The first 12 hex digits of the hash of `signature()`."""
        return sha256(repr(sorted(self.signature().items())).encode()).hexdigest()[:12]


def _told(name: str, value: Any) -> Any:
    """A setting as a signature holds it: the same in every process, so without addresses, and never a key."""
    if isinstance(value, (bool, int, float, type(None))):
        return value
    from ragas.engine.credentials import is_credential

    if is_credential(name, value):
        return "a key"
    text = value if isinstance(value, str) else repr(value)
    if isinstance(value, str) or not _ADDRESS.search(text):
        return text
    from ragas.engine.code_identity import object_hash

    return object_hash(value) or type(value).__name__


def check_prompts(metric: str, given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Refuse prompts under names that a metric does not have, and values of another kind than the prompt there is.

    Raises:
        ValueError: names the metric, what is wrong, and the prompts there are.
    """
    for name, prompt in given.items():
        if name not in known:
            raise ValueError(f"{metric} has no prompt {name!r}; it has {', '.join(known) or 'none'}.")
        kind = BasePrompt if isinstance(known[name], BasePrompt) else JudgePrompt
        if not isinstance(prompt, kind):
            raise ValueError(f"the prompt {name!r} of {metric} is a {kind.__name__}, not {prompt!r:.80}")


def no_embeddings(metric: str) -> str:
    """What to say when a metric needs embeddings and there are none."""
    return (
        f"{metric} needs embeddings and none are configured. Pass embeddings=embedding_factory(...), "
        'or install the offline ones with: pip install "ragas[local]"'
    )


def _checked(ascore: Any) -> Any:
    """`ascore` with its inputs checked first and its value wrapped when it is bare."""
    if getattr(ascore, "_checks_inputs", False):
        return ascore

    @functools.wraps(ascore)
    async def checked(self: BaseMetric, *args: Any, **kwargs: Any) -> MetricResult:
        result = ascore(self, **bound(self, args, kwargs))
        if inspect.isawaitable(result):  # a plain `def ascore` is fine too
            result = await result
        if not isinstance(result, MetricResult):
            result = MetricResult(result)
        if self.needs_judge and (judge := self.judge).caution:
            result.caution = f"{judge.name} ({judge.caution})"
        return result

    checked._checks_inputs = True  # type: ignore[attr-defined]  # marks it, so that it is wrapped once
    return checked


def _as_judge(model: Any) -> Judge:
    if isinstance(model, Judge):
        return model
    from ragas.llms.adapt import as_judge

    return as_judge(model)


def _as_embedder(model: Any) -> Embedder:
    from ragas.embeddings.adapt import as_embedder

    return as_embedder(model)


_ADAPTED: dict[str, Callable[[Any], Any]] = {"llm": _as_judge, "embeddings": _as_embedder}


if not TYPE_CHECKING:
    # First-generation code takes its base classes from this module too.
    __getattr__ = door(
        __name__,
        dict.fromkeys(
            (
                "Metric",
                "MetricOutputType",
                "MetricType",
                "MetricWithEmbeddings",
                "MetricWithLLM",
                "ModeMetric",
                "MultiTurnMetric",
                "SingleTurnMetric",
                "VALID_COLUMNS",
            ),
            "ragas.legacy.metric_types",
        )
        | {"Ensember": "ragas.legacy.ensemble", "ensembler": "ragas.legacy.ensemble"}
        | {"PromptMixin": "ragas.legacy.prompts"}
        | {
            "SimpleBaseMetric": f"{__name__}:BaseMetric",
            "create_auto_response_model": "ragas.metrics.validators",
            "SimpleLLMMetric": "ragas.metrics.llm_metric:LLMMetric",
        },
    )[0]
