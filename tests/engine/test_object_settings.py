"""What an object holds that can change its answers."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from pydantic import BaseModel, ConfigDict, PrivateAttr

from ragas.engine.code_identity import object_parts
from ragas.engine.object_settings import settings_of


def note(log: list[str], text: str) -> None:
    log.append(text)


class Judge:
    """One with settings under several names, and with what changes while it is asked."""

    def __init__(self, limit: int, *, api_key: str = "") -> None:
        self._most = limit
        self.api_key = api_key
        self.calls = 0
        self.log: list[str] = []
        self.seen: dict[str, int] = {}
        self._started = time.time()

    @functools.cached_property
    def size(self) -> int:
        return 1

    def ask(self, text: str) -> int:
        self.calls += 1
        note(self.log, text)
        seen = self.seen
        seen[text] = self.size
        return self._most


def test_settings_are_told_from_state() -> None:
    """Counters, logs that a helper writes, dicts of another name, what is found when asked for, keys, clocks."""
    judge = Judge(3, api_key="k")
    assert settings_of(judge) == {"_most": 3}
    before = object_parts(judge)
    judge.ask("a")
    assert object_parts(judge) == before == object_parts(Judge(3)) != object_parts(Judge(4))


def test_what_is_set_from_outside_is_a_setting() -> None:
    """Whether it is private or not."""
    judge: Any = Judge(3)
    judge._mode = "strict"
    assert settings_of(judge) == {"_most": 3, "_mode": "strict"}


@attrs.define
class Attrs:
    """Made by attrs."""

    limit: int


@dataclass(slots=True, frozen=True)
class Frozen:
    """A dataclass without a `__dict__`."""

    limit: int


class Open(BaseModel):
    """A model with more than its fields."""

    model_config = ConfigDict(extra="allow")
    _private: int = PrivateAttr(default=0)

    def __init__(self, private: int, **more: Any) -> None:
        super().__init__(**more)
        self._private = private


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Attrs(1), Attrs(2)),
        (Frozen(1), Frozen(2)),
        (SimpleNamespace(a=1), SimpleNamespace(a=2)),
        (Open(1), Open(2)),
        (Open(1, limit=1), Open(1, limit=2)),
        (SimpleNamespace(a=[Attrs(1)]), SimpleNamespace(a=[Attrs(2)])),
    ],
)
def test_however_an_object_keeps_them_settings_count(one: Any, other: Any) -> None:
    """In slots, in fields, in what a model allows besides."""
    assert object_parts(one) == object_parts(one) != object_parts(other)


def test_objects_that_hold_themselves_end() -> None:
    """Also through each other."""
    ring = SimpleNamespace(limit=1)
    ring.ring = [ring]
    assert object_parts(ring) == object_parts(ring)
