"""What a function changes, itself or by giving it to another."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from ragas.engine.code_state import Changed, changed_in

A: dict[str, int] = {}
B: dict[str, int] = {}
C: dict[str, int] = {}


def changed(function: Any) -> Changed:
    assert isinstance(function, FunctionType)
    return changed_in(function)


def put(into: Any, key: str, value: Any = None) -> None:
    into[key] = value


def further(value: Any, into: Any) -> None:
    put(into, "a", value)
    further(value, into)


def test_what_is_given_to_a_function_that_changes_it_is_changed() -> None:
    """By place or by name, through as many functions as there are; what it only reads is not."""

    def giving(key: str) -> None:
        put(A, key, B)
        further([one for one in B if one], into=C)
        put(B.copy(), key)

    assert changed(giving).names == {"A", "C"}


def test_attributes_that_are_given_are_changed_too() -> None:
    """As in `note(self.log, text)`."""

    def noting(self: Any, key: str) -> None:
        put(self.log, key, self.limit)

    found = changed(noting).attributes
    assert "log" in found
    assert "limit" not in found
