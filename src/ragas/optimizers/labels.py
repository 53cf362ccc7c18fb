"""Labels of people as a metric would give them: yes is pass where a metric says pass, and 1 where it gives numbers."""

from __future__ import annotations

from math import isnan
from typing import Any

from ragas.exceptions import InputError
from ragas.metrics.validators import get_validator_for_allowed_values
from ragas.schema.label_words import as_number, meant, refusal, sense

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
    number = float(value) if isinstance(value, bool) else as_number(value)
    return str(value) if number is None else number


def read_label(value: Any, metric: Any, where: str) -> Label:
    """A label as `metric` gives its values.

    Numbers in text are numbers; words that say good or bad, true and false are the one value that says the same, or the
    good and the bad end from 0 to 1 (`ragas.schema.label_words`, by which `ragas align` reads labels too). Of a metric
    that does not say which values it gives, a label is taken as it stands.

    Args:
        where: where the label stands, for messages.

    Raises:
        InputError: the label is none of the metric's values, and does not clearly stand for one of them; names place,
            label and what is allowed.
    """
    allowed = allowed_by(metric)
    if isinstance(allowed, list):
        one = meant(value, allowed)
        found = None if one is None else as_value(one)
    elif isinstance(allowed, (tuple, range)):
        found = _within(value, allowed, getattr(metric, "higher_is_better", True))
    elif allowed is float:
        found = float(value) if isinstance(value, bool) else as_number(value)
    else:
        return plain_label(value)
    if found is None:
        raise InputError(refusal(where, value, metric.name, _expected(allowed)))
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


def as_value(one: Any) -> Label:
    """An allowed value as labels and scores are compared: a number as a float, anything else as a word."""
    return float(one) if isinstance(one, (bool, int, float)) else str(one)


def _within(value: Any, allowed: Any, higher_is_better: bool) -> float | None:
    number = as_number(value)
    low, high = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
    if number is None and (low, high) == (0, 1) and (said := sense(value)) is not None:
        number = float(said is higher_is_better)
    fits = number is not None and get_validator_for_allowed_values(allowed).allows(number, allowed)
    return number if fits else None
