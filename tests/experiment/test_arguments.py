"""What an experiment is run with beside the row."""

from __future__ import annotations

import functools
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
    """By place or by name is the same, and the default is nothing; what is called a key is none."""
    assert told(ask, ["x", 4], {}) == told(ask, [], {"k": 4, "app": "x"})
    assert told(ask, [], {"k": 3, "app": None}) == {}
    assert told(lambda row, api_key: row, [], {"api_key": "secret"}) == {}
    assert set(told(lambda row, *more, **named: row, [1], {"z": 2})) == {"more.0", "z"}


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
