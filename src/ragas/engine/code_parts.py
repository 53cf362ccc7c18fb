"""What a function's code says, reads and changes, told from the code itself: nothing is run."""

from __future__ import annotations

import dis
import functools
import inspect
import linecache
from dataclasses import dataclass
from textwrap import dedent
from types import CodeType
from typing import Any

CHANGING = frozenset(
    {
        *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft"),
        *("remove", "reverse", "rotate", "setdefault", "sort", "subtract", "update", "difference_update"),
        *("intersection_update", "symmetric_difference_update"),
    }
)
"""Methods that change the list, dict, set or deque they are called on."""

_INTO = frozenset({"STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE", "STORE_ATTR", "DELETE_ATTR"})
_NAMED = frozenset(
    {"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF", "STORE_ATTR", "DELETE_ATTR"}
)


@dataclass(frozen=True)
class Names:
    """The names in a function's code, that of the functions inside it included."""

    read: frozenset[str]
    """Globals and builtins."""
    attributes: frozenset[str]
    changed: frozenset[str]
    """Of globals, closures and attributes: those that are set, or whose containers are changed."""


@functools.lru_cache(maxsize=1024)
def names_of(code: CodeType) -> Names:
    """What the code reads and changes."""
    read: set[str] = set()
    attributes: set[str] = set()
    changed: set[str] = set()
    loaded: dict[Any, set[str]] = {}
    targets: list[Any] = []
    for one in dis.get_instructions(code):
        name = one.argval if isinstance(one.argval, str) and one.opname != "LOAD_CONST" else None
        # An expression starts where its first part does: `seen[key] = 1` and `seen.append(1)` where `seen` is loaded.
        start = (one.positions.lineno, one.positions.col_offset) if one.positions else None
        if name is not None and one.opname.startswith("LOAD_"):
            loaded.setdefault(start, set()).add(name)
            if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                read.add(name)
            elif "ATTR" in one.opname or "METHOD" in one.opname:
                attributes.add(name)
        if name is not None and one.opname in _NAMED:
            changed.add(name)
        if one.opname in _INTO or (name in CHANGING and name in attributes):
            targets.append(start)
    for start in targets:
        changed |= loaded.get(start, set())
    for inner in _inside(code):
        names = names_of(inner)
        read |= names.read
        attributes |= names.attributes
        changed |= names.changed
    return Names(frozenset(read), frozenset(attributes), frozenset(changed))


def text_of(code: CodeType) -> Any:
    """The source of a function, else what it was compiled to."""
    source = _lambda(code) if code.co_name == "<lambda>" else _source(code)
    return _compiled(code) if source is None else source


def _inside(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _source(code: CodeType) -> str | None:
    try:
        return dedent(inspect.getsource(code))
    except Exception:  # noqa: BLE001  no file, or not that of the code any more
        return None


def _lambda(code: CodeType) -> str | None:
    """The lambda alone: there may be others in its line."""
    spans = [
        (line, column, end_line, end_column)
        for line, end_line, column, end_column in code.co_positions()
        if line is not None and end_line is not None and column is not None and end_column is not None
    ]
    spans = [one for one in spans if one[:2] != one[2:]]  # what stands nowhere in the source
    lines = linecache.getlines(code.co_filename)
    if not spans or not lines:
        return None
    first, last = min(one[:2] for one in spans), max(one[2:] for one in spans)
    text = [line.encode() for line in lines[first[0] - 1 : last[0]]]
    if not text:
        return None
    text[-1] = text[-1][: last[1]]
    text[0] = text[0][first[1] :]
    count = code.co_argcount + code.co_kwonlyargcount
    body = b"".join(text).decode("utf-8", "replace")
    return f"lambda {', '.join(code.co_varnames[:count])}: {body}"


def _compiled(code: CodeType) -> list[Any]:
    constants = [one for one in code.co_consts if isinstance(one, str | int | float | tuple)]
    inner = [_compiled(one) for one in _inside(code)]
    return [code.co_code.hex(), list(code.co_names), list(code.co_varnames), repr(constants), inner]
