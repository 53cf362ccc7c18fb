"""What the user's function is run with beside the row: bound before the first row, and told from other arguments."""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from difflib import get_close_matches
from hashlib import sha256
from types import FunctionType, MethodType
from typing import Any

from pydantic import BaseModel

from ragas.backends.values import plain
from ragas.exceptions import ConfigurationError, InputError

ROW: Any = object()
"""Stands where the row will."""

OF_THE_RUN = ("dataset", "name", "backend")
"""What `arun` takes itself under that name."""

_SECRET = re.compile(r"(^|_)(key|secret|token|password)$", re.IGNORECASE)
"""Arguments that may change without the results being others."""


class ArgumentsError(InputError, TypeError):
    """The function cannot be called with these arguments."""


def told(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, str]:
    """For each argument that is not the parameter's default a short text that is equal for equal ones.

    A model is told by its name and settings, an object by its class and settings, a function by its code.

    Raises:
        ArgumentsError: the function does not take them.
    """
    named, defaults = _bound(function, args, kwargs)
    found = {name: _mark(value) for name, value in named.items() if not _SECRET.search(name)}
    return {
        "_".join(name.split()): mark
        for name, mark in sorted(found.items())
        if name not in defaults or mark != _mark(defaults[name])
    }


def told_code(function: Callable[..., Any]) -> str | None:
    """A short text for the code of a function and of the user's functions it calls; None where there is no code."""
    from ragas.engine.code_identity import source_of
    from ragas.engine.user_code import is_users

    sources: dict[str, str | None] = {}
    waiting: list[Any] = [_function_of(function)]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, FunctionType) or (name := f"{one.__module__}.{one.__qualname__}") in sources:
            continue
        if is_users(str(one.__globals__.get("__name__", "")), one.__code__.co_filename):
            sources[name] = source_of(one)
            waiting += [one.__globals__.get(called) for called in one.__code__.co_names]
            waiting += [_content(cell) for cell in one.__closure__ or ()]
    return _short(sources) if any(sources.values()) else None


def _function_of(function: Any) -> Any:
    """The function behind a partial, a method, or an object that can be called."""
    while not isinstance(function, FunctionType):
        inner = getattr(function, "func", None) or getattr(function, "__func__", None)
        if inner is None:
            return getattr(type(function), "__call__", None)  # noqa: B004  its code is wanted
        function = inner
    return function


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _bound(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments by the names of the parameters, and the defaults of those."""
    try:
        # of a decorated function what it takes itself: a decorator may fill in arguments of the one inside
        signature = inspect.signature(function, follow_wrapped=False)
    except (ValueError, TypeError):  # a callable that does not say what it takes
        return {str(place): value for place, value in enumerate(args)} | dict(kwargs), {}
    try:
        bound = signature.bind(ROW, *args, **kwargs)
    except TypeError as error:
        raise _refused(function, signature, kwargs, error) from None
    found: dict[str, Any] = {}
    for name, value in bound.arguments.items():
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            found |= value
        elif kind is inspect.Parameter.VAR_POSITIONAL:
            found |= {f"{name}.{place}": one for place, one in enumerate(value) if one is not ROW}
        elif value is not ROW:
            found[name] = value
    defaults = {
        name: parameter.default
        for name, parameter in signature.parameters.items()
        if parameter.default is not parameter.empty
    }
    return found, defaults


def _refused(
    function: Callable[..., Any], signature: inspect.Signature, kwargs: Mapping[str, Any], error: TypeError
) -> ArgumentsError:
    name = getattr(function, "__name__", type(function).__name__)
    known = list(signature.parameters)
    hint = ""
    for unknown in kwargs.keys() - set(known):
        if near := get_close_matches(unknown, known, n=1):
            hint = f" Did you mean {near[0]!r}?"
    for own in OF_THE_RUN:
        if f"missing a required argument: {own!r}" in str(error):
            hint = f" {own}= is an argument of the run: give the function's parameter another name."
    return ArgumentsError(f"{name}({', '.join(known)}) {error}.{hint} No row was run.")


def _mark(value: Any) -> str:
    return _short(parts(value))


def _short(told: Any) -> str:
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:8]


def parts(value: Any) -> Any:
    """What tells a value from others, as JSON data: no address is in it, and no key."""
    from ragas.llms.judge import Judge

    if isinstance(value, Judge):
        return _judge_parts(value)
    if isinstance(value, Mapping):
        return sorted([str(key), parts(item)] for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return [parts(item) for item in value]
    if hasattr(value, "iterrows"):
        return parts(value.to_dict(orient="list"))
    if is_dataclass(value) or isinstance(
        value, BaseModel
    ):  # to take them apart would copy the clients they hold
        return _object_parts(value)
    try:
        return plain(value)
    except (InputError, RecursionError):
        return _object_parts(value)


def _object_parts(value: Any) -> Any:
    from ragas.engine.code_identity import object_parts
    from ragas.engine.user_code import is_users_class

    kind = type(value)
    if is_users_class(kind) or isinstance(value, (FunctionType, MethodType, functools.partial, type)):
        return object_parts(value)
    public = {
        name: item
        for name, item in getattr(value, "__dict__", {}).items()
        if isinstance(item, (str, int, float)) and not (name.startswith("_") or _SECRET.search(name))
    }
    return {
        "class": f"{kind.__module__}.{kind.__qualname__}",
        "model": _model_parts(value),
        "settings": plain(public),
    }


def _model_parts(value: Any) -> Any:
    """What tells a model of another library, which may keep its name to itself, as the judge it would be."""
    from ragas.llms.adapt import as_judge

    if not any(hasattr(value, call) for call in ("request", "ainvoke", "acomplete", "agenerate_text")):
        return None
    try:
        return _judge_parts(as_judge(value))
    except ConfigurationError:  # a client, which says nothing of a model
        return None


def _judge_parts(judge: Any) -> Any:
    from ragas.llms.identity import judge_settings

    return {"judge": str(getattr(judge, "name", "")), "settings": judge_settings(judge)}
