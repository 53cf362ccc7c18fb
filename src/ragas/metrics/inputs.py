"""What a metric takes: read from the signature of its `ascore`, checked before anything is asked of a judge."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragas.exceptions import EmptyInputError, InputError

SHOWN = 80
"""How many characters of a wrong value an error message shows."""


@dataclass(frozen=True, slots=True)
class Input:
    """One column a metric takes. An optional one may be missing or None."""

    name: str
    required: bool
    is_list: bool
    is_text: bool
    of_texts: bool = False


def inputs_of(metric_class: type) -> tuple[Input, ...]:
    """The columns a metric class takes, in the order of its `ascore` parameters."""
    return _inputs_of(metric_class.ascore)  # type: ignore[attr-defined]  # any class with an ascore


@lru_cache(maxsize=1024)
def _inputs_of(method: Callable[..., Any]) -> tuple[Input, ...]:
    ascore = inspect.unwrap(method)
    try:
        hints = typing.get_type_hints(ascore)
    except NameError:  # a user's annotation that only a type checker can resolve
        hints = {}
    return tuple(
        _input(parameter, hints.get(parameter.name))
        for parameter in list(inspect.signature(ascore).parameters.values())[1:]
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    )


def _input(parameter: inspect.Parameter, hint: Any) -> Input:
    required = parameter.default is parameter.empty
    options = typing.get_args(hint) if _is_union(hint) else (hint,)
    origins = {typing.get_origin(option) or option for option in options if option is not type(None)}
    of_texts = [typing.get_args(option) for option in options if option is not type(None)] == [(str,)]
    return Input(parameter.name, required, origins == {list}, origins == {str}, of_texts)


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def takes_any(metric_class: type) -> bool:
    """Whether `ascore` takes further keyword arguments (`**kwargs`)."""
    ascore = inspect.unwrap(metric_class.ascore)  # type: ignore[attr-defined]  # any class with an ascore
    return any(p.kind is p.VAR_KEYWORD for p in inspect.signature(ascore).parameters.values())


def required_columns(metric_class: type) -> list[str]:
    """The names of the columns a metric cannot do without."""
    return [one.name for one in inputs_of(metric_class) if one.required]


def bound(metric: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `ascore` by name, checked.

    Raises:
        TypeError: an argument is missing, given twice, or not one of this metric's inputs.
        InputError: a value is None, empty or of the wrong kind.
    """
    metric_class = type(metric)
    expected = inputs_of(metric_class)
    if not args and len(kwargs) == len(expected):  # the usual call: every column by its name
        for one in expected:
            if one.name not in kwargs:
                break
            value = kwargs[one.name]
            if not (one.is_text and isinstance(value, str) and value and not value.isspace()):
                check(metric.name, one, value)
        else:
            return kwargs
    names = [one.name for one in expected]
    if len(args) > len(names):
        raise TypeError(
            f"{metric.name} takes {len(names)} inputs ({', '.join(names)}), {len(args)} were given"
        )
    values = dict(zip(names, args, strict=False))
    for name, value in kwargs.items():
        if name in values:
            raise TypeError(f"{metric.name} got {name!r} twice")
        if name not in names and not takes_any(metric_class):
            from difflib import get_close_matches

            close = get_close_matches(name, names, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise TypeError(f"{metric.name} takes no input {name!r}; it takes {', '.join(names)}.{hint}")
        values[name] = value
    missing = [one.name for one in expected if one.required and one.name not in values]
    if missing:
        raise TypeError(
            f"{metric.name} needs {', '.join(missing)}; it was given {', '.join(values) or 'nothing'}"
        )
    for one in expected:
        if one.name in values:
            check(metric.name, one, values[one.name])
    return values


def check(metric_name: str, one: Input, value: Any) -> None:
    """Refuse a value that cannot be scored.

    Raises:
        InputError: the value is None, an empty text, or of the wrong kind.
    """
    if value is None:
        if one.required:
            raise InputError(f"{metric_name} needs {one.name!r}, which is missing here. Fill the column in.")
        return
    if one.is_text:
        if not isinstance(value, str):
            raise InputError(f"{metric_name}: {one.name!r} must be a text, not {_shown(value)}.")
        if one.required and not value.strip():
            raise EmptyInputError(f"{metric_name}: {one.name!r} is empty, so there is nothing to score.")
    elif one.is_list and not isinstance(value, (list, tuple)):
        raise InputError(
            f"{metric_name}: {one.name!r} must be a list, not {_shown(value)}. Put a single item in brackets: [item]."
        )
    elif one.of_texts:
        for position, item in enumerate(value):
            if not isinstance(item, str):
                raise InputError(
                    f"{metric_name}: item {position} of {one.name!r} must be a text, not {_shown(item)}."
                )


def _shown(value: Any) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= SHOWN else text[:SHOWN] + '…'}"
