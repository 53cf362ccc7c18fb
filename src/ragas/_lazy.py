"""Doors of packages: names that are listed at once and loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def door(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package whose names live elsewhere.

    Args:
        package: the package's `__name__`.
        homes: for each name the module it lives in, as `module`, or `module:name` where it has another name there, or
            `module:` for the module itself.
    """

    def look_up(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, colon, own = homes[name].partition(":")
        found = import_module(module)
        return found if colon and not own else getattr(found, own or name)

    def names() -> list[str]:
        return sorted(homes)

    return look_up, names
