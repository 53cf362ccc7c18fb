"""User's code told apart by what it says and reads, the same in every process."""

from __future__ import annotations

import enum
import functools
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, Field, field_serializer

from ragas.engine import code_identity
from ragas.engine.code_identity import object_hash, object_parts, source_of, uses
from ragas.metrics import DiscreteMetric

LIMIT = 3


def helper(text: str) -> bool:
    return deeper(text) or helper(text[1:])


def deeper(text: str) -> bool:
    return len(text) > LIMIT


def reads_helper(text: str) -> bool:
    return helper(text)


def closing(value: Any) -> Any:
    """A function that reads one value."""
    return lambda: value


def told(value: Any) -> Any:
    return uses(closing(value))["value"]


class Tone(enum.Enum):
    KIND = "kind"
    RUDE = "rude"


class Settings(BaseModel):
    words: list[str] = []


@dataclass
class Weights:
    low: float = 0.0
    more: Any = field(default=None)


class Listed(list[str]):
    """A list of another name."""

    def __init__(self, text: str) -> None:
        super().__init__([text])


class Plain:
    """An object that is no model and no dataclass."""

    def __init__(self, limit: Any) -> None:
        self.limit = limit

    def check(self, response: str) -> bool:
        return bool(len(response) > self.limit)


class Hidden:
    """One that keeps what it is given under another name."""

    def __init__(self, limit: int) -> None:
        self._most = limit


class Slotted:
    """One without a `__dict__`."""

    __slots__ = ("limit",)

    def __init__(self, limit: int) -> None:
        self.limit = limit


def dispatching(value: int) -> Any:
    """A function of several, by type."""

    @functools.singledispatch
    def check(one: Any) -> int:
        return 0

    @check.register
    def _(one: str) -> int:
        return value

    return check


def Partial(value: int) -> Any:  # noqa: N802  it makes a class
    """A class with a method that is filled in."""

    class Filled:
        def go(self, limit: int) -> int:
            return limit

        one = functools.partialmethod(go, limit=value)

    return Filled


def test_a_constant_that_a_helper_of_a_helper_reads_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions are followed as far as the user's own go; one that calls itself ends nowhere else."""
    before = uses(reads_helper)
    assert uses(reads_helper) == before
    monkeypatch.setitem(globals(), "LIMIT", 4)
    assert uses(reads_helper) != before
    monkeypatch.setitem(globals(), "LIMIT", 3)
    assert uses(reads_helper) == before


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1], [True]),
        ([1], [1.0]),
        ("a", "b"),
        ([1, 2], [2, 1]),
        ({"a": {1, 2}}, {"a": {1, 3}}),
        (frozenset("ab"), frozenset("ac")),
        (Tone.KIND, Tone.RUDE),
        (Settings(words=["a"]), Settings(words=["b"])),
        (Weights(0.1), Weights(0.2)),
        (Weights(0.1, Settings()), Weights(0.1, Settings(words=["a"]))),
        (re.compile("a"), re.compile("a", re.IGNORECASE)),
        (b"a", b"b"),
        (functools.partial(helper, "a"), functools.partial(helper, "b")),
        (len, max),
        (Listed("a"), ["a"]),
        (Listed("a"), Listed("b")),
        (Plain(Plain(1)), Plain(Plain(2))),
        (Hidden(1), Hidden(2)),
        (Slotted(1), Slotted(2)),
        (SimpleNamespace(limit=1), SimpleNamespace(limit=2)),
        (Plain(1).check, Plain(2).check),
        ({"a": 1}.get, {"a": 2}.get),
        (dispatching(1), dispatching(2)),
        (Partial(1), Partial(2)),
        ([0] * 150_000 + [1], [0] * 150_000 + [2]),
        ([0] * 20 + [1], [0] * 20 + [True]),
        (dict.fromkeys(map(str, range(50)), 1), dict.fromkeys(map(str, range(50)), 2)),
        ([{"q": at, "a": "x"} for at in range(4000)], [{"q": at, "a": "y"} for at in range(4000)]),
        (DiscreteMetric(name="m", prompt="a {response}"), DiscreteMetric(name="m", prompt="b {response}")),
        ({"token": 1}, {"token": 2}),
        ({"answer_key": "a"}, {"answer_key": "b"}),
        (Tone, Settings),
        pytest.param(10**5000, 10**5000 + 1, id="great"),
    ],
)
def test_other_values_are_other_functions(one: Any, other: Any) -> None:
    """Plain values of any depth."""
    assert told(one) == told(one) != told(other)


def test_numbers_are_shown_and_texts_are_not() -> None:
    """Whoever reads what differs sees 3 and 4; a text may be anything."""
    assert [told(3), told(0.5), told(True), told(None)] == [3, 0.5, True, None]
    assert re.fullmatch("[0-9a-f]{12}", told("text"))


def test_what_is_alive_is_its_class_and_nobody_is_asked() -> None:
    """No address is in it, and nothing of the user's runs."""

    class Alive:
        def __repr__(self) -> str:
            raise AssertionError("it was asked")

        __str__ = __len__ = __iter__ = __hash__ = __eq__ = __getattr__ = __repr__  # type: ignore[assignment,misc]

    class Asked(BaseModel):
        size: int = 1

        @field_serializer("size")
        def shown(self, size: int) -> int:
            raise AssertionError("it was asked")

    assert told(Alive()) == told(Alive())
    assert told([Asked()]) != told([Asked(size=2)])
    assert told(object()) == "builtins.object"


def test_circles_and_great_sizes_end() -> None:
    """In a moment."""
    ring: list[Any] = [1]
    ring.append(ring)
    knot = Weights(1.0)
    knot.more = [knot]
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    started = time.perf_counter()
    for value in (ring, knot, deep, list(range(10**6)), [list(range(1000)) for _ in range(1000)]):
        assert told(value) == told(value)
    assert time.perf_counter() - started < 20


def test_keys_are_not_in_it() -> None:
    """A new key is no new judge; `max_tokens` is no key."""
    assert told({"api_key": "a"}) == told({"api_key": "b"})
    assert told({"max_tokens": 1}) != told({"max_tokens": 2})


def test_what_a_function_changes_itself_is_state() -> None:
    """A list it writes into is not what it was an hour ago, and the function is the same."""
    seen: list[str] = []
    known = ["a"]

    def writing(text: str) -> bool:
        seen.append(text)
        return text in known

    before = uses(writing)
    writing("a")
    assert uses(writing) == before
    assert list(before) == ["known"]


def test_functions_count_though_they_are_changed() -> None:
    """A function that is given attributes, or a class whose constants are set, still says what is done."""

    def made(value: int) -> Any:
        def check(text: str) -> int:
            return value

        def counting(text: str) -> int:
            check.calls = 1  # type: ignore[attr-defined]  # only its code is read
            return check(text)

        return counting

    assert uses(made(1)) == uses(made(1)) != uses(made(2))


def test_a_metaclass_is_not_asked() -> None:
    """It counts with what it says, and none of it runs."""

    def made(limit: int) -> Any:
        class Asked(type):
            LIMIT = limit

            def __getattr__(cls, name: str) -> Any:
                raise KeyError(name)

        class Rules(metaclass=Asked):
            pass

        return Rules

    assert told(made(1)) == told(made(1)) != told(made(2))
    assert told(made(1)()) == told(made(1)()) != told(made(2)())


def test_a_method_is_its_code_and_the_settings_of_its_object() -> None:
    """Each setting by its name, so that what differs can be read."""
    assert uses(Plain(3).check) | {"self": ""} == {"self": "", "self.limit": 3}
    assert source_of(Plain(3).check) == source_of(Plain.check)


def test_numbers_that_sound_like_secrets_are_not_shown() -> None:
    """A pin is not even hashed: that would be found out by trying."""
    passcode, stop_token = 831299, 50256

    def reading() -> Any:
        return passcode, stop_token

    assert list(uses(reading)) == ["stop_token"]
    assert re.fullmatch("[0-9a-f]{12}", uses(reading)["stop_token"])


def test_models_count_with_what_makes_their_defaults_and_bounds_them() -> None:
    """Fields are read from the class."""

    def made(default: int, least: int) -> Any:
        class Rules(BaseModel):
            limit: int = Field(default_factory=lambda: default, ge=least)

        return Rules

    assert told(made(1, 0)) == told(made(1, 0))
    assert len({told(made(1, 0)), told(made(2, 0)), told(made(1, 1))}) == 3


def test_decorated_functions_are_what_they_wrap() -> None:
    """By whatever they are decorated."""

    def made(limit: int) -> Any:
        @functools.lru_cache
        def check(text: str) -> bool:
            return len(text) > limit

        return check

    assert told(made(1)) == told(made(1)) != told(made(2))


def test_a_class_is_what_its_methods_and_constants_say() -> None:
    """Those it inherits from a class of the user's included."""

    def made(limit: int, constant: int = 0) -> type:
        class Base:
            def check(self) -> int:
                return limit

        class Derived(Base):
            CONSTANT = constant

        return Derived

    classes = [made(1), made(1), made(2), made(1, 1)]
    first, same, *others = [object_hash(one()) for one in classes]
    assert first == same
    assert len({first, *others}) == 3
    assert object_hash({}) is None


class Model:
    def __init__(self, url: str, limit: int = 1, api_key: str = "", **options: Any) -> None:
        self.url = url
        self._limit = limit
        self.api_key = api_key
        self.options = options
        self.calls = 0
        self.log: list[str] = []
        self._started = time.time()

    def ask(self) -> None:
        self.calls += 1
        self.log.append("asked")


def test_an_object_is_its_class_and_its_settings() -> None:
    """Attributes that are public or named as an argument; counters, logs, keys and what is its own business are not."""
    model = Model("a", api_key="x")
    before = object_parts(model)
    model.ask()
    assert object_parts(model) == before == object_parts(Model("a", api_key="y"))
    others = [Model("b"), Model("a", limit=2), Model("a", temperature=1)]
    assert all(object_parts(other) != before for other in others)


ELSEWHERE = """
import json
from ragas.engine.code_identity import source_of, uses
from tests.engine import test_code_identity as here

print(json.dumps([uses(here.reads_helper), source_of(here.reads_helper), here.told(here.MIXED)]))
"""


@dataclass(frozen=True)
class Point:
    place: str


MIXED = [
    {"a", "b", "c"},
    {Tone.KIND: {1.5, 2}},
    {Point("a"), Point("b"), Point("c")},
    {helper, deeper, Model, Point},
    Settings(words=["x"]),
    Model,
]


def test_it_is_the_same_in_every_process() -> None:
    """Whatever the order of sets there."""
    found = {
        subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert [json.loads(one) for one in found] == [
        [uses(reads_helper), source_of(reads_helper), told(MIXED)],
    ]


def test_a_module_run_as_a_program_is_the_same_module(tmp_path: Path) -> None:
    """What is scored by a script is known to whoever imports that script."""
    script = tmp_path / "mine.py"
    script.write_text(
        "from ragas.engine.code_identity import object_parts, uses\n"
        "class Own:\n    def check(self): return helper(1)\n"
        "def helper(n): return n\n"
        "def root(): return helper(Own())\n"
        "from ragas.metrics import discrete_metric\n"
        "@discrete_metric()\n"
        "def short(response): return root()\n"
        "print(uses(root), object_parts(Own()), short.signature())\n"
    )
    ways = [[str(script)], ["-m", "mine"], ["-c", "import mine"]]
    said = {
        subprocess.run(
            [sys.executable, *way], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        for way in ways
    }
    assert len(said) == 1
    assert code_identity.__name__ not in said.pop()
