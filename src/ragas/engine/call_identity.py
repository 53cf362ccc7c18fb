"""What tells one call of a function from another: the function and all it is called with.

A call that is told apart once too often is made again; one that is taken for another returns what is not its own. So
everything counts that can make the result another one, and what cannot be told is said to be so.
"""

from __future__ import annotations

import functools
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import PurePath
from types import FunctionType, MethodType
from typing import Any

from ragas.engine.canonical import HOW, named
from ragas.engine.code_changes import own_attributes
from ragas.engine.code_parts import names_of
from ragas.engine.code_state import changed_in
from ragas.engine.code_teller import Teller
from ragas.engine.code_text import text_of
from ragas.engine.credentials import is_credential
from ragas.engine.object_settings import fields_of, has_settings, held_by
from ragas.engine.plain_values import LARGEST_ARRAY, hashed
from ragas.engine.user_code import (
    defined,
    functions_of,
    is_code,
    is_users_class,
    is_users_function,
    mro,
)

_FILLED = (list, dict, set, deque)
"""Kinds that are filled while a program runs."""

_BESIDE = frozenset({"_thread", "threading", "asyncio.locks", "logging"})
"""Modules whose objects change no result."""


def call_parts(function: Callable[..., Any], arguments: Mapping[str, Any]) -> tuple[Any, str | None]:
    """A call as JSON data, the same in every process, and what of it is known by its class alone; None if nothing is."""
    teller = _CallTeller(function)
    told: list[Any] = [named(function)]
    untold: str | None = None
    for name, value in [("", function), *arguments.items()]:
        told.append([name, teller.tell(value)])
        if untold is None and not teller.whole:
            untold = f"its argument {name!r}" if name else "what it closes over"
    return told, untold


class _CodeTeller(Teller):
    """Tells code as any is told, and the clients it finds by where they lead and what they are set to."""

    def reads(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """What a function reads. Where its source is not known, its own log and other lists cannot be told from settings."""
        has_source = isinstance(text_of(function.__code__), str)
        for name, value in super().reads(function):
            if has_source or not issubclass(type(value), _FILLED):
                yield name, value

    def _object(self, value: Any, kind: type, depth: int) -> Any:
        told: dict[str, Any] = super()._object(value, kind, depth)
        if has_settings(kind) or (url := _url_of(value)) is None:
            return told
        # A client keeps its headers privately, and its connections besides.
        settings = {
            name: self.tell(item, depth)
            for name, item in sorted(held_by(value).items())
            if not name.startswith("_") or isinstance(item, Mapping)
        }
        return told | {"url": url, "settings": settings}


class _CallTeller(Teller):
    """Tells values with all they hold, keys too: what they become is hashed as one.

    What a function finds in its module is told as any code is, since it is the same for all calls; so are the attributes
    that an object makes by itself. What the call itself changes is left out.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self._code_teller = _CodeTeller()
        self._functions: dict[int, Any] = {}
        inner = function.__func__ if isinstance(function, MethodType) else function
        self._called = inner if isinstance(inner, FunctionType) else None
        self._changed: dict[type, set[str]] = {}

    def class_told(self, cls: type, depth: int) -> Any:
        """A class as its code is told, whatever lives in it."""
        return self._code_teller.class_told(cls, depth)

    def _told(self, value: Any, kind: type, size: int, depth: int) -> Any:
        if issubclass(kind, PurePath):
            return {"path": str(value)}
        if kind.__module__ == "numpy" and getattr(value, "nbytes", 0) > LARGEST_ARRAY:
            return self._pickled(value, depth)
        return super()._told(value, kind, size, depth)

    def _contents(self, value: Any, base: Any, size: int, depth: int) -> Any:
        if base in (set, frozenset) and size > self._left:
            self._whole = False
        told = super()._contents(value, base, size, depth)
        if base is dict:
            keys = {
                key: item for key, item in dict.items(value) if type(key) is str and is_credential(key, item)
            }
            if keys:
                told["keys"] = {key: self.tell(item, depth) for key, item in keys.items()}
        return told

    def _code(self, value: Any, kind: type, depth: int) -> Any:
        told = super()._code(value, kind, depth)
        if issubclass(kind, type) and callable(getattr(value, "model_json_schema", None)):
            told = {**told, "schema": _schema(value)}
        return told

    def _function(self, function: FunctionType, depth: int) -> Any:
        known = self._functions.get(id(function))
        if known is None:
            code = function.__code__
            self._functions[id(function)] = {"again": code.co_qualname}  # inside itself
            known = {"code": self._code_teller.tell(function)}
            if not is_users_function(function) and "<" in code.co_qualname:
                known["text"] = hashed(text_of(code))  # others of its module have that name too
            changed = changed_in(function).names
            known["holds"] = [
                [name, self.tell(value, depth)]
                for name, value in _held(function)
                if not name.startswith("__") and (name not in changed or is_code(value))
            ]
            self._functions[id(function)] = known
        return known

    def _object(self, value: Any, kind: type, depth: int) -> Any:
        if kind.__module__.startswith("ragas.") and has_settings(kind):
            return super()._object(value, kind, depth)
        found: dict[str, Any] = {"object": self.class_told(kind, depth)}
        if kind is object or kind.__module__ in _BESIDE:
            return found
        held = {
            name: item
            for name, item in sorted(held_by(value).items())
            if not (name.startswith("__") or name in HOW or name in self._changed_in(kind))
        }
        if has_settings(kind):
            by_itself = _by_itself(kind)
        elif fields_of(kind):
            by_itself = _left_out(kind)
        elif "__wrapped__" in held_by(value):  # a decorated function
            return super()._object(value, kind, depth)
        else:
            is_client = _url_of(value) is not None
            return self._code_teller.tell(value, depth) if is_client else self._pickled(value, depth)
        found["held"] = {
            name: (self._code_teller if name in by_itself else self).tell(item, depth)
            for name, item in held.items()
        }
        return found

    def _pickled(self, value: Any, depth: int) -> Any:
        """A value of another library as that itself would keep it: a table with all its rows."""
        found = {"object": self.class_told(type(value), depth)}
        digest = _Digest()
        try:
            pickle.Pickler(digest, protocol=5).dump(value)
        except Exception:  # noqa: BLE001  it is alive, or holds what is
            self._whole = False
            return found
        return found | {"kept": digest.hexdigest()}

    def _changed_in(self, kind: type) -> set[str]:
        """The attributes that the call itself changes in objects of a class, or that are found when they are asked for."""
        if kind not in self._changed:
            self._changed[kind] = _changed_by_call(self._called, kind) if is_users_class(kind) else set()
        return self._changed[kind]


def _url_of(client: Any) -> str | None:
    """Where a client of another library leads; None for anything else."""
    url = str(getattr(client, "base_url", ""))
    return url if "://" in url else None


def _held(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function holds: its defaults, and what it closes over."""
    yield from (("default", value) for value in function.__defaults__ or ())
    yield from sorted((function.__kwdefaults__ or {}).items())
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # not filled yet
            continue


def _changed_by_call(function: FunctionType | None, kind: type) -> set[str]:
    """What a function changes in objects of a class, by itself and through their methods, and what they find once asked."""
    items = {name: item for cls in reversed(mro(kind)) for name, item in defined(cls).items()}
    changed = {name for name, item in items.items() if issubclass(type(item), functools.cached_property)}
    waiting = [function] if function is not None else []
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        changed |= changed_in(one).attributes
        called = (names_of(one.__code__).attributes & items.keys()) - seen
        seen |= called
        read = [getattr(items[name], "fget", items[name]) for name in called]  # a property is only read
        waiting += [method for one in read for method in functions_of(one)]
    return changed


def _by_itself(kind: type) -> set[str]:
    """The attributes that objects of a class of the user's make of nothing they are given."""
    makers = [
        one for cls in mro(kind) if is_users_class(cls) for one in functions_of(defined(cls).get("__init__"))
    ]
    return {name for one in makers for name in own_attributes(one.__code__)}


def _left_out(kind: type) -> set[str]:
    """The fields of a model that are left out where it is written down: the clients it asks through."""
    fields = getattr(kind, "__pydantic_fields__", {})
    return {name for name, field in fields.items() if field.exclude}


def _schema(model: Any) -> Any:
    """What replies of a pydantic model look like; None for a model of things JSON cannot describe."""
    try:
        return model.model_json_schema()
    except Exception:  # noqa: BLE001  whatever a type of the user's raises
        return None


class _Digest:
    """A file that keeps a hash of what is written."""

    def __init__(self) -> None:
        self._hash = sha256()

    def write(self, data: Any) -> int:
        """Take in some bytes."""
        self._hash.update(data)
        return memoryview(data).nbytes

    def hexdigest(self) -> str:
        """The hash of all that was written."""
        return self._hash.hexdigest()
