"""Saving and loading a result: nothing is lost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel

from ragas import EvaluationDataset
from ragas.exceptions import InputError
from ragas.schema import EvaluationResult
from ragas.schema.saved import plain
from tests.schema.rows_of_cells import CAUTION, TONE, cell, every_status


@pytest.mark.parametrize("name", ["folder", "run/result.json", "mine.json"])
def test_everything_comes_back(tmp_path: Path, name: str) -> None:
    """Cells, reasons, evidence, usage, judges and cautions come back from a folder or a file."""
    made = every_status()
    file = made.save(tmp_path / name)
    assert file.suffix == ".json"
    again = EvaluationResult.load(tmp_path / name)
    assert again == made
    assert again.metrics[0].caution == CAUTION
    assert again.explain(0, "faithfulness") == made.explain(0, "faithfulness")
    assert "°C" in file.read_text("utf-8")


def test_conversations_and_extra_data(tmp_path: Path) -> None:
    """Conversations, names and extra columns come back, without a warning about them."""
    calling = {"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": {"x": None}}]}
    dataset = EvaluationDataset.from_list([{"user_input": [calling]}], name="mine", backend="inmemory")
    dataset.samples[0].extra = {"id": 7, "cut": "\ud83d"}
    made = EvaluationResult(dataset, [{"tone": cell("pass")}], [TONE])
    made.save(tmp_path)
    again = EvaluationResult.load(tmp_path)
    assert again == made
    assert again.dataset.extra_columns == ["id", "cut"]
    assert again.dataset.name == "mine"


def test_evidence_of_any_kind(tmp_path: Path) -> None:
    """Models, arrays, sets and numbers that JSON does not have are saved as what comes nearest; the file is valid JSON."""

    class Model(BaseModel):
        a: int = 1

    @dataclass
    class Data:
        b: tuple[int, ...] = (1, 2)

    evidence: dict[Any, Any] = {
        "model": Model(),
        "data": Data(),
        3: np.array([0.5]),
        "nan": float("nan"),
        "path": Path("x"),
    }
    wanted = {"model": {"a": 1}, "data": {"b": [1, 2]}, "3": [0.5], "nan": None, "path": "x"}
    assert plain(evidence) == wanted
    dataset = EvaluationDataset.from_list([{"user_input": "q"}])
    made = EvaluationResult(dataset, [{"tone": cell("pass", traces={"output": evidence})}], [TONE])
    text = made.save(tmp_path).read_text("utf-8")
    assert json.loads(text, parse_constant=pytest.fail)["cells"][0]["tone"]["traces"] == {"output": wanted}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not valid JSON"),
        ("[]", "is not a saved result"),
        ('{"format": "ragas result", "version": 99}', "newer version"),
        ('{"format": "ragas result", "version": 1}', "damaged result: 'metrics' is missing"),
        ('{"format": "ragas result"}', "its version is None"),
        ('{"format": "ragas result", "version": "1"}', "its version is '1', not a number"),
        ('{"format": "ragas result", "version": null}', "its version is None"),
        ('{"format": "ragas result", "version": ' + "1" * 5000 + "}", "more than 4300 digits"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_no_saved_result(tmp_path: Path, content: str, words: str) -> None:
    """A file that is no saved result is named as such."""
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(InputError, match=words):
        EvaluationResult.load(tmp_path / "a.json")
    with pytest.raises(InputError, match="there is no file"):
        EvaluationResult.load(tmp_path)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (["dataset", "extra"], {"7": {}}, "extra: there is no row '7'"),
        (["dataset", "extra"], {"x": {}}, "extra: there is no row 'x'"),
        (["dataset", "extra"], {"0": 5}, "extra, row 0: 5 does not belong there"),
        (["dataset", "samples", 0, "response"], 5, "sample 0, column 'response': found 5"),
        (["dataset"], [], r"dataset: \[\] does not belong there"),
        (["metrics", 0, "name"], 5, "metrics, name: 5 does not belong there"),
        (["metrics", 0, "colour"], 5, "colour"),
        (["cells"], None, "cells: None does not belong there"),
        (["cells", 0], [], r"cells, row 0: \[\] does not belong there"),
        (["cells", 0], {}, "row 0 has cells for"),
        (
            ["cells", 0, "faithfulness", "traces"],
            "x",
            "row 0, faithfulness, traces: 'x' does not belong there",
        ),
        (
            ["cells", 0, "faithfulness", "value"],
            "0.9",
            "row 0, faithfulness, value: the text '0.9' stands where",
        ),
        (["cells", 0, "faithfulness", "value"], float("inf"), "row 0, faithfulness: .*finite"),
        (["cells", 0, "faithfulness", "status"], "ok", "row 0, faithfulness: a cell cannot be 'ok'"),
        (["usage"], "x", "usage: 'x' does not belong there"),
    ],
)
def test_edited_by_hand(tmp_path: Path, place: list[Any], value: Any, words: str) -> None:
    """What somebody broke in a saved result is named with the file and the place in it."""
    file = every_status().save(tmp_path)
    content = part = json.loads(file.read_text("utf-8"))
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    file.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError, match=rf"result\.json' is a damaged result: .*{words}"):
        EvaluationResult.load(file)


class Faulty:
    """An object that cannot be looked at."""

    def __str__(self) -> str:
        raise RuntimeError

    def tolist(self) -> Any:
        raise RuntimeError


class Tree(BaseModel):
    inner: Any = None


@dataclass
class Node:
    inner: Any = None


def test_whatever_evidence_holds_can_be_written() -> None:
    """What contains itself, goes on without end, or cannot be read gives way to words, and the rest is there."""
    cycle: dict[str, Any] = {"a": 1}
    cycle["again"] = [cycle]
    node = Node()
    node.inner = node
    tree = Tree()
    tree.inner = tree
    deep: list[Any] = []
    for _ in range(3000):
        deep = [deep]
    itself = "… (cut: contains itself)"
    assert plain(cycle) == {"a": 1, "again": [itself]}
    assert plain(node) == {"inner": itself}
    assert itself in json.dumps(plain(tree), ensure_ascii=False)
    assert plain([cycle["a"], cycle["a"]]) == [1, 1]
    assert plain({"x": [1], "y": {10**5000: 10**5000}}) == {
        "x": [1],
        "y": {"a very long int": "a very long int"},
    }
    assert plain([Faulty()]) == ["… (cut: Faulty cannot be read: RuntimeError)"]
    written = json.dumps(plain({"deep": deep, "tree": Tree(inner=deep)}), ensure_ascii=False)
    assert written.count("… (cut: more than 100 levels deep)") == 2
    assert json.loads(written)


def test_the_same_twice_is_no_cycle() -> None:
    """Only what is inside itself is cut."""
    shared = {"a": [1]}
    assert plain([shared, shared, {"again": shared}]) == [shared, shared, {"again": shared}]
