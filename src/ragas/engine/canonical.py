"""Any value as plain JSON data that is equal for equal values, for keys of caches."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath
from typing import Any

DEPTH = 6
"""How deep objects inside objects are looked into."""


def canonical(value: Any, depth: int = 0) -> Any:
    """`value` as JSON data.

    Objects become their class and their public settings; what holds no settings is its class alone.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value.value if isinstance(value, Enum) else value
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
    if isinstance(value, bytes | bytearray):
        return {"bytes": bytes(value).hex()}
    if isinstance(value, PurePath):
        return {"path": str(value)}
    if isinstance(value, functools.partial):
        return {
            "partial": [canonical(value.func, depth + 1), canonical(value.args), canonical(value.keywords)]
        }
    if isinstance(value, type) or hasattr(value, "__qualname__"):
        name = named(value)
        owner = getattr(value, "__self__", None)
        schema = getattr(value, "model_json_schema", None)
        if callable(schema) and isinstance(value, type):  # two versions of a model answer differently
            return {"class": name, "schema": schema()}
        return {"function": name, "of": canonical(owner, depth + 1)} if owner is not None else {"name": name}
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
    return {"object": name, "settings": _settings(value, depth)}


def named(value: Any) -> str:
    """Module and qualified name of a class or function."""
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"


def _settings(value: Any, depth: int) -> dict[str, Any]:
    """The public attributes of an object, and where it connects to, which clients keep privately."""
    attributes = getattr(value, "__dict__", {})
    found = {
        name: canonical(item, depth + 1)
        for name, item in sorted(attributes.items())
        if not name.startswith("_") and not callable(item)
    }
    base_url = getattr(value, "base_url", None)
    if base_url is not None and "base_url" not in found:
        found["base_url"] = str(base_url)
    return found
