"""Promises of `ragas.engine.canonical`."""

import functools
import json
from dataclasses import dataclass
from datetime import date
from enum import Enum, StrEnum
from pathlib import Path
from typing import Any

import numpy
import pytest
from pydantic import BaseModel, PrivateAttr

from ragas.engine.canonical import canonical, private_settings


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Level(StrEnum):
    LOW = "low"


class Setting(BaseModel):
    level: int = 1


@dataclass
class Point:
    x: int
    y: Any = None


class Client:
    def __init__(self, url: str, cache: object = None, fn: object = None) -> None:
        self._base_url = url
        self._connection = object()
        self.cache = cache
        self.fn = fn

    @property
    def base_url(self) -> str:
        return self._base_url

    def ask(self) -> None: ...


def adding(n: int) -> Any:
    return lambda x: x + n


class Slotted:
    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size


PAIRS: list[tuple[Any, Any]] = [
    (1, 2),
    (1, "1"),
    (Colour.RED, Colour.BLUE),
    ({"a": 1}, {"a": 2}),
    ({1: "a"}, {2: "a"}),
    ({1, 2}, {1, 3}),
    (b"a", b"b"),
    (Path("a"), Path("b")),
    (Setting(), Setting(level=2)),
    (Point(1), Point(2)),
    (date(2026, 1, 1), date(2026, 1, 2)),
    (numpy.array([1.0]), numpy.array([2.0])),
    (Client("http://a"), Client("http://b")),
    (Client("u", fn=adding(1)), Client("u", fn=adding(2))),
    (Client("http://a").ask, Client("http://b").ask),
    (functools.partial(max, 1), functools.partial(max, 2)),
    (Slotted(1), Slotted(2)),
    (range(2), range(3)),
    (Level.LOW, "low"),
    (lambda x: x + 1, lambda x: x * 2),
    (lambda x: x + 1, lambda x: x + 2),
    (lambda x, n=1: x * n, lambda x, n=2: x * n),
    (int, str),
]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda value: type(value).__name__)
def test_different_values_differ(one: Any, other: Any) -> None:
    """Values that differ in what they are or where they lead become different JSON data."""
    assert json.dumps(canonical(one)) != json.dumps(canonical(other))


def test_equal_values_are_equal() -> None:
    """Equal values become equal data: order of keys, tuple or list, another connection or cache make no difference."""
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})
    assert canonical((1, 2)) == canonical([1, 2])
    assert canonical({"x", "y"}) == canonical({"y", "x"})
    assert canonical(Client("u", cache=1)) == canonical(Client("u", cache=2))
    assert canonical(Setting()) == canonical(Setting(level=1))
    assert canonical(adding(1)) == canonical(adding(1))


def test_objects_that_hold_each_other_end() -> None:
    """Objects that refer to each other are looked into a few levels deep, not for ever."""
    one, two = Point(1), Point(2)
    one.y, two.y = two, one
    assert json.dumps(canonical(one))


def test_a_model_that_json_cannot_describe() -> None:
    """A response model with a field of any class has a key as well."""

    class Odd(BaseModel):
        model_config = {"arbitrary_types_allowed": True}
        client: Client

    assert json.dumps(canonical(Odd))


class Secretive(BaseModel):
    inner: Any = None
    _reply: Any = PrivateAttr(default="a")


def _with_private(value: Any) -> Secretive:
    made = Secretive()
    made._reply = value
    return made


def test_private_attributes_tell_objects_apart() -> None:
    """Plain private values are compared, also inside other objects; what cannot be compared is nobody else's."""
    assert private_settings(Setting()) == {}
    assert private_settings(7) == {}
    assert private_settings(_with_private(["x"])) == private_settings(_with_private(["x"]))
    assert private_settings(_with_private("x")) != private_settings(_with_private("y"))
    assert private_settings(_with_private(object())) != private_settings(_with_private(object()))
    nested = [private_settings(Secretive(inner=[_with_private(value)])) for value in ("x", "y")]
    assert nested[0] != nested[1]
