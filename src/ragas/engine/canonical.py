"""Any value as plain JSON data that is equal for equal values, for keys of caches."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath
from typing import Any

from ragas.engine.same import UNTOLD, name_of_instance

HOW = frozenset({"cache", "callbacks", "run_config"})
"""Attributes that say how and where one asks, not what."""

DEPTH = 4
"""How deep objects inside objects are looked into."""


def canonical(value: Any, depth: int = 0) -> Any:
    """`value` as JSON data.

    Objects become their class and their public settings; what holds no settings is its class alone.
    """
    if value is None or (isinstance(value, bool | int | float | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, list | tuple):
        return [canonical(item, depth) for item in value]
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: canonical(value[key], depth) for key in sorted(value)}
        pairs = [[canonical(key, depth), canonical(item, depth)] for key, item in value.items()]
        return {"mapping": sorted(pairs, key=_text)}
    if isinstance(value, set | frozenset):
        return {"set": sorted((canonical(item, depth) for item in value), key=_text)}
    return _object(value, depth)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _object(value: Any, depth: int) -> Any:
    if isinstance(value, Enum):
        return {"enum": named(type(value)), "name": value.name}
    if isinstance(value, bytes | bytearray):
        return {"bytes": bytes(value).hex()}
    if isinstance(value, PurePath):
        return {"path": str(value)}
    if isinstance(value, functools.partial):
        return {
            "partial": [canonical(value.func, depth + 1), canonical(value.args), canonical(value.keywords)]
        }
    if isinstance(value, type) or hasattr(value, "__qualname__"):
        return _class(value) if isinstance(value, type) else _function(value)
    name = named(type(value))
    if depth >= DEPTH:
        return {"object": name}
    if hasattr(value, "model_dump"):
        return {"object": name, "fields": canonical(value.model_dump(), depth + 1)}
    if hasattr(value, "tolist"):  # numbers of numpy and its kind
        return {"object": name, "values": value.tolist()}
    if hasattr(value, "isoformat"):
        return {"object": name, "time": value.isoformat()}
    if is_dataclass(value):
        return {
            "object": name,
            "fields": {
                field.name: canonical(getattr(value, field.name), depth + 1) for field in fields(value)
            },
        }
    if settings := _settings(value, depth):
        return {"object": name, "settings": settings}
    tells_nothing = getattr(type(value), "__repr__", None) is object.__repr__
    return {"object": name} if tells_nothing else {"object": name, "shown": repr(value)}


def _class(cls: type) -> Any:
    """A class by name; a pydantic model with its fields too, since another version of it answers differently."""
    schema = getattr(cls, "model_json_schema", None)
    if not callable(schema):
        return {"class": named(cls)}
    try:
        return {"class": named(cls), "schema": schema()}
    except Exception:  # noqa: BLE001  a model of things JSON cannot describe
        return {"class": named(cls), "fields": sorted(getattr(cls, "model_fields", {}))}


def _function(function: Any) -> Any:
    """A function by name and code, with what it closes over and reads: all lambdas of a module share one name."""
    from ragas.engine.code_identity import object_parts

    return {"function": named(function), "code": object_parts(function)}


def private_settings(model: object) -> dict[str, Any]:
    """What a pydantic object, or one inside it, keeps in private attributes; nothing where there are none.

    Private attributes can change the answers of a model as its fields do. Where one has no plain value two objects
    cannot be told apart by it, and the result is one that no other object has.
    """
    found: dict[str, Any] = {}
    try:
        _find_private(model, "", found, 0)
    except _NotPlainError:
        return {UNTOLD: name_of_instance(model)}
    return {"private": found} if found else {}


class _NotPlainError(Exception):
    """A private attribute has no plain value."""


def _find_private(value: Any, path: str, found: dict[str, Any], depth: int) -> None:
    if depth > DEPTH:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            _find_private(item, f"{path}.{key}", found, depth + 1)
    elif isinstance(value, list | tuple):
        for position, item in enumerate(value):
            _find_private(item, f"{path}.{position}", found, depth + 1)
    elif isinstance(getattr(type(value), "__private_attributes__", None), Mapping):
        for name, item in (getattr(value, "__pydantic_private__", None) or {}).items():
            found[f"{path}.{name}"] = _plain(item)
        for name in getattr(type(value), "model_fields", {}):
            if name not in HOW:
                _find_private(getattr(value, name, None), f"{path}.{name}", found, depth + 1)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return canonical(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _plain(item) for key, item in value.items()}
    raise _NotPlainError


def named(value: Any) -> str:
    """Module and qualified name of a class or function."""
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"


def _settings(value: Any, depth: int) -> dict[str, Any]:
    """The public attributes of an object, and where it connects to, which clients keep privately."""
    slots = [slot for cls in type(value).__mro__ for slot in _slots(cls)]
    attributes = {slot: getattr(value, slot) for slot in slots if hasattr(value, slot)} | getattr(
        value, "__dict__", {}
    )
    found = {
        name: canonical(item, depth + 1)
        for name, item in sorted(attributes.items())
        if not name.startswith("_") and name not in HOW
    }
    base_url = getattr(value, "base_url", None)
    if base_url is not None and "base_url" not in found:
        found["base_url"] = str(base_url)
    return found


def _slots(cls: type) -> tuple[str, ...]:
    slots = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
