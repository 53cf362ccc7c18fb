"""Promises of `ragas.engine.call_identity`."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import openai
import pandas
import pytest
from pydantic import BaseModel, create_model

from ragas.engine.call_identity import call_parts
from ragas.llms import llm_factory


def ask(*values: Any) -> Any:
    return values


def told(value: Any, function: Callable[..., Any] = ask) -> str:
    parts, untold = call_parts(function, {"value": value})
    assert untold is None, untold
    return json.dumps(parts, sort_keys=True)


def frame(middle: int) -> pandas.DataFrame:
    made = pandas.DataFrame({"a": [0] * 100, "b": [{"n": n} for n in range(100)]})
    made.loc[50, "a"] = middle
    return made


def times(n: int) -> Callable[[int], int]:
    return lambda x: x * n


class App:
    """An application as users write them."""

    def __init__(self, model: str, url: str = "http://one/v1") -> None:
        self.client = openai.OpenAI(api_key="k", base_url=url)
        self.lock = threading.Lock()
        self.asked: list[str] = []
        self._model = model
        self._stream: Any = None

    def use(self, model: str) -> App:
        self._model = model
        return self

    def ask(self, question: str) -> str:
        self._note(question)
        return f"{self._model}: {question}"

    def _note(self, question: str) -> None:
        self.asked.append(question)
        self._stream = iter(question)

    @functools.cached_property
    def index(self) -> list[str]:
        return [self._model]


class Keyed:
    def __init__(self, api_key: str) -> None:
        self.api_key = api_key


class Reply(BaseModel):
    n: int


def judge(model: str) -> Any:
    return llm_factory(model, client=openai.OpenAI(api_key="k"))


PAIRS: list[tuple[Any, Any]] = [
    (lambda x: x + 1, lambda x: x + 2),
    (lambda x, n=1: x * n, lambda x, n=2: x * n),
    (times(2), times(3)),
    (functools.partial(times, 1), functools.partial(times, 2)),
    (frame(0), frame(7)),
    (frame(0)["a"], frame(7)["a"]),
    (numpy.arange(3), numpy.arange(3.0)),
    (App("a"), App("b")),
    (App("a"), App("a").use("b")),
    (App("a"), App("a", "http://two/v1")),
    (App("a").ask, App("b").ask),
    (Keyed("one"), Keyed("two")),
    ({"api_key": "one"}, {"api_key": "two"}),
    (SimpleNamespace(token="one"), SimpleNamespace(token="two")),
    (Path("/a/data.json"), Path("/b/data.json")),
    (openai.OpenAI(api_key="k"), openai.OpenAI(api_key="k", default_headers={"X-Tenant": "b"})),
    (Reply(n=1), Reply(n=2)),
    (create_model("Made", n=(int, ...)), create_model("Made", n=(str, ...))),
    (judge("small"), judge("large")),
    (1, True),
]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda value: type(value).__name__)
def test_different_arguments_differ(one: Any, other: Any) -> None:
    """Functions by code, defaults and closures, tables by rows, objects by all they hold, clients by where they lead."""
    assert told(one) != told(other)


@pytest.mark.parametrize(
    "make",
    [
        lambda: frame(3),
        lambda: times(2),
        lambda: App("a"),
        lambda: App("a").ask,
        lambda: openai.OpenAI(api_key="k"),
        lambda: {"b": 1, "a": {3, 4}},
    ],
)
def test_equal_arguments_are_equal(make: Callable[[], Any]) -> None:
    """Another object that holds the same is told the same."""
    assert told(make()) == told(make())


def test_what_a_call_changes_itself_does_not_count() -> None:
    """A log, and what an object makes when it is first asked, leave the next call the same."""
    app = App("a")
    before = told(app, App.ask)
    assert app.ask("hi") == "a: hi"
    assert app.index == ["a"]
    assert app.asked
    assert told(app, App.ask) == before != told(App("b"), App.ask)


@pytest.mark.parametrize("with_source", [True, False])
def test_a_log_of_the_function_does_not_count(with_source: bool, tmp_path: Path) -> None:
    """What a function notes in its module leaves the next call the same, also where its source is not known."""
    limit = f"limit_{with_source}"
    text = f"asked = []\n{limit} = 3\ndef answer(question):\n    asked.append(question)\n    return {limit}\n"
    (tmp_path / "program.py").write_text(text)
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, str(tmp_path / "program.py") if with_source else "<no file>", "exec"), space)

    def key() -> str:
        return json.dumps(call_parts(space["answer"], {"question": "q"})[0])

    before = key()
    space["answer"]("q")
    assert key() == before
    space[limit] = 4
    assert key() != before


def test_what_lives_stays_untold() -> None:
    """What may be any other of its class is said to be, wherever it is held; a lock changes no result."""
    for value in ((n for n in range(3)), {"a": [iter(range(3)), (n for n in ())]}, SimpleNamespace(of=open)):
        _, untold = call_parts(ask, {"first": 1, "value": value})
        assert untold == (None if isinstance(value, SimpleNamespace) else "its argument 'value'")
    assert call_parts(ask, {"value": threading.Lock()})[1] is None


def test_what_a_function_closes_over_is_part_of_the_call() -> None:
    """Two functions of one name are two; one that closes over something alive cannot be told."""

    def asking(of: Any) -> Callable[[], Any]:
        return lambda: of

    keys = [json.dumps(call_parts(asking(of), {})[0]) for of in (1, 2, 1)]
    assert keys[0] == keys[2] != keys[1]
    assert call_parts(asking(n for n in range(3)), {})[1] == "what it closes over"


def test_a_call_is_the_same_in_every_process(tmp_path: Path) -> None:
    """Another process, with other hashes of texts and other addresses, finds what was kept."""
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "from ragas.engine.call_identity import call_parts\n"
        "from tests.engine import test_call_identity as here\n"
        "values = [here.frame(3), here.times(2), here.App('a').ask, {'a', 'b', 'c'}, here.Reply]\n"
        "print(json.dumps(call_parts(here.ask, {str(n): one for n, one in enumerate(values)}), sort_keys=True))\n"
    )
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, str(program)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().endswith("null]\n")
