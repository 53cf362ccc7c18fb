"""What a function's code reads, changes and imports."""

from __future__ import annotations

import time
from typing import Any

import pytest

from ragas.engine.code_parts import names_of, own_attributes

WEIGHTS = {"a": 1}
seen: list[str] = []
counts: dict[str, int] = {}
logs: dict[str, list[int]] = {}


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
    names = names_of(function.__code__)
    found = (names.changed | names.changed_attributes) - {"append"}
    assert found == changed - {"append"}
    assert "WEIGHTS" not in found


def test_what_a_method_gives_is_not_its_object() -> None:
    """`R.split().pop()` changes a new list, `R.get(1).append(2)` a part of `R`."""

    def chained(word: str) -> Any:
        WEIGHTS.copy().update(b=1)
        sorted(seen).pop()
        logs.get(word, []).append(1)
        return word.split().pop()

    assert names_of(chained.__code__).changed == {"logs"}


def test_another_name_of_the_same_object_changes_it() -> None:
    """Also that of a part of it."""

    def aliased(word: str) -> None:
        known = counts
        known[word] = 1
        log = logs.setdefault(word, [])
        more = log
        more.append(1)
        fresh = list(seen)
        fresh.append(word)

    assert {"counts", "logs"} <= names_of(aliased.__code__).changed
    assert "seen" not in names_of(aliased.__code__).changed


def test_imports_inside_a_function_are_known() -> None:
    """With the level, the module, and what is taken from it."""

    def importing() -> Any:
        import json.decoder
        from os import path, sep

        return json, path, sep

    assert names_of(importing.__code__).imported == {(0, "json.decoder", ()), (0, "os", ("path", "sep"))}


def test_private_attributes_that_come_from_no_argument_are_its_own() -> None:
    """Whatever they are called."""

    def init(self: Any, model: str, size: int = 1) -> None:
        self._started = time.time()
        self._model = model
        self._sizes = [size]
        self._lock = self.lock()

    assert own_attributes(init.__code__) == {"_started", "_lock"}
