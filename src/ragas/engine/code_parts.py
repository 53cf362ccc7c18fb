"""What a function's code reads, changes and imports, told from the code itself: nothing is run."""

from __future__ import annotations

import dis
import functools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, NamedTuple

CHANGING = frozenset(
    {
        *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft"),
        *("remove", "reverse", "rotate", "setdefault", "sort", "subtract", "update", "difference_update"),
        *("intersection_update", "symmetric_difference_update"),
    }
)
"""Methods that change the list, dict, set or deque they are called on."""

_GIVING = CHANGING | {"get", "items", "keys", "values", "__getitem__"}
"""Methods whose value is a part of their object. That of any other is something of its own: `text.split().pop()`."""

_INTO = frozenset({"STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE", "STORE_ATTR", "DELETE_ATTR"})
_NAMED = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF"})
_SUBSCRIPTS = frozenset({"BINARY_SUBSCR", "BINARY_OP"})
_BUILTIN_START = (0, 0)


class Passed(NamedTuple):
    """A name, or an attribute, that is given to a function: `put(CACHE, text)`."""

    function: str
    parameter: int | str
    """Its place, or its name."""
    name: str
    is_attribute: bool


@dataclass(frozen=True)
class Names:
    """The names in a function's code, that of the functions inside it included."""

    read: frozenset[str]
    """Globals and builtins."""
    attributes: frozenset[str]
    changed: frozenset[str]
    """Of globals, closures and parameters: those that are set, or whose contents are changed."""
    changed_attributes: frozenset[str]
    """The same of attributes."""
    imported: frozenset[tuple[int, str, tuple[str, ...]]]
    """Modules imported inside: the level, which is 0 for absolute imports, the name, and the names taken from it."""
    passed: frozenset[Passed]


class _Loaded(NamedTuple):
    name: str
    is_attribute: bool
    end: Any


@dataclass
class _Code:
    """One code's instructions, by where in the source their expressions start and end."""

    loaded: dict[Any, list[_Loaded]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[Any, list[Any]] = field(default_factory=lambda: defaultdict(list))
    targets: list[tuple[Any, Any]] = field(default_factory=list)
    aliases: dict[str, set[tuple[str, bool]]] = field(default_factory=lambda: defaultdict(set))
    spans: set[tuple[Any, Any]] = field(default_factory=set)
    arguments: list[tuple[Any, Any, int, tuple[str, ...]]] = field(default_factory=list)
    """Of each call where it starts and ends, how many arguments it has, and the names of the last of them."""

    def part_of(self, start: Any, end: Any) -> set[tuple[str, bool]]:
        """The names whose object, or a part of it, the expression there is; none where it is something of its own."""
        chain = self.loaded.get(start, [])
        for call in self.calls.get(start, []):
            called = [one for one in chain if one.end < call]
            if call < end and not (called and max(called, key=lambda one: one.end).name in _GIVING):
                return set()
        return {(one.name, one.is_attribute) for one in chain if one.end <= end}

    def passed(self) -> Iterator[Passed]:
        """What is given to functions that are called by their names."""
        for start, end, count, by_name in self.arguments:
            called = [one for one in self.loaded.get(start, []) if one.end < end]
            if len(called) != 1 or called[0].is_attribute:
                continue
            inside = sorted(one for one in self.spans if called[0].end < one[0] and one[1] < end)
            outer: list[tuple[Any, Any]] = []
            for one in inside:  # by where they start, the longest last
                if outer and outer[-1][0] == one[0]:
                    outer[-1] = one
                elif not outer or one[0] >= outer[-1][1]:
                    outer.append(one)
            if len(outer) != count:
                continue
            keys = [*range(count - len(by_name)), *by_name]
            for key, (first, last) in zip(keys, outer, strict=True):
                for name, is_attribute in self.part_of(*behind(first, last)):
                    yield Passed(called[0].name, key, name, is_attribute)

    def changed(self) -> set[tuple[str, bool]]:
        """What is changed in place, by other names of the same object too."""
        found: set[tuple[str, bool]] = set()
        new = set().union(*(self.part_of(*target) for target in self.targets))
        while new := new - found:
            found |= new
            new = set().union(*(self.aliases[name] for name, attribute in new if not attribute))
        return found


@functools.lru_cache(maxsize=4096)
def names_of(code: CodeType) -> Names:
    """What the code reads, changes and imports."""
    read: set[str] = set()
    attributes: set[str] = set()
    changed: set[str] = set()
    set_attributes: set[str] = set()
    imported: set[tuple[int, str, tuple[str, ...]]] = set()
    seen = _Code()
    before: list[dis.Instruction] = []
    by_name: tuple[str, ...] = ()
    for one in dis.get_instructions(code):
        names, start, end = named_in(one), *_place(one)
        seen.spans.add((start, end))
        if one.opname == "KW_NAMES":
            by_name = code.co_consts[one.arg or 0]
        elif one.opname == "CALL_KW" and before and type(before[-1].argval) is tuple:
            by_name = before[-1].argval
        if one.opname.startswith("LOAD_"):
            is_attribute = "ATTR" in one.opname or "METHOD" in one.opname
            seen.loaded[start] += [_Loaded(name, is_attribute, end) for name in names]
            if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                read.update(names)
            elif is_attribute:
                attributes.update(names)
                if CHANGING.intersection(names):
                    seen.targets.append((start, end))
        elif one.opname.startswith("CALL"):
            seen.calls[start].append(end)
            if one.opname in ("CALL", "CALL_KW"):
                seen.arguments.append((start, end, one.arg or 0, by_name))
                by_name = ()
        elif one.opname.startswith("STORE_FAST") and names and before and _is_value(before[-1]):
            seen.aliases[names[0]] |= seen.part_of(*behind(*_place(before[-1])))
        elif one.opname == "IMPORT_NAME" and len(before) > 1:
            level, taken = before[-2].argval, before[-1].argval
            imported.add((level if type(level) is int else 0, str(one.argval), tuple(taken or ())))
        if one.opname in _NAMED:
            changed.update(names)
        if one.opname in _INTO:
            seen.targets.append((start, end))
            set_attributes.update(names)
        before = [*before[-1:], one]
    for name, is_attribute in seen.changed():
        (set_attributes if is_attribute else changed).add(name)
    inside = [names_of(one) for one in inner_codes(code)]
    return Names(
        frozenset(read.union(*(one.read for one in inside))),
        frozenset(attributes.union(*(one.attributes for one in inside))),
        frozenset(changed.union(*(one.changed for one in inside))),
        frozenset(set_attributes.union(*(one.changed_attributes for one in inside))),
        frozenset(imported.union(*(one.imported for one in inside))),
        frozenset({*seen.passed()}.union(*(one.passed for one in inside))),
    )


@functools.lru_cache(maxsize=1024)
def own_attributes(code: CodeType) -> frozenset[str]:
    """The attributes that an `__init__` sets to what comes from no argument: `self._started = time.time()`."""
    own: set[str] = set()
    given: set[str] = set()
    first = code.co_varnames[:1]
    names: set[str] = set()
    for one in dis.get_instructions(code):
        if one.opname.startswith(("LOAD_FAST", "LOAD_DEREF")):
            names.update(named_in(one))
        elif one.opname in ("STORE_ATTR", "POP_TOP") or one.opname.startswith("STORE_FAST"):
            if one.opname == "STORE_ATTR":
                (given if names.difference(first) else own).update(named_in(one))
            names = set()
    return frozenset(own - given)


def inner_codes(code: CodeType) -> list[CodeType]:
    """The codes of the functions inside a code."""
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def named_in(one: dis.Instruction) -> tuple[str, ...]:
    """The names an instruction loads or stores: some handle two at a time."""
    if not one.opname.startswith(("LOAD_", "STORE_", "DELETE_")) or one.opname == "LOAD_CONST":
        return ()
    values: Iterator[Any] = iter(one.argval if isinstance(one.argval, tuple) else (one.argval,))
    return tuple(value for value in values if isinstance(value, str))


def _place(one: dis.Instruction) -> tuple[Any, Any]:
    """Where an instruction's expression starts and ends: `seen[key] = 1` and `seen.append(1)` where `seen` is loaded."""
    at = one.positions
    if at is None or None in (at.lineno, at.col_offset, at.end_lineno, at.end_col_offset):
        return _BUILTIN_START, _BUILTIN_START
    return (at.lineno, at.col_offset), (at.end_lineno, at.end_col_offset)


def behind(start: Any, end: Any) -> tuple[Any, Any]:
    """The place with an end that lies behind the expression, so that a call that is all of it counts."""
    return start, (end[0], end[1] + 1)


def _is_value(one: dis.Instruction) -> bool:
    """Whether an instruction gives an object there is, or a part of one."""
    if one.opname == "BINARY_OP" and "[" not in one.argrepr:
        return False
    return one.opname.startswith(("LOAD_", "CALL")) or one.opname in _SUBSCRIPTS
