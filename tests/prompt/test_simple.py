"""Prompts and their files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.prompt.simple import Prompt


class Answer(BaseModel):
    word: str


def test_an_example_needs_two_dicts() -> None:
    """Anything else is a TypeError that says which side is wrong."""
    with pytest.raises(TypeError, match="output of an example"):
        Prompt("x").add_example({}, "y")  # type: ignore[arg-type]  # the mistake


def test_the_version_changes_with_what_is_said() -> None:
    """Instruction and examples count."""
    prompt = Prompt("x")
    before = prompt.version
    prompt.add_example({"a": 1}, {"b": 2})
    assert len({before, prompt.version, Prompt("y").version}) == 3


@pytest.mark.parametrize("name", ["prompt.json", "prompt.json.gz"])
def test_a_prompt_comes_back_from_its_file(tmp_path: Path, name: str) -> None:
    """Instruction and examples in any script, plain or compressed."""
    prompt = Prompt('Ist das {"gut"}? {text} 你好', [({"text": "é"}, {"ok": True})])
    prompt.save(tmp_path / name)
    again = Prompt.load(tmp_path / name)
    assert (again.instruction, again.examples) == (prompt.instruction, prompt.examples)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_file_has_the_known_format(tmp_path: Path) -> None:
    """The keys of version 0.4.3."""
    path = tmp_path / "p.json.gz"
    with pytest.warns(UserWarning, match="response_model cannot be saved"):
        Prompt("Do {x}", [({"x": 1}, {"y": 2})], Answer).save(path)
    content = json.loads(gzip.decompress(path.read_bytes()))
    assert content.keys() == {"format_version", "type", "instruction", "examples", "response_model_info"}
    assert content["format_version"] == "1.0"
    assert content["type"] == "Prompt"
    assert content["examples"] == [{"input": {"x": 1}, "output": {"y": 2}}]
    info = content["response_model_info"]
    assert info.keys() == {"class_name", "module", "schema", "note"}
    assert info["class_name"] == "Answer"
    with pytest.raises(ValueError, match=r"requires a response_model \(Answer\)"):
        Prompt.load(path)
    assert Prompt.load(path, Answer).response_model is Answer


def test_another_response_model_is_noticed(tmp_path: Path) -> None:
    """A model with other fields than the saved one loads with a warning."""

    class Other(BaseModel):
        number: int

    with pytest.warns(UserWarning, match="cannot be saved"):
        Prompt("x", response_model=Answer).save(tmp_path / "p.json")
    with pytest.warns(UserWarning, match="schema differs"):
        Prompt.load(tmp_path / "p.json", Other)


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"type": "Cake"}', b'{"type": "Prompt"}', b"\xff"])
def test_files_that_hold_no_prompt_are_refused(tmp_path: Path, content: bytes) -> None:
    """A ValueError says which file and why."""
    path = tmp_path / "p.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"Cannot load prompt|File is not a Prompt"):
        Prompt.load(path)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    """What cannot be written does not destroy what was there."""
    path = tmp_path / "p.json"
    Prompt("old").save(path)
    unwritable: dict[str, Any] = {"x": object()}
    with pytest.raises(ValueError, match="Cannot save prompt"):
        Prompt("new", [(unwritable, {})]).save(path)
    assert Prompt.load(path).instruction == "old"
    assert len(list(tmp_path.iterdir())) == 1
