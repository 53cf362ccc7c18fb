"""What an experiment is run with beside the row."""

from __future__ import annotations

import functools
import importlib
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pydantic_ai.models.test import TestModel

from ragas.experiment.arguments import ArgumentsError, told, told_code
from ragas.testing import ScriptedJudge


def ask(row: Any, app: Any = None, k: int = 3) -> Any:
    return row


class Index:
    def __init__(self, chunk: int) -> None:
        self.chunk = chunk

    def search(self, question: str) -> str:
        return question


def mark(value: Any) -> str:
    return told(ask, [], {"app": value})["app"]


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        (Index(1), Index(1), Index(2)),
        (Index(1).search, Index(1).search, Index(2).search),
        (TestModel(model_name="small"), TestModel(model_name="small"), TestModel(model_name="large")),
        ({"a": [Index(1)]}, {"a": [Index(1)]}, {"a": [Index(2)]}),
        (Path("a"), Path("a"), Path("b")),
        (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [2]})),
        (lambda text: text.upper(), lambda text: text.upper(), lambda text: text.lower()),
        (ScriptedJudge([]), ScriptedJudge([]), TestModel()),
    ],
)
def test_arguments_of_any_kind_are_told_apart(one: Any, same: Any, other: Any) -> None:
    """Objects by their settings, functions by their code, models by their names, tables by their values."""
    assert mark(one) == mark(same) != mark(other)


def test_an_argument_is_known_however_it_is_given() -> None:
    """By place or by name is the same, and the default is nothing."""
    assert told(ask, ["x", 4], {}) == told(ask, [], {"k": 4, "app": "x"})
    assert told(ask, [], {"k": 3, "app": None}) == {}
    assert set(told(lambda row, *more, **named: row, [1], {"z": 2})) == {"more.0", "z"}


@pytest.mark.parametrize(
    ("name", "one", "other", "counts"),
    [
        ("api_key", "old", "new", False),
        ("password", "old", "new", False),
        ("key", "sk-0123456789abcdefghij", "sk-9876543210abcdefghij", False),
        ("header", "Bearer 0123456789", "Bearer 9876543210", False),
        ("answer_key", "A", "B", True),
        ("answer_key", {"q1": "a"}, {"q1": "b"}, True),
        ("stop_token", "#", "##", True),
        ("key", "name", "id", True),
    ],
)
def test_only_a_credential_is_left_out(name: str, one: Any, other: Any, counts: bool) -> None:
    """A key or password may change, alone or among others; what only sounds like one is an argument like any other."""

    def takes(row: Any, **named: Any) -> Any:
        return row

    assert bool(told(takes, [], {name: one})) is counts
    assert (told(takes, [], {name: one}) != told(takes, [], {name: other})) is counts
    inside = [told(takes, [], {"app": {"k": 1, name: value}}) for value in (one, other)]
    assert (inside[0] != inside[1]) is counts


def test_a_decorator_may_fill_in_arguments() -> None:
    """What the function inside a decorator takes is the decorator's business."""

    @functools.wraps(ask)
    def filled(row: Any) -> Any:
        return ask(row, "app")

    assert told(filled, [], {}) == {}
    with pytest.raises(ArgumentsError, match=r"ask\(row\) got an unexpected keyword argument 'k'"):
        told(filled, [], {"k": 1})


def test_code_is_that_of_the_function_and_those_it_calls() -> None:
    """Equal functions have equal code; a method, a partial and an object that is called have the code inside."""
    index = Index(1)
    assert told_code(index.search) == told_code(functools.partial(index.search)) == told_code(Index(2).search)
    assert told_code(ask) not in (None, told_code(index.search))
    assert told_code(print) is None


RULES = """
import functools


class Grader:
    def grade(self, row):
        return {grade}


class Careful(Grader):
    pass


grader = Careful()
TABLE = {table}


@functools.lru_cache
def kept(row):
    return {kept}


def answer(row):
    return {answer}
"""

CALLS = {
    "a module": "import rules\ndef ask(row): return rules.answer(row)",
    "a package": "import parts.rules\ndef ask(row): return parts.rules.answer(row)",
    "its function": "from rules import answer\ndef ask(row): return answer(row)",
    "a module inside": "def ask(row):\n    import rules\n    return rules.answer(row)",
    "a function that keeps": "import rules\ndef ask(row): return rules.kept(row)",
    "a class": "from rules import Careful\ndef ask(row): return Careful().grade(row)",
    "an object": "import rules\ndef ask(row): return rules.grader.grade(row)",
    "a default": "import rules\ndef ask(row, by=rules.answer): return by(row)",
}


@pytest.mark.parametrize("calls", CALLS.values(), ids=CALLS)
def test_code_is_found_however_it_is_called(
    calls: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function of the user's is one wherever it stands, in a module, a class or an object; data is none."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "parts").mkdir()

    def code(table: int = 0, **changed: int) -> str | None:
        text = RULES.format(**{"grade": 1, "kept": 1, "answer": 1, "table": table} | changed)
        for place in ("rules.py", "parts/rules.py"):
            (tmp_path / place).write_text(text)
        for name in ("rules", "parts.rules", "parts"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        space: dict[str, Any] = {"__name__": "program"}
        exec(calls, space)
        return told_code(space["ask"])

    before = code()
    assert code(grade=2, kept=2, answer=2) != before == code() is not None
    assert code(table=1) == before or "    import" in calls


class Retriever:
    def __init__(self, k: int) -> None:
        self.k = k


class App:
    def __init__(self, model: str, k: int = 3, api_key: str = "") -> None:
        self.model, self.retriever, self.api_key = model, Retriever(k), api_key
        self.asked = 0
        self.seen: set[str] = set()

    def ask(self, row: Any) -> Any:
        self.asked += 1
        return row

    def __call__(self, row: Any) -> Any:
        return self.ask(row)


def closure(model: str, api_key: str = "") -> Any:
    calls = 0

    def ask(row: Any) -> Any:
        nonlocal calls
        calls += 1
        return row, model, api_key, calls

    return ask


def test_what_a_function_holds_is_told_like_an_argument() -> None:
    """What `partial` fills in, the settings of an object and of those it holds, closures; keys and counters are nothing."""
    filled = functools.partial(ask, app="x")
    assert told(filled, [], {}) == told(ask, [], {"app": "x"}) == told(functools.partial(filled, k=3), [], {})
    assert told(filled, [], {"app": "y"}) == told(ask, [], {"app": "y"})
    assert set(told(functools.partial(lambda first, row: row, 5), [], {})) == {"partial.0"}
    for made in (lambda *how: App(*how).ask, App, lambda *how: functools.partial(App(*how).ask)):
        assert set(told(made("a"), [], {})) == {"self.model", "self.retriever.k"}
        assert told(made("a"), [], {}) == told(made("a", 3, "other key"), [], {})
        assert told(made("a"), [], {})["self.model"] != told(made("b"), [], {})["self.model"]
        assert told(made("a"), [], {})["self.retriever.k"] != told(made("a", 4), [], {})["self.retriever.k"]
    used = App("a")
    used(None)
    assert told(used, [], {}) == told(App("a"), [], {})
    assert set(told(closure("a", "hidden"), [], {})) == {"model"}
    assert told(closure("a"), [], {}) != told(closure("b"), [], {})


class Session:
    """Settings it is given, and values that are others in every process."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.session_id = str(uuid.uuid4())
        self.started = time.time()

    def ask(self, row: Any) -> Any:
        return row


def test_what_an_object_makes_up_itself_is_no_setting() -> None:
    """An id or a time that comes from no argument does not keep a run from going on in another process."""

    def closure(held: Session) -> Any:
        return lambda row: held.ask(row)

    assert told(Session("a").ask, [], {}) == told(Session("a").ask, [], {})
    assert set(told(Session("a").ask, [], {})) == {"self.model"}
    assert told(closure(Session("a")), [], {}) == told(closure(Session("a")), [], {})
    assert told(closure(Session("a")), [], {}) != told(closure(Session("b")), [], {})
