"""What tells a user's function, class or object from another version of it, the same in every process.

Nothing of the user's is called, and no address or key enters. What has a plain value enters by it, code by its source,
and what is alive (a client, a connection, a frame) by the name of its class.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from types import (
    BuiltinFunctionType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

from pydantic import BaseModel

from ragas.engine.canonical import named
from ragas.engine.code_parts import names_of, text_of
from ragas.engine.user_code import (
    arguments_of,
    changed_by,
    defaults_of,
    fields_of,
    functions_of,
    held_by,
    is_code,
    is_users,
    is_users_class,
    name_of,
    read_global,
)

DEEPEST = 20
"""How deep containers and functions are followed."""

MOST = 100_000
"""How many values that are no texts are looked at; what comes after them is told by its class."""

_SECRET = re.compile(r"(^|_)(key|apikey|secret|token|password|passwd|credentials?|auth|authorization)$", re.I)
_SHOWN = (Decimal, Fraction, date, datetime, timedelta, range, complex, bytes)
"""Built-in values that show themselves the same everywhere."""
_CONTAINERS: tuple[Any, ...] = (list, tuple, dict, set, frozenset)
_EXACT = 2**53
_ANNOTATIONS = frozenset({"__annotate__", "__annotate_func__"})


def uses(function: Any) -> dict[str, Any]:
    """What a function reads besides its arguments, by name: defaults, closures, and globals of the user's code.

    Numbers, truth values and None are themselves; what is alive or installed is its name; anything else is the first
    12 hex digits of a hash. What the function itself changes is state and is left out.
    """
    teller = _Teller()
    if not isinstance(function, FunctionType):
        return {"callable": _brief(teller.tell(function))}
    return {name: _brief(teller.tell(value)) for name, value in teller.reads(function)}


def source_of(function: Any) -> str | None:
    """The first 12 hex digits of the hash of a function's code; None where it has none."""
    return _hash(text_of(function.__code__)) if isinstance(function, FunctionType) else None


def class_hash(cls: type) -> str | None:
    """The first 12 hex digits of the hash of what a user's class defines; None for a class that is not a user's."""
    return _hash(_Teller().tell(cls)) if is_users_class(cls) else None


def object_hash(value: Any) -> str | None:
    """The first 12 hex digits of the hash of an object's parts; None for one that is of no class of the user's."""
    return _hash(object_parts(value)) if is_users_class(type(value)) else None


def object_parts(value: Any) -> Any:
    """What tells an object from others: its class, what that defines, and its settings; or its code, for a function.

    A setting is an attribute that is public or named as an argument of `__init__` is, with a plain value that no
    method changes.
    """
    return _Teller().settled(value)


class _Teller:
    """Goes through values. A function or class is gone through once, and its hash stands wherever it is met."""

    def __init__(self) -> None:
        self._left = MOST
        self._known: dict[int, dict[str, Any]] = {}
        self._above: set[int] = set()

    def tell(self, value: Any, depth: int = 0) -> Any:
        """A value as JSON data."""
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        size = next((base.__len__(value) for base in _CONTAINERS if issubclass(kind, base)), 0)
        self._left -= 1
        if size > self._left:
            return {"object": name_of(kind), "length": size}
        if self._left < 0 or depth > DEEPEST or id(value) in self._above:
            return {"object": name_of(kind)}
        self._above.add(id(value))
        try:
            return self._told(value, kind, depth + 1)
        finally:
            self._above.discard(id(value))

    def _told(self, value: Any, kind: type, depth: int) -> Any:
        # By the type alone: isinstance() asks the object, and that may be the user's code.
        if issubclass(kind, Enum):
            held = held_by(value)
            told = self.tell(held.get("_value_"), depth)
            return {"enum": name_of(kind), "name": held.get("_name_"), "value": told}
        if issubclass(kind, str):
            return {"object": name_of(kind), "text": str.__str__(value)}
        if issubclass(kind, int):
            return {"int": hex(value) if kind is int else hex(int.__index__(value))}
        if issubclass(kind, float):
            return {"float": float.__repr__(value)}
        for base in _CONTAINERS:
            if issubclass(kind, base):
                return self._contents(value, kind, base, depth)
        if kind is datetime and value.tzinfo is not None:
            return {"object": name_of(kind)}
        if kind in _SHOWN:
            return {"object": name_of(kind), "shown": repr(value)}
        if kind is re.Pattern:
            return {"pattern": self.tell(value.pattern, depth), "flags": value.flags}
        return self._code(value, kind, depth)

    def _contents(self, value: Any, kind: type, base: Any, depth: int) -> Any:
        if base is dict:
            pairs = [
                [self.tell(key, depth), self.tell(item, depth)]
                for key, item in dict.items(value)
                if not (type(key) is str and _SECRET.search(key))
            ]
            return {"mapping": sorted(pairs, key=_text)}
        items = [self.tell(item, depth) for item in base.__iter__(value)]
        if base in (set, frozenset):
            return {"set": sorted(items, key=_text)}
        return items if kind is base else {"object": name_of(kind), "items": items}

    def _code(self, value: Any, kind: type, depth: int) -> Any:
        if kind is FunctionType:
            return self._function(value, depth)
        if kind is MethodType:
            return {"method": self.tell(value.__func__, depth), "of": self.tell(value.__self__, depth)}
        if kind in (BuiltinFunctionType, MethodWrapperType):
            return {"function": named(value)}
        if kind is ModuleType:
            return {"module": ModuleType.__getattribute__(value, "__name__")}
        if kind is functools.partial:
            return {"partial": [self.tell(one, depth) for one in (value.func, value.args, value.keywords)]}
        if issubclass(kind, type):
            return self._class(value, depth)
        return self._object(value, kind, depth)

    def _object(self, value: Any, kind: type, depth: int) -> Any:
        found: dict[str, Any] = {"object": self._class(kind, depth)}
        held = held_by(value)
        if fields := fields_of(kind):
            found["fields"] = {
                name: self.tell(held.get(name), depth) for name in fields if not _SECRET.search(name)
            }
        if (wrapped := held.get("__wrapped__")) is not None:  # a decorated function
            found["wrapped"] = self.tell(wrapped, depth)
        return found

    def _function(self, function: FunctionType, depth: int) -> Any:
        code = function.__code__
        name = f"{function.__globals__.get('__name__', '')}.{code.co_qualname}"
        if not is_users(str(function.__globals__.get("__name__", "")), code.co_filename):
            wrapped = vars(function).get("__wrapped__")
            return {"function": name} | ({} if wrapped is None else {"wrapped": self.tell(wrapped, depth)})
        if id(function) not in self._known:
            self._known[id(function)] = {"again": code.co_qualname}  # inside itself
            reads = {name: self.tell(one, depth) for name, one in self.reads(function)}
            self._known[id(function)] = {"code": _hash([text_of(code), reads])}
        return self._known[id(function)]

    def reads(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """What a function reads besides its arguments, in an order that is always the same."""
        code = function.__code__
        self._known.setdefault(id(function), {"again": code.co_qualname})
        names = names_of(code)
        found: dict[str, Any] = dict(defaults_of(function))
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                found[name] = cell.cell_contents
            except ValueError:  # not filled yet
                continue
        for name in names.read:
            if name in function.__globals__ and name not in found:
                found |= read_global(name, function.__globals__[name], names)
        for name in sorted(found):
            state = name.rpartition(".")[2] in names.changed and not is_code(found[name])
            if not (name.startswith("__") or _SECRET.search(name) or state):
                yield name, found[name]

    def _class(self, cls: type, depth: int) -> Any:
        name = name_of(cls)
        if not is_users_class(cls) or depth > DEEPEST:
            return {"class": name}
        if id(cls) not in self._known:
            self._known[id(cls)] = {"again": name}  # inside itself
            self._known[id(cls)] = {"class": name, "code": _hash(self._defined(cls, depth + 1))}
        return self._known[id(cls)]

    def _defined(self, cls: type, depth: int) -> Any:
        """What a class of the user's defines."""
        changed = changed_by(cls)
        told: dict[str, Any] = {"bases": [self._class(base, depth) for base in cls.__bases__]}
        for attribute, item in sorted(vars(cls).items()):
            if attribute in _ANNOTATIONS:
                continue
            functions = functions_of(item)
            # Python writes special methods of dataclasses and their kind itself, differently from version to version.
            if attribute.startswith("__") and not all(
                isinstance(text_of(f.__code__), str) for f in functions
            ):
                continue
            if functions:
                told[f".{attribute}"] = [self.tell(one, depth) for one in functions]
            elif not (
                attribute.startswith("__")
                or attribute in changed
                or type(item) is MemberDescriptorType
                or _SECRET.search(attribute)
            ):
                told[f".{attribute}"] = self.tell(item, depth)
        if BaseModel in cls.__mro__:
            told["fields"] = {
                field: self.tell([info.default, info.description], depth)
                for field, info in sorted(cls.model_fields.items())  # type: ignore[attr-defined]
            }
        return told

    def settled(self, value: Any) -> Any:
        """An object as JSON data, with its settings."""
        kind = type(value)
        if kind in (FunctionType, MethodType, functools.partial) or issubclass(kind, type):
            return self.tell(value)
        changed = changed_by(kind)
        given = set(arguments_of(kind)) | set(fields_of(kind))
        settings = {
            name: self.tell(item)
            for name, item in sorted(held_by(value).items())
            if (not name.startswith("_") or name.lstrip("_") in given)
            and not (name in changed or _SECRET.search(name))
        }
        return {"object": self._class(kind, 0), "settings": settings}


def _brief(told: Any) -> Any:
    """What is told in as many characters as a table has room for."""
    if told is None or isinstance(told, bool):
        return told
    if isinstance(told, dict) and len(told) == 1:
        ((kind, value),) = told.items()
        if kind == "int" and abs(number := int(value, 16)) < _EXACT:
            return number
        if kind == "float":
            return float(value) if math.isfinite(float(value)) else value
        if kind == "object" and isinstance(value, dict):
            return _brief(value)
        if kind in ("function", "class", "object"):
            return value
    return _hash(told)


def _hash(told: Any) -> str:
    return sha256(_text(told).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _text(told: Any) -> str:
    return json.dumps(told, sort_keys=True)
