"""Promises of `ragas.engine.cached_calls`."""

import asyncio
from pathlib import Path
from typing import Any

import pandas
import pytest
from pydantic import BaseModel

from ragas.engine.cache import CacheInterface, SQLiteCache, cacher


class Memory(CacheInterface):
    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    def get(self, key: str) -> Any:
        return self.kept.get(key)

    def set(self, key: str, value: Any) -> None:
        self.kept[key] = value

    def has_key(self, key: str) -> bool:
        return key in self.kept


class Answer(BaseModel):
    text: str
    tags: tuple[str, ...] = ()


class Model:
    def __init__(self, name: str, temperature: float = 0.0) -> None:
        self.name = name
        self.temperature = temperature
        self.calls = 0
        self._connection = object()

    def ask(self, prompt: str) -> str:
        return f"{self.name}: {prompt}"


def test_without_a_cache_the_function_stays() -> None:
    """Without a cache the decorator returns the function itself."""

    def fn() -> int:
        return 1

    assert cacher()(fn) is fn
    assert cacher(None)(fn) is fn


def test_positions_and_names_are_one_key() -> None:
    """Arguments by position, by name and by default are the same call; `callbacks` makes no difference."""
    calls: list[tuple[Any, ...]] = []

    @cacher(Memory())
    def fn(a: int, b: int = 2, *, callbacks: Any = None) -> int:
        calls.append((a, b))
        return a + b

    assert fn(1) == fn(1, 2) == fn(a=1) == fn(b=2, a=1) == fn(1, callbacks=object()) == 3
    assert calls == [(1, 2)]
    assert fn(1, 3) == 4
    assert fn.__name__ == "fn"


def test_async_functions(tmp_path: Path) -> None:
    """Async functions are remembered, over processes' lives as SQLite keeps it."""
    calls = 0
    cache = SQLiteCache(tmp_path / "c.sqlite")

    @cacher(cache)
    async def fn(text: str) -> list[str]:
        nonlocal calls
        calls += 1
        return text.split()

    async def main() -> None:
        assert await fn("a b") == await fn(text="a b") == ["a", "b"]

    asyncio.run(main())
    cache.close()
    asyncio.run(main())
    assert calls == 1
    cache.close()


def test_failures_and_none_are_not_kept() -> None:
    """A failure is raised and tried afresh; None is not kept either."""
    outcomes: list[Any] = [OSError("down"), None, 5]

    @cacher(Memory())
    def fn() -> Any:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    with pytest.raises(OSError, match="down"):
        fn()
    assert fn() is None
    assert fn() == 5
    assert fn() == 5


def test_two_models_do_not_share_answers() -> None:
    """A method's key holds its object's settings: another model or temperature is another call."""
    memory = Memory()

    def asking(model: Model) -> str:
        answer: str = cacher(memory)(model.ask)("hi")
        return answer

    assert asking(Model("a")) == "a: hi"
    assert asking(Model("b")) == "b: hi"
    asking(Model("b", temperature=0.5))
    asking(Model("b"))
    assert len(memory.kept) == 3


def test_functions_and_tables_do_not_share_results() -> None:
    """A function counts by its code, defaults and closures, a table by its rows, a model by its private attributes."""
    memory = Memory()

    @cacher(memory)
    def apply(fn: Any, x: int) -> int:
        return int(fn(x))

    @cacher(memory)
    def total(table: pandas.DataFrame) -> int:
        return int(table["a"].sum())

    class Private:
        def __init__(self, model: str) -> None:
            self._model = model

        @cacher(memory)
        def ask(self, prompt: str) -> str:
            return f"{self._model}: {prompt}"

    assert [apply(fn, 1) for fn in (lambda x: x + 1, lambda x: x + 2)] == [2, 3]
    assert [apply(lambda x, n=n: x * n, 3) for n in (1, 2, 3)] == [3, 6, 9]
    tables = [pandas.DataFrame({"a": [0] * 50 + [middle] + [0] * 50}) for middle in (0, 7)]
    assert [total(table) for table in tables] == [0, 7]
    assert [Private(name).ask("hi") for name in ("a", "b", "a")] == ["a: hi", "b: hi", "a: hi"]
    assert len(memory.kept) == 9


def test_what_cannot_be_told_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    """An argument that may be any other of its class is never answered from the cache; that is said once."""
    memory = Memory()

    @cacher(memory)
    def count(lines: Any) -> int:
        return len(list(lines))

    assert [count(line for line in range(n)) for n in (1, 2)] == [1, 2]
    assert count([1, 2, 3]) == count([1, 2, 3]) == 3
    assert len(memory.kept) == 1
    assert caplog.text.count("are not cached: its argument 'lines' holds") == 1


def test_two_functions_of_one_name() -> None:
    """Functions made by another, or written anew in a notebook, keep their results apart."""
    memory = Memory()

    def times(n: int) -> Any:
        return cacher(memory)(lambda x: x * n)

    assert [times(n)(3) for n in (1, 2, 1)] == [3, 6, 3]
    assert len(memory.kept) == 2


def test_decorated_in_the_class() -> None:
    """Decorating a method in the class body keeps objects of different settings apart, too."""
    memory = Memory()

    class Other(Model):
        @cacher(memory)
        def ask(self, prompt: str) -> str:
            return super().ask(prompt)

    assert Other("a").ask("hi") == "a: hi"
    assert Other("b").ask("hi") == "b: hi"
    assert len(memory.kept) == 2


def test_pydantic_results_come_back_as_their_class() -> None:
    """Pydantic results, also inside lists, tuples and mappings, and of a class given as an argument, are rebuilt."""

    class Local(BaseModel):
        n: int

    calls = 0

    @cacher(Memory())
    def fn(model: type[BaseModel]) -> Any:
        nonlocal calls
        calls += 1
        return [Answer(text="x", tags=("a",)), (model(n=1), 2), {1: "one"}, {"$tuple": "no"}]

    first, second = fn(Local), fn(Local)
    assert calls == 1
    assert first == second
    assert isinstance(second[1][0], Local)
    assert isinstance(second[0], Answer)


def test_a_changed_model_is_another_key() -> None:
    """A response model with other fields does not get the replies of the old one."""
    memory = Memory()

    def make(kind: type) -> type[BaseModel]:
        return type("Reply", (BaseModel,), {"__annotations__": {"value": kind}, "__qualname__": "Reply"})

    @cacher(memory)
    def fn(model: type[BaseModel]) -> int:
        return 1

    fn(make(int))
    fn(make(str))
    assert len(memory.kept) == 2


def test_an_unknown_class_is_a_miss(caplog: pytest.LogCaptureFixture) -> None:
    """A stored class that is not loaded is not imported: the function is called again."""
    memory = Memory()

    @cacher(memory)
    def fn() -> Answer:
        return Answer(text="fresh")

    fn()
    (key,) = memory.kept
    memory.kept[key] = {"$model": ["antigravity", "Nothing"], "value": {}}
    assert fn().text == "fresh"
    assert "is not loaded" in caplog.text


def test_what_cannot_be_stored_is_returned(caplog: pytest.LogCaptureFixture) -> None:
    """A result that cannot be stored, and a cache that fails, lose nothing but the saving."""

    class Broken(Memory):
        def has_key(self, key: str) -> bool:
            raise OSError("disk gone")

    result = object()
    assert cacher(Memory())(lambda: result)() is result
    assert "was not cached" in caplog.text
    assert cacher(Broken())(lambda: 3)() == 3
    assert "disk gone" in caplog.text


def test_what_a_method_reads_through_a_property_is_part_of_its_call() -> None:
    """The setter beside it is not called by the method, so what it sets is no state of the call."""

    class Judge:
        def __init__(self, strict: bool) -> None:
            self.strict = strict

        @property
        def strict(self) -> bool:
            return self._strict

        @strict.setter
        def strict(self, value: bool) -> None:
            self._strict = value

        @cacher()
        def ask(self, text: str) -> str:
            return f"{text}: {self.strict}"

    judge = Judge(False)
    assert judge.ask("x") == "x: False"
    assert Judge(True).ask("x") == "x: True"
    judge.strict = True
    assert judge.ask("x") == "x: True"
