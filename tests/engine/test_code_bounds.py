"""Whatever is looked at, it ends soon, raises nothing, and reads no code of a library."""

from __future__ import annotations

import json
import linecache
import logging
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from ragas.engine import code_changes, code_state, object_settings
from ragas.engine.code_identity import object_hash, object_parts, source_of, uses
from ragas.engine.code_teller import Teller
from ragas.engine.user_code import is_users


class Counted:
    """A counter of what is looked at."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.values = 0
        self.codes: set[CodeType] = set()
        self.foreign: list[str] = []
        tell, changes_of = Teller.tell, code_changes.changes_of

        def telling(teller: Teller, value: Any, depth: int = 0) -> Any:
            self.values += 1
            return tell(teller, value, depth)

        def reading(code: CodeType) -> Any:
            self.codes.add(code)
            if not is_users("", code.co_filename):
                self.foreign.append(code.co_qualname)
            return changes_of(code)

        patch.setattr(Teller, "tell", telling)
        patch.setattr(code_state, "changes_of", reading)
        patch.setattr(object_settings, "own_attributes", lambda code: reading(code) and frozenset())


def pandas_frame() -> Any:
    return pytest.importorskip("pandas").DataFrame({"a": [1]})


def pandas_series() -> Any:
    return pandas_frame()["a"]


def polars_frame() -> Any:
    return pytest.importorskip("polars").DataFrame({"a": [1]})


def openai_client() -> Any:
    return pytest.importorskip("openai").AsyncOpenAI(api_key="a", base_url="http://127.0.0.1:1")


def langchain_model() -> Any:
    models = pytest.importorskip("langchain_core.language_models.fake_chat_models")
    return models.FakeListChatModel(responses=["a"])


def numpy_array() -> Any:
    return pytest.importorskip("numpy").arange(1000)


def frame_of_ones_own() -> Any:
    class Frame(pytest.importorskip("pandas").DataFrame):  # type: ignore[misc]  # pandas has no types here
        pass

    return Frame({"a": [1]})


def model_of_ones_own() -> Any:
    from langchain_core.language_models.fake_chat_models import FakeListChatModel

    class Own(FakeListChatModel):
        limit: int = 1

        def short(self) -> bool:
            return self.limit < 2

    return Own(responses=["a"])


def nested() -> Any:
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    return deep


def cyclic() -> Any:
    ring = SimpleNamespace(limit=1)
    ring.ring = {"ring": [ring]}
    return ring


def great_class() -> Any:
    return type("Great", (), {f"a{number}": number for number in range(5_000)})


def great_class_of_methods() -> Any:
    return type("Great", (), {f"a{number}": great_class_of_methods for number in range(5_000)})()


def tensor() -> Any:
    """As a library makes it: of a class of C with attributes that ask for more."""
    return type("Tensor", (), {"__module__": "torch", "__getattr__": lambda self, name: 1 / 0})()


def foreign_with_much() -> Any:
    made = type("Store", (), {"__module__": "logging"})()
    made.rows = [[number] for number in range(100_000)]
    return made


def odd() -> Any:
    made = SimpleNamespace()
    made.__dict__[1] = 2  # type: ignore[index]  # what no one should do
    return made


def connection() -> Any:
    made = sqlite3.connect(":memory:")
    made.close()
    return made


def counting() -> Iterator[int]:
    yield 1


MAKERS: list[Any] = [
    *(pandas_frame, pandas_series, polars_frame, openai_client, langchain_model, numpy_array),
    *(frame_of_ones_own, model_of_ones_own, nested, cyclic, great_class, great_class_of_methods, tensor),
    *(foreign_with_much, odd, counting, threading.Lock, object),
    *(
        lambda: logging.getLogger("a"),
        connection,
        lambda: logging,
        lambda: json.dumps,
    ),
]


@pytest.mark.parametrize("make", MAKERS)
def test_it_ends_soon_and_reads_no_library(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few thousand values and functions at most, whatever kind of object it is."""
    value = make()
    counted = Counted(monkeypatch)
    assert json.dumps(object_parts(value)) == json.dumps(object_parts(value))
    object_hash(value)
    source_of(value)
    uses(value)
    uses(lambda: value)
    assert counted.values < 40_000
    assert len(counted.codes) < 200
    assert not counted.foreign


ELSEWHERE = """
import json
from tests.engine import test_code_bounds as here

print(json.dumps(here.all_parts()))
"""


def all_parts() -> list[Any]:
    return [object_parts(make()) for make in MAKERS]


def test_it_is_the_same_in_every_process() -> None:
    """No address and no order of a set is in it."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    said = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(said) == all_parts()


def test_functions_that_give_each_other_a_list_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many are looked into, and what goes further counts as a setting."""
    source = "".join(f"def f{n}(into):\n    f{n + 1}(into)\n" for n in range(2_000))
    file = os.path.join(os.path.dirname(__file__), "not_there.py")
    monkeypatch.setitem(linecache.cache, file, (len(source), None, source.splitlines(True), file))
    space: dict[str, Any] = {"__name__": "mine"}
    exec(compile(source, file, "exec"), space)
    counted = Counted(monkeypatch)
    assert code_state.changed_in(space["f0"]).names == frozenset()
    assert len(counted.codes) == code_state.MOST + 1


def test_a_class_of_a_library_says_nothing_of_what_it_keeps_for_itself() -> None:
    """Of an object of one's own what one's own code names counts, and what the base shows."""
    base = type("Base", (), {"__module__": "logging"})

    class Own(base):  # type: ignore[misc,valid-type]  # made above
        def __init__(self, limit: int) -> None:
            self._limit = limit

    def made(limit: int, **attributes: Any) -> Any:
        one = Own(limit)
        for name, value in attributes.items():
            setattr(one, name, value)
        return object_parts(one)

    assert made(1) == made(1, _handle=2) != made(2)
    assert made(1) != made(1, temperature=1)


def test_a_module_that_cannot_be_looked_for_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks for it."""

    def looking(path: str) -> Any:
        raise RuntimeError(path)

    def importing() -> Any:
        import nowhere_to_be_found  # type: ignore[import-not-found]

        return nowhere_to_be_found

    monkeypatch.setattr(sys, "path_hooks", [looking])
    monkeypatch.setattr(sys, "path_importer_cache", {})
    assert uses(importing) == {}
