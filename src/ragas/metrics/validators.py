"""Which values a metric may give: words of a list, numbers of a range, or rankings of a length."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from math import isfinite
from numbers import Real
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, Field, WithJsonSchema, create_model

from ragas.stats.agreement import kappa, pearson

AllowedValuesType = list[str] | tuple[float, float] | range | int
AUTO_GENERATED = "__ragas_auto_generated__"
AROUND_A_WORD = " \t\n.,;:!?\"'`*_()[]"
"""What judges put around a word that is meant as it is."""


class Validator:
    """Checks the values of a metric with `name` and `allowed_values`; mixed into the metric's class."""

    name: Any = "metric"
    allowed_values: Any = None
    metric_type: ClassVar[str] = "CustomMetric"

    def validate_result_value(self, result_value: Any) -> str | None:
        """What is wrong with a value, or None. Allowed values of another kind of metric are not checked."""
        if not self.handles(self.allowed_values) or self.allows(result_value, self.allowed_values):
            return None
        wrong = self.wrong(result_value)
        return f"{self.name}: {result_value!r:.80} {wrong}; expected {self.expected(self.allowed_values)}"

    @staticmethod
    def wrong(value: Any) -> str:
        """What is wrong with a value that is not allowed."""
        return "is out of range"

    @staticmethod
    def handles(allowed: Any) -> bool:
        """Whether `allowed` describes values of this kind."""
        raise NotImplementedError

    @staticmethod
    def allows(value: Any, allowed: Any) -> bool:
        """Whether `value` is one of them."""
        raise NotImplementedError

    @staticmethod
    def expected(allowed: Any) -> str:
        """The allowed values in words."""
        raise NotImplementedError

    @staticmethod
    def read(value: Any, allowed: Any) -> Any:
        """What a judge's `value` means; `value` itself if that is not clear."""
        return value

    @staticmethod
    def reply_model(allowed: Any) -> type[BaseModel]:
        """The model of a judge's reply: `reason`, then `value`. Values out of range fit too: they are told apart."""
        raise NotImplementedError

    @staticmethod
    def correlation(gold: Sequence[Any], found: Sequence[Any]) -> float:
        """How far two equally long lists of values go together; 1.0 is wholly."""
        raise NotImplementedError


BaseValidator = Validator
"""The name it had."""


class DiscreteValidator(Validator):
    """One of several words."""

    metric_type = "DiscreteMetric"

    @staticmethod
    def handles(allowed: Any) -> bool:
        return isinstance(allowed, list)

    @staticmethod
    def allows(value: Any, allowed: Any) -> bool:
        return value in allowed

    @staticmethod
    def expected(allowed: Any) -> str:
        return f"one of {', '.join(map(repr, allowed))}"

    @staticmethod
    def read(value: Any, allowed: Any) -> Any:
        if value in allowed:
            return value
        for plain in (str, _folded, _bare):
            alike = [one for one in allowed if plain(one) == plain(value)]
            if len(alike) == 1:
                return alike[0]
        return value

    @staticmethod
    def reply_model(allowed: Any) -> type[BaseModel]:
        return _discrete_reply(tuple(allowed))

    @staticmethod
    def correlation(gold: Sequence[Any], found: Sequence[Any]) -> float:
        """Cohen's kappa."""
        return kappa([str(one) for one in gold], [str(one) for one in found])


class NumericValidator(Validator):
    """A number between two others, both included, or one of a `range`."""

    metric_type = "NumericMetric"

    @staticmethod
    def handles(allowed: Any) -> bool:
        return isinstance(allowed, (tuple, range))

    @staticmethod
    def wrong(value: Any) -> str:
        if isinstance(value, (Real, Decimal)):
            return Validator.wrong(value)
        return "is a text, not a number" if isinstance(value, str) else "is not a number"

    @staticmethod
    def allows(value: Any, allowed: Any) -> bool:
        if not isinstance(value, (Real, Decimal)) or not isfinite(value):
            return False
        return value in allowed if isinstance(allowed, range) else bool(allowed[0] <= value <= allowed[1])

    @staticmethod
    def expected(allowed: Any) -> str:
        if not isinstance(allowed, range):
            return f"a number from {allowed[0]} to {allowed[1]}"
        step = "" if allowed.step == 1 else f" in steps of {allowed.step}"
        return f"a whole number from {allowed[0]} to {allowed[-1]}{step}"

    @staticmethod
    def read(value: Any, allowed: Any) -> Any:
        return int(value) if isinstance(allowed, range) and value in allowed else value

    @staticmethod
    def reply_model(allowed: Any) -> type[BaseModel]:
        return _numeric_reply(NumericValidator.expected(allowed))

    @staticmethod
    def correlation(gold: Sequence[Any], found: Sequence[Any]) -> float:
        """Pearson's correlation."""
        return pearson([float(one) for one in gold], [float(one) for one in found])


class RankingValidator(Validator):
    """A list of a given length, the best first."""

    metric_type = "RankingMetric"

    @staticmethod
    def handles(allowed: Any) -> bool:
        return isinstance(allowed, int) and not isinstance(allowed, bool)

    @staticmethod
    def allows(value: Any, allowed: Any) -> bool:
        return isinstance(value, list) and len(value) == allowed

    @staticmethod
    def expected(allowed: Any) -> str:
        return f"a list of {allowed} item{'' if allowed == 1 else 's'}"

    @staticmethod
    def reply_model(allowed: Any) -> type[BaseModel]:
        return _ranking_reply(allowed)

    @staticmethod
    def correlation(gold: Sequence[Any], found: Sequence[Any]) -> float:
        """The mean, over the pairs of rankings, of kappa with quadratic weights; 0.0 without pairs."""
        pairs = list(zip(gold, found, strict=True))
        return sum(_same_order(list(a), list(b)) for a, b in pairs) / len(pairs) if pairs else 0.0


def get_validator_for_allowed_values(allowed_values: Any) -> type[Validator]:
    """The validator for values of this kind; words are assumed where the kind is not known."""
    kinds: tuple[type[Validator], ...] = (NumericValidator, RankingValidator)
    return next((kind for kind in kinds if kind.handles(allowed_values)), DiscreteValidator)


def get_metric_type_name(allowed_values: Any) -> str:
    """The name of the metric class that gives values of this kind."""
    kind = get_validator_for_allowed_values(allowed_values)
    return kind.metric_type if kind.handles(allowed_values) else Validator.metric_type


def create_auto_response_model(name: str, **fields: Any) -> type[BaseModel]:
    """A model of a reply, marked as made by Ragas: a metric that is loaded makes it anew."""
    model: type[BaseModel] = create_model(name, **fields)
    setattr(model, AUTO_GENERATED, True)
    return model


@lru_cache(maxsize=256)
def _discrete_reply(allowed: tuple[Any, ...]) -> type[BaseModel]:
    schema: dict[str, Any] = {"enum": list(allowed)}
    if all(isinstance(one, str) for one in allowed):
        schema["type"] = "string"
    word = Annotated[Any, WithJsonSchema(schema)]
    return create_auto_response_model("DiscreteReply", reason=(str, ...), value=(word, ...))


@lru_cache(maxsize=256)
def _numeric_reply(expected: str) -> type[BaseModel]:
    number = Annotated[float, Field(description=expected)]
    return create_auto_response_model("NumericReply", reason=(str, ...), value=(number, ...))


@lru_cache(maxsize=256)
def _ranking_reply(length: int) -> type[BaseModel]:
    ranking = Annotated[list[str], Field(description=f"{RankingValidator.expected(length)}, the best first")]
    return create_auto_response_model("RankingReply", reason=(str, ...), value=(ranking, ...))


def _folded(word: Any) -> str:
    return str(word).strip().casefold()


def _bare(word: Any) -> str:
    return str(word).strip(AROUND_A_WORD).casefold()


def _same_order(gold: list[Any], found: list[Any]) -> float:
    """Kappa of the places items have in one ranking and in another; what only one has comes after the end."""
    places = [gold.index(item) if item in gold else len(gold) for item in found]
    length = min(len(gold), len(places))
    return kappa(list(range(length)), places[:length], weights="quadratic") if length else 0.0
