"""Values, functions and classes as JSON data, the same in every process, without running anything of the user's."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from types import (
    BuiltinFunctionType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

from pydantic import BaseModel

from ragas.engine.code_state import changed_in
from ragas.engine.code_text import text_of
from ragas.engine.credentials import is_credential
from ragas.engine.object_settings import (
    changed_by,
    fields_of,
    has_settings,
    held_by,
    is_written,
    settings_of,
)
from ragas.engine.plain_values import hash_of_plain, hashed, parts_of, text
from ragas.engine.user_code import (
    defined,
    functions_of,
    is_code,
    is_users_class,
    is_users_function,
    mro,
    name_of,
    read_by,
)

DEEPEST = 20
"""How deep containers and functions are followed."""

MOST = 1_000_000
"""How many values are looked at, a row of 16 texts or numbers or more being one; what comes then is told by its class."""

MOST_FOREIGN = 2_000
"""The same for what an object of no class of the user's holds, and how long a row may be that is looked at."""

_OF_CODE = 100
"""How many values a function or class of the user's stands for, as it takes longer to read."""

_CONTAINERS: tuple[Any, ...] = (list, tuple, dict, set, frozenset)
_PARTIAL = (functools.partial, functools.partialmethod)
_OF_PYTHON = frozenset({"__annotate__", "__annotate_func__", "_abc_impl"})
"""Attributes of a class that Python keeps there for itself."""


class Teller:
    """Goes through values. A function or class is gone through once, and its hash stands wherever it is met."""

    def __init__(self, *, for_keys: bool = False) -> None:
        self._for_keys = for_keys
        self._left, self._longest = MOST, sys.maxsize
        self._known: dict[int, dict[str, Any]] = {}
        self._above: set[int] = set()
        self._whole = True

    @property
    def whole(self) -> bool:
        """Whether all that was met is told by more than its class."""
        return self._whole and self._left >= 0

    def tell(self, value: Any, depth: int = 0) -> Any:
        """A value as JSON data."""
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        size = next((base.__len__(value) for base in _CONTAINERS if issubclass(kind, base)), 0)
        self._left -= 1
        if self._left < 0 or size > self._longest or depth > DEEPEST or id(value) in self._above:
            self._whole = self._whole and id(value) in self._above
            return {"object": name_of(kind)} | ({"length": size} if size else {})
        self._above.add(id(value))
        try:
            return self._told(value, kind, size, depth + 1)
        except Exception:  # noqa: BLE001  what is not what its class says must not end a run
            self._whole = False
            return {"code": text_of(value.__code__)} if kind is FunctionType else {"object": name_of(kind)}
        finally:
            self._above.discard(id(value))

    def _told(self, value: Any, kind: type, size: int, depth: int) -> Any:
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
                items = self._contents(value, base, size, depth)
                return items if kind is base else {"object": name_of(kind), "items": items}
        if (parts := parts_of(value)) is not None:
            return {"value": name_of(kind), "of": self.tell(parts, depth)}
        return self._code(value, kind, depth)

    def _contents(self, value: Any, base: Any, size: int, depth: int) -> Any:
        if base is dict:
            items = [
                (key, item)
                for key, item in dict.items(value)
                if not (type(key) is str and is_credential(key, item))
            ]
            if all(type(key) is str for key, _ in items):
                items.sort(key=lambda one: one[0])
                flat = [one for pair in items for one in pair]
                if digest := hash_of_plain(flat, len(flat)):
                    return {"dict": digest, "length": len(items)}
                told = [[key, self.tell(item, depth)] for key, item in self._as_far_as(items)]
            else:
                told = [[self.tell(one, depth) for one in pair] for pair in self._as_far_as(items)]
                told.sort(key=text)
            return {"mapping": told} | ({} if len(told) == len(items) else {"length": len(items)})
        if base in (list, tuple) and (digest := hash_of_plain(base.__iter__(value), size)):
            return {base.__name__: digest, "length": size}
        if base in (set, frozenset):
            if size > self._left:  # which ones were looked at would be another matter in another process
                self._whole = False
                return {"set": size}
            return {"set": sorted((self.tell(item, depth) for item in base.__iter__(value)), key=text)}
        items = [self.tell(item, depth) for item in self._as_far_as(base.__iter__(value))]
        return items if len(items) == size else [*items, {"length": size}]

    def _as_far_as(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items that are still looked at."""
        return itertools.takewhile(lambda _: self._left >= 0, items)

    def _code(self, value: Any, kind: type, depth: int) -> Any:
        if kind is FunctionType:
            return self._function(value, depth)
        if kind is MethodType:
            return {"method": self.tell(value.__func__, depth), "of": self.tell(value.__self__, depth)}
        if kind in (BuiltinFunctionType, MethodWrapperType):
            owner = value.__self__
            if owner is None or type(owner) is ModuleType:
                return {"function": f"{value.__module__}.{value.__qualname__}"}
            return {"method": value.__qualname__, "of": self.tell(owner, depth)}
        if kind is ModuleType:
            return {"module": ModuleType.__getattribute__(value, "__name__")}
        if kind in _PARTIAL:
            return {"partial": [self.tell(one, depth) for one in (value.func, value.args, value.keywords)]}
        if issubclass(kind, type):
            return self.class_told(value, depth)
        return self._object(value, kind, depth)

    def _object(self, value: Any, kind: type, depth: int) -> Any:
        found: dict[str, Any] = {"object": self.class_told(kind, depth)}
        held = held_by(value)
        if has_settings(kind):
            settings = settings_of(value, for_keys=self._for_keys)
            if settings:
                found["settings"] = {name: self.tell(item, depth) for name, item in settings.items()}
        elif fields := fields_of(kind):
            found["fields"] = {
                name: self.tell(held.get(name), depth)
                for name in fields
                if not is_credential(name, held.get(name))
            }
        elif kind is not object:
            self._whole = False  # it is alive
        if (wrapped := held.get("__wrapped__")) is not None:  # a decorated function
            found["wrapped"] = self.tell(wrapped, depth)
        return found

    def public(self, value: Any, without: Collection[str] = ()) -> Any:
        """An object as JSON data: with its settings, or with its public attributes if it is of no class of the user's."""
        kind = type(value)
        if is_code(value) or kind in _PARTIAL or kind is ModuleType:
            return self.tell(value)
        users = has_settings(kind)
        if not users:
            self._whole = False
            self._left = self._longest = MOST_FOREIGN
        try:
            settings = settings_of(value, for_keys=self._for_keys)
        except Exception:  # noqa: BLE001  what is not what its class says must not end a run
            settings, self._whole = {}, False
        told = {
            name: self.tell(item)
            for name, item in settings.items()
            if name not in without and (users or not name.startswith("_"))
        }
        return {"object": self.tell(kind), "settings": told}

    def _function(self, function: FunctionType, depth: int) -> Any:
        code = function.__code__
        if not is_users_function(function):
            held = vars(function)
            module = function.__globals__.get("__name__", "")
            found: dict[str, Any] = {"function": f"{module}.{code.co_qualname}"}
            if (wrapped := held.get("__wrapped__")) is not None:
                found["wrapped"] = self.tell(wrapped, depth)
            if type(registry := held.get("registry")) is MappingProxyType:  # functools.singledispatch
                found["registry"] = self.tell(registry, depth)
            return found
        if id(function) not in self._known:
            self._left -= _OF_CODE
            self._known[id(function)] = {"again": code.co_qualname}  # inside itself
            reads = {name: self.tell(one, depth) for name, one in self.reads(function)}
            self._known[id(function)] = {"code": hashed([text_of(code), reads])}
        return self._known[id(function)]

    def reads(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """What a function reads besides its arguments, in an order that is always the same."""
        self._known.setdefault(id(function), {"again": function.__code__.co_qualname})
        changed = changed_in(function)
        for name, value in sorted(read_by(function).items(), key=lambda one: one[0]):
            module, _, last = name.rpartition(".")
            state = last in (changed.attributes if module else changed.names)
            if state and not is_code(value):
                continue
            if not (name.startswith("__") or is_credential(name, value)):
                yield name, value

    def class_told(self, cls: type, depth: int) -> Any:
        """A class as JSON data: its name, and of a user's what it defines."""
        name = name_of(cls)
        if not is_users_class(cls) or depth > DEEPEST:
            return {"class": name}
        if id(cls) not in self._known:
            self._left -= _OF_CODE
            self._known[id(cls)] = {"again": name}  # inside itself
            self._known[id(cls)] = {"class": name, "code": hashed(self._defined(cls, depth + 1))}
        return self._known[id(cls)]

    def _defined(self, cls: type, depth: int) -> Any:
        """What a class of the user's defines."""
        changed = changed_by(cls)
        bases = type.__getattribute__(cls, "__bases__")
        told: dict[str, Any] = {"bases": [self.class_told(base, depth) for base in bases]}
        if is_users_class(type(cls)):
            told["metaclass"] = self.class_told(type(cls), depth)
        for attribute, item in sorted(defined(cls).items()):
            if attribute in _OF_PYTHON:
                continue
            functions = functions_of(item)
            if is_written(cls, attribute) and not all(
                isinstance(text_of(f.__code__), str) for f in functions
            ):
                continue
            if functions:
                told[f".{attribute}"] = [self.tell(one, depth) for one in functions]
            elif not (
                attribute.startswith("__")
                or attribute in changed
                or type(item) is MemberDescriptorType
                or is_credential(attribute, item)
            ):
                told[f".{attribute}"] = self.tell(item, depth)
        if BaseModel in mro(cls):
            fields = defined(cls).get("__pydantic_fields__") or {}
            told["fields"] = {
                name: self.tell([info.default, info.default_factory, info.description, info.metadata], depth)
                for name, info in sorted(fields.items())
            }
        return told
