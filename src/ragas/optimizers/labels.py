"""Labels of people as a metric would give them: yes is pass where a metric says pass, and 1 where it gives numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isnan
from typing import Any

from ragas.exceptions import InputError
from ragas.metrics.validators import get_validator_for_allowed_values
from ragas.schema.label_words import sense

Label = float | str


def is_blank(value: Any) -> bool:
    """Whether there is no label: None, what tables have in empty cells (NaN, pandas' NA), or blank text."""
    if isinstance(value, str):
        return not value.strip()
    if value is None or type(value).__name__ in ("NAType", "NaTType"):  # NA cannot even be compared
        return True
    return isinstance(value, float) and isnan(value)


def plain_label(value: Any) -> Label:
    """A label where nothing is known of the metric: a number where it reads as one, else a word."""
    number = _number(value)
    return str(value) if number is None else number


def read_label(value: Any, metric: Any, where: str) -> Label:
    """A label as `metric` gives its values.

    Numbers in text are numbers; words that say good or bad, true and false are the one of two values that says the
    same. Of a metric that does not say which values it gives, a label is taken as it stands.

    Args:
        where: where the label stands, for messages.

    Raises:
        InputError: the label is none of the metric's values, and none that could stand for only one of them; names
            place, label and what is allowed.
    """
    allowed = allowed_by(metric)
    if isinstance(allowed, list):
        found = _word(value, allowed)
    elif isinstance(allowed, (tuple, range)):
        found = _within(value, allowed)
    elif allowed is float:
        found = _number(value)
    else:
        return plain_label(value)
    if found is None:
        raise InputError(
            f"{where}: {value!r:.80} is no value of {metric.name!r}; allowed is {_expected(allowed)}."
        )
    return found


def allowed_by(metric: Any) -> Any:
    """What a metric's values are: a list of words, bounds, `float` for any number; None where it does not say."""
    allowed = getattr(metric, "allowed_values", None)
    if isinstance(allowed, (list, tuple, range)) and allowed:
        bounds = len(allowed) == 2 and not any(isinstance(one, str) for one in allowed)
        return list(allowed) if isinstance(allowed, tuple) and not bounds else allowed
    kind = getattr(getattr(metric, "output_type", None), "value", None)
    return {"binary": (0.0, 1.0), "continuous": float, "discrete": float}.get(kind or "")


def _expected(allowed: Any) -> str:
    return "a number" if allowed is float else get_validator_for_allowed_values(allowed).expected(allowed)


def _word(value: Any, allowed: Sequence[Any]) -> Label | None:
    """The one of `allowed` that a label is, or the only one that it can stand for."""
    read = get_validator_for_allowed_values(allowed).read(value, allowed)
    number = _number(value)
    same = [one for one in allowed if one is read or one == read] or [
        one for one in allowed if number is not None and _number(one) == number
    ]
    if not same:
        said = number == 1.0 if len(allowed) == 2 and number in (0.0, 1.0) else sense(value)
        same = [one for one in allowed if said is not None and sense(one) is said]
        contrary = [one for one in allowed if said is not None and sense(one) is (not said)]
        if not same and len(allowed) == 2 and len(contrary) == 1:
            same = [one for one in allowed if one not in contrary]
    return _as_value(same[0]) if len(same) == 1 else None


def _within(value: Any, allowed: Any) -> float | None:
    number = _number(value)
    low, high = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
    if number is None and (low, high) == (0, 1) and (said := sense(value)) is not None:
        number = float(said)
    fits = number is not None and get_validator_for_allowed_values(allowed).allows(number, allowed)
    return number if fits else None


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _as_value(one: Any) -> Label:
    return float(one) if isinstance(one, (bool, int, float)) else str(one)
