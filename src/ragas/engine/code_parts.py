"""The names that a function's code reads and imports, told from the code itself: nothing is run."""

from __future__ import annotations

import dis
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

_ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR"})


@dataclass(frozen=True)
class Names:
    """The names in a function's code, that of the functions inside it included."""

    read: frozenset[str]
    """Globals and builtins."""
    attributes: frozenset[str]
    imported: frozenset[tuple[int, str, tuple[str, ...]]]
    """Modules imported inside: the level, which is 0 for absolute imports, the name, and the names taken from it."""


@functools.lru_cache(maxsize=8192)
def names_of(code: CodeType) -> Names:
    """What the code reads and imports."""
    read: set[str] = set()
    attributes: set[str] = set()
    imported: set[tuple[int, str, tuple[str, ...]]] = set()
    for one in all_codes(code):
        before: list[dis.Instruction] = []
        for step in dis.get_instructions(one):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                read.add(step.argval)
            elif step.opname in _ATTRIBUTES:
                attributes.add(step.argval)
            elif step.opname == "IMPORT_NAME" and len(before) > 1:
                level, taken = before[-2].argval, before[-1].argval
                imported.add((level if type(level) is int else 0, str(step.argval), tuple(taken or ())))
            before = [*before[-1:], step]
    return Names(frozenset(read), frozenset(attributes), frozenset(imported))


def all_codes(code: CodeType) -> Iterator[CodeType]:
    """A code and those of the functions inside it."""
    waiting = [code]
    while waiting:
        yield (one := waiting.pop())
        waiting += [inner for inner in one.co_consts if isinstance(inner, CodeType)]
