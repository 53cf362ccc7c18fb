"""What a function's code reads and imports."""

from __future__ import annotations

from typing import Any

from ragas.engine.code_parts import names_of

WEIGHTS = {"a": 1}


def reading(word: str) -> int:
    return max(inner(word) for word in WEIGHTS)


def inner(word: str) -> int:
    return len(word)


def test_globals_of_the_functions_inside_count() -> None:
    """A generator's body is a function of its own."""
    assert {"WEIGHTS", "inner"} <= names_of(reading.__code__).read


def test_imports_inside_a_function_are_known() -> None:
    """With the level, the module, and what is taken from it."""

    def importing() -> Any:
        import json.decoder
        from os import path, sep

        return json, path, sep

    assert names_of(importing.__code__).imported == {(0, "json.decoder", ()), (0, "os", ("path", "sep"))}
