"""What a function holds beside its code: what `partial` fills in, the settings of a method's object, closures."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from pathlib import PurePath
from types import FunctionType, MethodType
from typing import Any

from ragas.engine.code_teller import Teller
from ragas.engine.credentials import is_credential
from ragas.engine.object_settings import own_of, settings_of
from ragas.engine.user_code import is_users_class
from ragas.llms.judge import Judge

SETTINGS = (str, int, float, PurePath, Enum, tuple, frozenset, Judge)
"""Kinds of values that are settings. What can be changed in place may as well be state, and is left out."""

DEEPEST = 3
"""How far objects that hold objects are looked into."""


def filled_in(function: Callable[..., Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The function inside of `partial`, and the arguments that are filled in: by name, or by their place."""
    found: dict[str, Any] = {}
    while type(function) is functools.partial:
        found = {f"partial.{place}": value for place, value in enumerate(function.args)} | (
            dict(function.keywords) | found
        )
        function = function.func
    return function, found


def held(function: Callable[..., Any]) -> dict[str, Any]:
    """The settings in a function's closure, or in the object that it is a method of or that is called, by name."""
    if type(function) is FunctionType:
        free = set(function.__code__.co_freevars)
        return dict(_settings({name: value for name, value in Teller().reads(function) if name in free}, ""))
    owner = function.__self__ if type(function) is MethodType else function
    return dict(_of_object(owner, "self.")) if is_users_class(type(owner)) else {}


def _of_object(owner: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    if not issubclass(type(owner), type):
        own = own_of(type(owner))  # a session's id, the time: another one in every process
        yield from _settings(
            {name: value for name, value in settings_of(owner).items() if name not in own}, prefix
        )


def _settings(values: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, SETTINGS):
            if not is_credential(name, value):
                yield f"{prefix}{name}", value
        elif is_users_class(type(value)) and prefix.count(".") < DEEPEST:
            yield from _of_object(value, f"{prefix}{name}.")
