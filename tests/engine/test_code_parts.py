"""What a function's code reads and changes, and its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragas.engine.code_parts import names_of, text_of

WEIGHTS = {"a": 1}
seen: list[str] = []
counts: dict[str, int] = {}


def reading(word: str) -> int:
    found = {}
    found[word] = WEIGHTS[word]
    return max(inner(word) for word in found)


def inner(word: str) -> int:
    return len(word)


def adding(word: str) -> None:
    seen.append(WEIGHTS[word])  # type: ignore[arg-type]  # only its code is read


def counting(word: str) -> None:
    counts[word] = counts.get(word, 0) + WEIGHTS[word]


def summing(word: str) -> None:
    counts[word] += 1


def dropping(word: str) -> None:
    del counts[word]


def rebinding() -> None:
    global seen
    seen = [*WEIGHTS]


def inside() -> Any:
    return [seen.append(word) for word in WEIGHTS]  # type: ignore[func-returns-value]  # only its code is read


def of_itself(self: Any, word: str) -> None:
    self.log.append(word)
    self.calls += 1
    self.by_word[word] = self.name


def test_globals_of_the_functions_inside_count() -> None:
    """A generator's body is a function of its own."""
    assert {"WEIGHTS", "inner"} <= names_of(reading.__code__).read


@pytest.mark.parametrize(
    ("function", "changed"),
    [
        (reading, {"found"}),
        (adding, {"seen"}),
        (counting, {"counts"}),
        (summing, {"counts"}),
        (dropping, {"counts"}),
        (rebinding, {"seen"}),
        (inside, {"seen"}),
        (of_itself, {"self", "log", "append", "calls", "by_word"}),
    ],
)
def test_what_changes_is_told_from_what_is_only_read(function: Any, changed: set[str]) -> None:
    """By assignment, by a method that changes its object, or inside a comprehension."""
    found = names_of(function.__code__).changed - {"append"}
    assert found == changed - {"append"}
    assert "WEIGHTS" not in found


def test_two_functions_in_a_line_have_a_text_each() -> None:
    """Lambdas are told by what they say, wherever they stand."""
    pair: list[Callable[[int], bool]] = [lambda n: n > 1, lambda n: n < 1]
    assert [text_of(one.__code__) for one in pair] == ["lambda n: n > 1", "lambda n: n < 1"]


def test_functions_without_a_file_are_told_by_what_they_were_compiled_to() -> None:
    """Also by the constants in it."""

    def made(source: str) -> Any:
        space: dict[str, Any] = {}
        exec(source, space)
        return text_of(space["f"].__code__)

    assert made("def f(): return 1") == made("def f():  return 1") != made("def f(): return 2")
    assert made("f = lambda a: a + 1") != made("f = lambda a: a - 1")
