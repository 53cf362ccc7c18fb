"""What tells one object of somebody else's from another: the settings that can change its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragas.engine.same import UNTOLD, name_of_instance

_NO_MATTER = frozenset(
    {"callbacks", "callback_manager", "cache", "rate_limiter", "metadata", "tags", "verbose", "name"}
)


class _Unknown(Exception):
    """A setting has no plain value."""


def settings_of(model: object) -> Mapping[str, Any]:
    """The model's class and settings, for cache keys. Nothing of it is called or consumed.

    Where a setting has no plain value two models cannot be told apart, and the key is one that nobody else has: a
    stored reply is then never found again by another process, rather than being another model's.
    """
    try:
        return _plain_model(model)
    except _Unknown:
        return {UNTOLD: name_of_instance(model)}


def _plain_model(model: object) -> dict[str, Any]:
    fields = getattr(type(model), "model_fields", None)
    if not isinstance(fields, Mapping):
        raise _Unknown
    settings: dict[str, Any] = {"class": f"{type(model).__module__}.{type(model).__qualname__}"}
    for name, field in fields.items():
        value = getattr(model, name, None)
        if name in _NO_MATTER or getattr(field, "exclude", False) or hasattr(value, "get_secret_value"):
            continue
        settings[name] = _plain(value)
    return settings


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(str(_plain(item)) for item in value)
    return _plain_model(value)
