"""Random ids, made as fast as Python 3.14 makes them."""

from __future__ import annotations

from os import urandom
from uuid import UUID, SafeUUID

_FREE = ~(0xF000 << 64 | 0xC000 << 48)
_FOUR = 4 << 76 | 0x8000 << 48
_UNKNOWN = SafeUUID.unknown


def new_id() -> UUID:
    """A random UUID of version 4. Graphs have hundreds of thousands, and the constructor of UUID is slow."""
    made = object.__new__(UUID)
    object.__setattr__(made, "int", int.from_bytes(urandom(16)) & _FREE | _FOUR)
    object.__setattr__(made, "is_safe", _UNKNOWN)
    return made
