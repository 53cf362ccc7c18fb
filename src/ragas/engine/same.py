"""Which object something is, told by the object itself and not by an address that another one gets after it."""

from __future__ import annotations

import uuid
import weakref
from typing import Any

UNTOLD = "instance"
"""Stands, with a name of the object, among the settings of a model that has no plain ones."""


class Same:
    """An object as part of a key: equal to itself alone, and kept alive as long as the key is."""

    __slots__ = ("_of",)

    def __init__(self, of: object) -> None:
        self._of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other._of is self._of

    def __hash__(self) -> int:
        return id(self._of)


_named: dict[int, tuple[weakref.ref[Any], str]] = {}


def name_of_instance(of: object) -> str:
    """A name that no other object has, in this process or another; the same one as long as the object lives.

    An object that cannot be watched (a builtin one, or one with slots) gets another name each time.
    """
    held = _named.get(id(of))
    if held is not None and held[0]() is of:
        return held[1]
    name = uuid.uuid4().hex
    address = id(of)
    try:
        watched = weakref.ref(of, lambda gone: _forget(address, gone))
    except TypeError:
        return name
    _named[address] = (watched, name)
    return name


def _forget(address: int, gone: weakref.ref[Any]) -> None:
    held = _named.get(address)
    if held is not None and held[0] is gone:
        del _named[address]
