"""What tells a user's function, class or object from another version of it, the same in every process.

Nothing of the user's is called, and no address or key enters. What has a plain value enters by it, code by its source,
and what is alive (a client, a connection, a frame) by the name of its class. What is changed in a way that the code does
not show enters with what it holds when it is looked at: to be told apart once too often costs a message, to be taken for
another costs a result. So nothing is remembered from one look to the next: values that a user edits must count.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection
from types import FunctionType, MethodType
from typing import Any

from ragas.engine.code_teller import Teller
from ragas.engine.code_text import text_of
from ragas.engine.credentials import sounds_secret
from ragas.engine.object_settings import has_settings, settings_of
from ragas.engine.plain_values import hashed
from ragas.engine.request import Told
from ragas.engine.user_code import defined, is_users_class, mro

_EXACT = 2**53


def uses(function: Any) -> dict[str, Any]:
    """What a function reads besides its arguments, by name: defaults, closures, and globals of the user's code.

    Of a method and an object that is called also the settings of its object, and of `partial` what it fills in. Numbers,
    truth values and None are themselves, unless their name sounds like a secret; what is alive or installed is its name;
    anything else is the first 12 hex digits of a hash. What the function itself changes is state and is left out.
    """
    teller = Teller()
    own, owner = _called(function)
    found: dict[str, Any] = {}
    if own is None:
        found["callable"] = function
    else:
        found |= dict(teller.reads(own))
    if type(function) is functools.partial:
        found["callable"] = function
    elif owner is not None and not issubclass(type(owner), type):
        settings = settings_of(owner) if has_settings(type(owner)) else {}
        found |= {f"self.{name}": value for name, value in settings.items()} | {"self": type(owner)}
    elif owner is not None:
        found["self"] = owner
    return {name: _brief(name, teller.tell(value)) for name, value in found.items()}


def source_of(function: Any) -> str | None:
    """The first 12 hex digits of the hash of a function's code; None where it has none."""
    own, _ = _called(function)
    return None if own is None else hashed(text_of(own.__code__))


def object_hash(value: Any, without: Collection[str] = ()) -> str | None:
    """The first 12 hex digits of the hash of an object's parts, `without` some attributes.

    None for one that is of no class of the user's.
    """
    return hashed(Teller().public(value, without)) if is_users_class(type(value)) else None


def object_parts(value: Any) -> Any:
    """What tells an object from others: its class, what that defines, and its settings; or its code, for a function."""
    return Teller().public(value)


def identity_of(value: Any) -> Told:
    """The same as hashes, for keys of what is kept.

    Of all that an object holds only what asking it changes is left out: what it was told between its making and the
    question counts, too.
    """
    teller = Teller(for_keys=True)
    everything = hashed(teller.public(value))
    return Told(hashed(object_parts(value)), everything if teller.whole else None)


def _called(function: Any) -> tuple[FunctionType | None, Any]:
    """The function that runs when something is called, and the object it is called on."""
    if type(function) is MethodType:
        inner = function.__func__
        return (inner if type(inner) is FunctionType else None), function.__self__
    if type(function) is FunctionType:
        return function, None
    if is_users_class(type(function)):
        for cls in mro(type(function)):
            if type(call := defined(cls).get("__call__")) is FunctionType:
                return call, function
    return None, None


def _brief(name: str, told: Any) -> Any:
    """What is told in as many characters as a table has room for."""
    if told is None or isinstance(told, bool):
        return told
    if isinstance(told, dict) and len(told) == 1:
        ((kind, value),) = told.items()
        if kind in ("int", "float") and sounds_secret(name):
            return hashed(told)
        if kind == "int" and abs(number := int(value, 16)) < _EXACT:
            return number
        if kind == "float":
            return float(value) if math.isfinite(float(value)) else value
        if kind == "object" and isinstance(value, dict):
            return _brief(name, value)
        if kind in ("function", "class", "object"):
            return value
    return hashed(told)
