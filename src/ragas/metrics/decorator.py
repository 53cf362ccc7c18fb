"""Metrics made of functions: the parameters are the columns, what is returned is the value."""

from __future__ import annotations

import functools
import inspect
import time
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from ragas.metrics.base import BaseMetric
from ragas.metrics.protocols import (
    BaseMetricProtocol,
    DiscreteMetricProtocol,
    NumericMetricProtocol,
    RankingMetricProtocol,
)
from ragas.metrics.result import MetricResult
from ragas.metrics.validators import Validator, get_validator_for_allowed_values

__all__ = [
    "BaseMetricProtocol",
    "CustomMetric",
    "DiscreteMetricProtocol",
    "NumericMetricProtocol",
    "RankingMetricProtocol",
    "create_metric_decorator",
]

LENT = ("llm", "embeddings")
"""Parameters that, left out, get the run's judge and embedder."""

QUICK = 0.0005
"""Seconds a function that is not async may hold up others in a run; one that takes longer is called in threads."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a function."""

    name: str
    hint: Any
    default: Any

    @property
    def required(self) -> bool:
        """Whether the function cannot do without it. What may be None is None when it is left out."""
        return self.default is inspect.Parameter.empty

    @functools.cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """What checks and converts values; instances of pydantic models stay the objects they are."""
        is_model = inspect.isclass(self.hint) and issubclass(self.hint, BaseModel)
        config = None if is_model else ConfigDict(arbitrary_types_allowed=True)
        return TypeAdapter(self.hint, config=config)


class CustomMetric(BaseMetric):
    """A function as a metric.

    `score` and `ascore` take its parameters by name, check and convert them by their annotations, and check what it
    returns. A value that is not allowed gives a result without value that says so; what the function raises is raised.
    Calling the metric calls the bare function.
    """

    __name__: str
    __qualname__: str

    def __init__(
        self,
        func: Callable[..., Any],
        name: str,
        allowed_values: Any,
        validator: type[Validator] | None = None,
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        functools.update_wrapper(self, func, updated=())
        self.name = name
        self.allowed_values = allowed_values
        self._func = func
        self._metric_params = dict(metric_params or {})
        self._validator = validator or get_validator_for_allowed_values(allowed_values)
        self._parameters, self._takes_any = parameters_of(func)
        self._takes = inf
        """About the most seconds that the last calls of the function took."""
        for lent in LENT:
            if lent in self._parameters:
                setattr(self, lent, None)  # so that a run knows that it is to lend one

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The bare function's value; a coroutine if it is async."""
        return self._func(*args, **kwargs)

    def __repr__(self) -> str:
        takes = ", ".join(self._parameters)
        return f"{self.name}({takes}) -> {self._validator.metric_type}[{self.allowed_values!r}]"

    def __reduce__(self) -> str | tuple[Any, ...]:
        # The function's own name leads to this metric, so it is found again as a function would be.
        if "__qualname__" in vars(self):
            return self.__qualname__
        made_of = (self._func, self.name, self.allowed_values, self._validator, self._metric_params)
        return type(self), made_of

    @property
    def required_columns(self) -> list[str]:
        """The parameters without a default."""
        return [one.name for one in self._parameters.values() if one.required and one.name not in LENT]

    @property
    def optional_columns(self) -> list[str]:
        """The parameters with a default."""
        return [one.name for one in self._parameters.values() if not one.required and one.name not in LENT]

    def signature(self) -> dict[str, Any]:
        """What a score depends on: the function, its code, and what that reads besides its arguments."""
        from ragas.engine.code_identity import source_of, uses
        from ragas.engine.user_code import name_of_function

        return {
            "metric": self._validator.metric_type,
            "name": self.name,
            "allowed_values": repr(self.allowed_values),
            "function": name_of_function(self._func),
            "source": source_of(self._func),
        } | {f"uses {name}": value for name, value in uses(self._func).items()}

    def validate_result_value(self, result_value: Any) -> str | None:
        """What is wrong with a value, or None."""
        checked = self._validator()
        checked.name, checked.allowed_values = self.name, self.allowed_values
        return checked.validate_result_value(result_value)

    async def ascore(self, *args: Any, **inputs: Any) -> MetricResult:
        """The function's value for these arguments.

        Raises:
            TypeError: an argument is missing, unknown, given by position, or of the wrong type.
        """
        arguments = self._bound(args, inputs)
        result = self._checked(await self._result(arguments))
        if caution := getattr(arguments.get("llm"), "caution", None):
            result.caution = f"{arguments['llm'].name} ({caution})"
        return result

    ascore._checks_inputs = True  # type: ignore[attr-defined]  # the function's own parameters are checked here

    def score(self, *args: Any, **inputs: Any) -> MetricResult:
        """The function's value for these arguments, from code that is not async."""
        from ragas.engine.event_loop import run_sync

        return run_sync(self.ascore(*args, **inputs))

    def _bound(self, args: tuple[Any, ...], inputs: Mapping[str, Any]) -> dict[str, Any]:
        known = self._parameters
        if args:
            example = ", ".join(f"{name}=..." for name in known)
            raise TypeError(f"{self.name} takes its inputs by name: {self.name}.score({example})")
        given = dict(inputs)
        for lent, model in (("llm", "judge"), ("embeddings", "embedder")):
            if lent in known and given.get(lent) is None and known[lent].required:
                given[lent] = getattr(self, model)
        wrong = [] if self._takes_any else [f"{name!r} is not one" for name in given if name not in known]
        wrong += [
            f"{one.name!r} is missing" for one in known.values() if one.required and one.name not in given
        ]
        for name in [name for name in given if name in known and name not in LENT]:
            try:
                given[name] = known[name].adapter.validate_python(given[name])
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                wrong.append(f"{name!r}: {first['msg']}, got {given[name]!r:.80}")
        if wrong:
            raise TypeError(f"{self.name} takes {', '.join(known) or 'no inputs'}: {'; '.join(wrong)}")
        absent_is_none = {
            one.name: one.default for one in known.values() if not one.required and one.default is None
        }
        return absent_is_none | given

    async def _result(self, arguments: dict[str, Any]) -> Any:
        import asyncio

        try:
            result = await self._called(arguments)
            return await result if inspect.isawaitable(result) else result
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise RuntimeError(f"{self.name}: something the function waited for was cancelled.") from error

    async def _called(self, arguments: dict[str, Any]) -> Any:
        """What the function returns. One that is not async must not hold up others: it may wait or take its time."""
        if inspect.iscoroutinefunction(self._func):
            return self._func(**arguments)
        from ragas.engine.event_loop import call_in_thread
        from ragas.engine.runner import runner_of_run

        lent = any(lent in arguments for lent in LENT)
        runner = runner_of_run()
        if runner is not None and (lent or self._takes > QUICK):
            return await runner.functions.call(self._timed, arguments)
        return await call_in_thread(self._timed, arguments) if lent else self._timed(arguments)

    def _timed(self, arguments: dict[str, Any]) -> Any:
        started = time.perf_counter()
        try:
            return self._func(**arguments)
        finally:
            self._takes = max(time.perf_counter() - started, self._takes * 0.9 if self._takes < inf else 0.0)

    def _checked(self, result: Any) -> MetricResult:
        wrapped = result if isinstance(result, MetricResult) else MetricResult(result)
        if wrapped.status != "scored":
            return wrapped
        wrong = self.validate_result_value(wrapped.value)
        return wrapped if wrong is None else MetricResult(None, wrong, wrapped.traces)


def create_metric_decorator(
    validator: type[Validator] | None = None,
) -> Callable[..., Callable[[Callable[..., Any]], CustomMetric]]:
    """A decorator that makes metrics whose values `validator` checks, or the one that fits their allowed values."""

    def decorator_for(
        *, name: str | None = None, allowed_values: Any, **metric_params: Any
    ) -> Callable[[Callable[..., Any]], CustomMetric]:
        def decorate(func: Callable[..., Any]) -> CustomMetric:
            if not callable(func):
                raise TypeError(f"a metric is made of a function, not of {func!r:.80}")
            return CustomMetric(func, name or _name_of(func), allowed_values, validator, metric_params)

        return decorate

    return decorator_for


def parameters_of(func: Callable[..., Any]) -> tuple[dict[str, Parameter], bool]:
    """The named parameters of a function, and whether it takes any others (`**kwargs`)."""
    signature = inspect.signature(func)
    try:
        hints = typing.get_type_hints(_annotated(func), include_extras=True)
    except (NameError, TypeError):  # an annotation that only a type checker can resolve; code that has none
        hints = {}
    kinds = [one.kind for one in signature.parameters.values()]
    named = {
        name: Parameter(name, _hint(one, hints.get(name)), _default(one, hints.get(name)))
        for name, one in signature.parameters.items()
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }
    return named, inspect.Parameter.VAR_KEYWORD in kinds


def _name_of(func: Callable[..., Any]) -> str:
    """What a function is called; an object that is called, by the name of its class."""
    while isinstance(func, functools.partial):
        func = func.func
    return str(getattr(func, "__name__", None) or type(func).__name__)


def _annotated(func: Callable[..., Any]) -> Callable[..., Any]:
    """The function that has the annotations of what is called: `partial` and objects with `__call__` have none."""
    while isinstance(func, functools.partial):
        func = func.func
    if inspect.isroutine(func) or inspect.isclass(func):
        return func
    call: Callable[..., Any] = type(func).__call__
    return call


def _hint(parameter: inspect.Parameter, hint: Any) -> Any:
    """The annotation, else the type of the default where that is a plain one, else anything."""
    if hint is not None:
        return hint
    kind = type(parameter.default)
    return {bool: bool, int: int | float, float: float, str: str}.get(kind, Any)


def _default(parameter: inspect.Parameter, hint: Any) -> Any:
    may_be_none = typing.get_origin(hint) in (typing.Union, types.UnionType) and type(
        None
    ) in typing.get_args(hint)
    if parameter.default is parameter.empty and may_be_none:
        return None
    return parameter.default
