"""What a function changes, itself or by giving it to a function that does: that is state, and no setting."""

from __future__ import annotations

from types import FunctionType
from typing import NamedTuple

from ragas.engine.code_parts import Passed, names_of


class Changed(NamedTuple):
    """The names of what is changed."""

    names: frozenset[str]
    """Globals, closures and parameters."""
    attributes: frozenset[str]


def changed_in(function: FunctionType) -> Changed:
    """What a function changes. Those it calls by their names are looked into, as far as they are Python's."""
    own = names_of(function.__code__)
    names, attributes = set(own.changed), set(own.changed_attributes)
    for one in own.passed:
        if _is_changed(function, one):
            (attributes if one.is_attribute else names).add(one.name)
    return Changed(frozenset(names), frozenset(attributes))


def _is_changed(function: FunctionType, given: Passed) -> bool:
    """Whether what is given to a function is changed there, or wherever that passes it on."""
    waiting = [(function, given)]
    seen: set[tuple[int, str]] = set()
    while waiting:
        caller, one = waiting.pop()
        called = _called(caller, one.function)
        parameter = None if called is None else _parameter(called, one.parameter)
        if called is None or parameter is None or (id(called), parameter) in seen:
            continue
        seen.add((id(called), parameter))
        names = names_of(called.__code__)
        if parameter in names.changed:
            return True
        waiting += [
            (called, more) for more in names.passed if more.name == parameter and not more.is_attribute
        ]
    return False


def _called(function: FunctionType, name: str) -> FunctionType | None:
    if name in function.__code__.co_freevars:
        try:
            found = (function.__closure__ or ())[function.__code__.co_freevars.index(name)].cell_contents
        except ValueError:  # not filled yet
            return None
    else:
        found = function.__globals__.get(name)
    return found if type(found) is FunctionType else None


def _parameter(function: FunctionType, key: int | str) -> str | None:
    code = function.__code__
    if isinstance(key, str):
        return key
    return code.co_varnames[key] if key < code.co_argcount else None
