"""What a function changes, and what it gives to others."""

from __future__ import annotations

import time
from typing import Any

import pytest

from ragas.engine.code_changes import Part, Passed, changes_of, own_attributes

WEIGHTS = {"a": 1}
seen: list[str] = []
counts: dict[str, int] = {}
logs: dict[str, list[int]] = {}
rows: list[Any] = []


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


def changed(function: Any) -> set[str]:
    return {one.name for one in changes_of(function.__code__).changed}


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (reading, {"found"}),
        (adding, {"seen"}),
        (counting, {"counts"}),
        (summing, {"counts"}),
        (dropping, {"counts"}),
        (rebinding, {"seen"}),
        (inside, {"seen"}),
        (of_itself, {"self", "log", "calls", "by_word"}),
    ],
)
def test_what_changes_is_told_from_what_is_only_read(function: Any, expected: set[str]) -> None:
    """By assignment, by a method that changes its object, or inside a comprehension."""
    assert changed(function) == expected


def test_what_a_method_gives_is_not_its_object() -> None:
    """`R.split().pop()` changes a new list, `R.get(1).append(2)` a part of `R`."""

    def chained(word: str) -> Any:
        WEIGHTS.copy().update(b=1)
        sorted(seen).pop()
        logs.get(word, []).append(1)
        return word.split().pop()

    assert changed(chained) == {"logs"}


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

    assert {"counts", "logs"} <= changed(aliased)
    assert "seen" not in changed(aliased)


def test_private_attributes_that_come_from_no_argument_are_its_own() -> None:
    """Whatever they are called."""

    def init(self: Any, model: str, size: int = 1) -> None:
        self._started = time.time()
        self._model = model
        self._sizes = [size]
        self._lock = self.lock()
        self._name, self._made = model, time.time()
        self._squares = [one * one for one in range(3)]

    assert own_attributes(init.__code__) == {"_started", "_lock", "_made", "_squares"}


def test_what_a_loop_goes_through_is_changed_with_its_parts() -> None:
    """Where it is still a part of it, and no copy."""

    def looping(word: str) -> None:
        for log in logs.values():
            log.append(1)
        for row in rows:
            row = dict(row)
            row["a"] = 1

    assert changed(looping) == {"log", "logs", "row"}


def test_a_function_inside_changes_what_is_outside() -> None:
    """Not what only has the name of it."""

    def outside(word: str) -> Any:
        known = counts

        def inside(seen: list[str]) -> None:
            known[word] = 1
            seen.append(word)

        return inside, seen

    assert changed(outside) == {"known", "counts"}


def test_what_is_given_by_another_name_is_given() -> None:
    """By place up to a starred argument, and by name."""

    def giving(words: list[str], take: Any) -> None:
        known = counts
        take(known or seen, *words, logs, word=WEIGHTS)

    found = {one for one in changes_of(giving.__code__).passed if one.part.name != "known"}
    assert found == {
        Passed("take", 0, Part("counts")),
        Passed("take", 0, Part("seen")),
        Passed("take", "word", Part("WEIGHTS")),
    }


class Written:
    """Functions that are written in several ways."""

    @pytest.mark.filterwarnings("ignore")
    async def margin(self, word: str) -> str:
        self.log = word
        seen.append(word)
        return """
to the left"""

    several: Any = lambda word: (
        seen.append(word)  # type: ignore[func-returns-value]  # only its code is read
        or counts.pop(word)
    )


def test_however_a_function_is_written_it_is_read() -> None:
    """Decorated, async, with a text that stands at the left, over several lines."""
    assert changed(Written.margin) == {"self", "log", "seen"}
    assert changed(Written.several) == {"seen", "counts"}


def test_without_source_what_is_assigned_is_changed() -> None:
    """Globals and attributes; what a method changes is not seen."""
    space: dict[str, Any] = {}
    exec("def f(self):\n global a\n a = 1\n self.b = 2\n c.append(3)\n", space)
    assert changes_of(space["f"].__code__).changed == {Part("a"), Part("b", is_attribute=True)}
