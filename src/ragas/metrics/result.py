"""MetricResult: a value that carries its reason and its evidence."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from math import nan
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, ValidationInfo
    from pydantic_core import CoreSchema

Status = Literal["scored", "not_applicable"]
TRACE_KEYS = frozenset({"input", "output"})
JSON_KEYS = frozenset({"value", "reason", "traces", "status", "caution"})


class MetricResult:
    """What a metric says about one sample.

    `value` is a number, a word or a list; it behaves like that value in arithmetic, comparison, iteration and
    formatting. `reason` says in a sentence or two why. `traces` holds the evidence under two keys: "input", what
    the metric was given, and "output", what it found (statements, verdicts, quotes, ...). `status` is "scored" or
    "not_applicable"; then `value` is NaN and `reason` says what was missing. `caution` names a judge of limited trust
    and what must be said beside its numbers. Reason and traces may be given as functions, called when they are first
    looked at: putting them together can take longer than the score.

    Raises:
        TypeError: `traces` is no mapping.
        ValueError: `traces` has a key other than "input" and "output".
    """

    __slots__ = ("_reason", "_traces", "_value", "caution", "status")

    def __init__(
        self,
        value: Any,
        reason: str | Callable[[], str] | None = None,
        traces: dict[str, Any] | Callable[[], dict[str, Any]] | None = None,
        status: Status = "scored",
    ) -> None:
        self._value = value
        self._reason = reason
        self._traces = traces if traces is None or callable(traces) else _checked(traces)
        self.status = status
        self.caution: str | None = None

    @classmethod
    def not_applicable(cls, reason: str, traces: dict[str, Any] | None = None) -> MetricResult:
        """There is nothing to score: the value is NaN, apart from failures and from zero."""
        return cls(nan, reason, traces, "not_applicable")

    @property
    def value(self) -> Any:
        """The score itself."""
        return self._value

    @property
    def reason(self) -> str | None:
        """Why the score is what it is."""
        if callable(self._reason):
            self._reason = self._reason()
        return self._reason

    @reason.setter
    def reason(self, reason: str | None) -> None:
        self._reason = reason

    @property
    def traces(self) -> dict[str, Any] | None:
        """The evidence, under "input" and "output"."""
        if callable(self._traces):
            found = self._traces()
            self._traces = None if found is None else _checked(found)
        return self._traces

    @traces.setter
    def traces(self, traces: dict[str, Any] | None) -> None:
        self._traces = None if traces is None else _checked(traces)

    def __repr__(self) -> str:
        said = (("reason", self.reason), ("caution", self.caution))
        return (
            f"MetricResult(value={self._value}{''.join(f', {name}={text!r}' for name, text in said if text)})"
        )

    def __format__(self, spec: str) -> str:
        return format(self._value, spec) if spec else str(self)

    # -- as a value ---------------------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self._value)

    def __float__(self) -> float:
        return float(self._number("float()"))

    def __int__(self) -> int:
        return int(self._number("int()"))

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._number("round()"), digits)

    def __neg__(self) -> Any:
        return -self._number("-")

    def __abs__(self) -> Any:
        return abs(self._number("abs()"))

    def __hash__(self) -> int:
        return hash(tuple(self._value) if isinstance(self._value, list) else self._value)

    def __eq__(self, other: object) -> bool:
        return bool(self._value == _raw(other))

    def __lt__(self, other: Any) -> bool:
        return bool(self._value < _raw(other))

    def __le__(self, other: Any) -> bool:
        return bool(self._value <= _raw(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self._value > _raw(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self._value >= _raw(other))

    def __add__(self, other: Any) -> Any:
        return self._arithmetic(operator.add, other)

    def __radd__(self, other: Any) -> Any:
        return self._arithmetic(operator.add, other, reflected=True)

    def __sub__(self, other: Any) -> Any:
        return self._arithmetic(operator.sub, other)

    def __rsub__(self, other: Any) -> Any:
        return self._arithmetic(operator.sub, other, reflected=True)

    def __mul__(self, other: Any) -> Any:
        return self._arithmetic(operator.mul, other)

    def __rmul__(self, other: Any) -> Any:
        return self._arithmetic(operator.mul, other, reflected=True)

    def __truediv__(self, other: Any) -> Any:
        return self._arithmetic(operator.truediv, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._arithmetic(operator.truediv, other, reflected=True)

    def __floordiv__(self, other: Any) -> Any:
        return self._arithmetic(operator.floordiv, other)

    def __mod__(self, other: Any) -> Any:
        return self._arithmetic(operator.mod, other)

    def __pow__(self, other: Any) -> Any:
        return self._arithmetic(operator.pow, other)

    def _number(self, what: str) -> Any:
        if isinstance(self._value, (int, float, Real, Decimal)):
            return self._value
        raise TypeError(f"{what} needs a number; this result is {self._value!r}")

    def _arithmetic(self, do: Callable[[Any, Any], Any], other: Any, *, reflected: bool = False) -> Any:
        mine, theirs = self._number("arithmetic"), _raw(other)
        return do(theirs, mine) if reflected else do(mine, theirs)

    # -- as a container, for words and lists --------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        return self._value[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._value)

    def __len__(self) -> int:
        return len(self._value)

    def __contains__(self, item: object) -> bool:
        return _raw(item) in self._value

    def __getattr__(self, name: str) -> Any:
        # Only public names are forwarded: copy and pickle look for private ones before `_value` exists.
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            found = getattr(self._value, name)
        except AttributeError:
            raise AttributeError(
                f"MetricResult has no attribute {name!r}, nor has its value {self._value!r}"
            ) from None
        if not callable(found):
            return found

        def forwarded(*args: Any, **kwargs: Any) -> Any:
            result = found(*args, **kwargs)
            return MetricResult(result, self.reason) if type(result) is type(self._value) else result

        return forwarded

    # -- to and from files --------------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        return MetricResult.from_json_dict, ({**self.to_json_dict(), "value": self._value},)

    def to_dict(self) -> dict[str, Any]:
        """`{"result": value, "reason": reason}`, the shape earlier versions gave."""
        return {"result": self._value, "reason": self.reason}

    def to_json_dict(self) -> dict[str, Any]:
        """Everything, in plain values; `from_json_dict` reads it back."""
        content = {"value": self._value, "reason": self.reason}
        if self.traces is not None:
            content["traces"] = self.traces
        if self.status != "scored":
            content["value"] = None
            content["status"] = self.status
        if self.caution is not None:
            content["caution"] = self.caution
        return content

    __json__ = to_json_dict

    @classmethod
    def from_json_dict(cls, content: dict[str, Any]) -> MetricResult:
        """The result that `to_json_dict` wrote."""
        status: Status = content.get("status", "scored")
        value = content["value"] if status == "scored" else nan
        result = cls(value, content.get("reason"), content.get("traces"), status)
        result.caution = content.get("caution")
        return result

    @classmethod
    def validate(cls, value: Any, info: ValidationInfo | None = None) -> MetricResult:
        """`value` itself when it is a result, the result a JSON form stands for, else `value` wrapped."""
        if isinstance(value, MetricResult):
            return value
        if isinstance(value, dict) and "value" in value and set(value) <= JSON_KEYS:
            return cls.from_json_dict(value)
        return cls(value)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(
            cls.validate,
            core_schema.any_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(
                cls.to_json_dict, when_used="json"
            ),
        )


def _checked(traces: Any) -> Any:
    if not isinstance(traces, Mapping):
        raise TypeError(
            f"traces must be a dict with the keys 'input' and 'output', not {traces!r:.80} ({type(traces).__name__})"
        )
    if unknown := traces.keys() - TRACE_KEYS:
        raise ValueError(f"traces may have the keys 'input' and 'output', not {sorted(map(str, unknown))!r}")
    return traces


def _raw(other: Any) -> Any:
    return other.value if isinstance(other, MetricResult) else other
