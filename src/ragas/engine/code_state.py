"""What a function changes, itself or by giving it to a function that does: that is state, and no setting."""

from __future__ import annotations

from types import FunctionType
from typing import NamedTuple

from ragas.engine.code_changes import Part, Passed, changes_of
from ragas.engine.user_code import is_users_function

MOST = 500
"""How many functions are looked into for what one gives away; what goes further is not taken as changed."""


class Changed(NamedTuple):
    """The names of what is changed."""

    names: frozenset[str]
    """Globals, closures and parameters."""
    attributes: frozenset[str]


def changed_in(function: FunctionType) -> Changed:
    """What a function changes. Those of the user's that it calls by their names are looked into."""
    own = changes_of(function.__code__)
    parts = set(own.changed)
    clean: set[tuple[int, int | str]] = set()
    for one in sorted(own.passed, key=repr):
        if one.part not in parts and _is_changed(function, one, clean):
            parts.add(one.part)
    return Changed(
        frozenset(one.name for one in parts if not one.is_attribute),
        frozenset(one.name for one in parts if one.is_attribute),
    )


def _is_changed(function: FunctionType, given: Passed, clean: set[tuple[int, int | str]]) -> bool:
    """Whether what is given to a function is changed there, or wherever that passes it on."""
    waiting = [(function, given)]
    seen: set[tuple[int, int | str]] = set()
    while waiting and len(seen) < MOST:
        caller, one = waiting.pop()
        called = _called(caller, one.function)
        key = id(called), one.parameter
        if called is None or key in clean or key in seen:
            continue
        seen.add(key)
        part = Part(_parameter(called, one.parameter))
        changes = changes_of(called.__code__)
        if part in changes.changed:
            return True
        waiting += [(called, more) for more in sorted(changes.passed, key=repr) if more.part == part]
    clean |= seen
    return False


def _called(function: FunctionType, name: str) -> FunctionType | None:
    code = function.__code__
    if name in code.co_freevars:
        try:
            found = (function.__closure__ or ())[code.co_freevars.index(name)].cell_contents
        except ValueError:  # not filled yet
            return None
    else:
        found = function.__globals__.get(name)
    return found if type(found) is FunctionType and is_users_function(found) else None


def _parameter(function: FunctionType, key: int | str) -> str:
    """The name of a parameter; empty for one that is not there."""
    code = function.__code__
    if isinstance(key, str):
        return key
    return code.co_varnames[key] if key < code.co_argcount else ""
