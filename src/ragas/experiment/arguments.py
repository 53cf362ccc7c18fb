"""What the user's function is run with beside the row: bound before the first row, and told from other arguments."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from difflib import get_close_matches
from hashlib import sha256
from types import FunctionType, MethodType
from typing import Any

from pydantic import BaseModel

from ragas.backends.values import plain
from ragas.engine.credentials import is_credential
from ragas.engine.object_settings import held_by
from ragas.engine.user_code import defined, functions_of, is_users_class, is_users_function, mro, read_by
from ragas.exceptions import ConfigurationError, InputError
from ragas.experiment.held import filled_in, held

ROW: Any = object()
"""Stands where the row will."""

OF_THE_RUN = ("dataset", "name", "backend")
"""What `arun` takes itself under that name."""


class ArgumentsError(InputError, TypeError):
    """The function cannot be called with these arguments."""


def told(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, str]:
    """For each argument that is not the parameter's default a short text that is equal for equal ones.

    What the function holds counts as well: what `partial` fills in, the settings of a method's object, closures. A model
    is told by its name and settings, an object by its class and settings, a function by its code. A key or a password is
    no such argument: with another one the results are the same.

    Raises:
        ArgumentsError: the function does not take them.
    """
    named, defaults = _bound(function, args, kwargs)
    inside, filled = filled_in(function)
    if filled:
        defaults = _defaults(inside)
    named = held(inside) | filled | named
    found = {name: _mark(value) for name, value in named.items() if not is_credential(name, value)}
    return {
        "_".join(name.split()): mark
        for name, mark in sorted(found.items())
        if name not in defaults or mark != _mark(defaults[name])
    }


def told_code(function: Callable[..., Any]) -> str | None:
    """A short text for the code of a function and of the user's functions it calls; None where there is no code.

    These are found by the names in the code: functions and classes, in modules too, and the classes of objects. A module
    that is imported when the function runs counts with its whole text.
    """
    from ragas.engine.code_identity import source_of

    sources: dict[str, set[str]] = {}
    seen: set[FunctionType] = set()
    waiting: list[Any] = [function]
    while waiting:
        for one in _functions_of(waiting.pop()):
            if one in seen or not is_users_function(one):
                continue
            seen.add(one)
            if source := source_of(one):
                sources.setdefault(f"{one.__module__}.{one.__qualname__}", set()).add(source)
            for name, value in read_by(one).items():
                if name.startswith("import "):
                    sources[name] = {value}
                else:
                    waiting.append(value)
    # Lambdas of a module share a name.
    told = {name: found.pop() if len(found) == 1 else sorted(found) for name, found in sources.items()}
    return _short(told) if told else None


def _functions_of(value: Any) -> Iterator[FunctionType]:
    """The functions that a value is or is made of: those of its class for an object of one of the user's."""
    while type(value) is functools.partial:
        value = value.func
    if type(value) is MethodType:
        value = value.__self__ if is_users_class(type(value.__self__)) else value.__func__
    yield from functions_of(value)
    yield from functions_of(held_by(value).get("__wrapped__"))  # of a function that keeps its results
    for cls in mro(value if issubclass(type(value), type) else type(value)):
        if is_users_class(cls):
            for item in defined(cls).values():
                yield from functions_of(item)


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
    return found, _defaults(function)


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        signature = inspect.signature(function, follow_wrapped=False)
    except (ValueError, TypeError):
        return {}
    return {
        name: parameter.default
        for name, parameter in signature.parameters.items()
        if parameter.default is not parameter.empty
    }


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
        kept = {str(key): item for key, item in value.items() if not is_credential(str(key), item)}
        return sorted([key, parts(item)] for key, item in kept.items())
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

    kind = type(value)
    if is_users_class(kind) or isinstance(value, (FunctionType, MethodType, functools.partial, type)):
        return object_parts(value)
    public = {
        name: item
        for name, item in getattr(value, "__dict__", {}).items()
        if isinstance(item, (str, int, float)) and not (name.startswith("_") or is_credential(name, item))
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
