"""Writing files: whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragas import EvaluationDataset, SingleTurnSample
from ragas.exceptions import InputError
from ragas.schema.writing import write_csv, write_jsonl


def test_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """When writing fails half-way, the file that was there is untouched and nothing else is left behind."""
    path = tmp_path / "a.txt"
    path.write_text("old")

    def rows() -> Iterator[dict[str, str]]:
        yield {"a": "half"}
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_csv(path, rows(), ["a"])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_folders_are_made(tmp_path: Path) -> None:
    """Missing folders of the path are made."""
    EvaluationDataset.from_list([{"user_input": "q"}]).to_jsonl(tmp_path / "new" / "a.jsonl")
    assert (tmp_path / "new" / "a.jsonl").read_text() == '{"user_input": "q"}\n'


def test_half_a_character(tmp_path: Path) -> None:
    """A text cut in the middle of a character survives JSONL; CSV cannot hold it and says in which row."""
    dataset = EvaluationDataset.from_list([{"user_input": "ok"}, {"user_input": "cut \ud83d"}])
    dataset.to_jsonl(tmp_path / "a.jsonl")
    assert EvaluationDataset.from_jsonl(tmp_path / "a.jsonl") == dataset
    with pytest.raises(InputError, match="row 1, column 'user_input' holds half a character"):
        dataset.to_csv(tmp_path / "a.csv")
    assert not (tmp_path / "a.csv").exists()


def test_half_a_character_in_the_name_of_a_column(tmp_path: Path) -> None:
    """JSONL holds it; CSV says which column it is, and with `mend` writes U+FFFD."""
    rows = [{"user_input": "q", "cut \ud83d": "x"}]
    write_jsonl(tmp_path / "a.jsonl", rows)
    assert json.loads((tmp_path / "a.jsonl").read_text()) == rows[0]
    with pytest.raises(InputError, match=r"the name of column 'cut \\ud83d' holds half a character"):
        write_csv(tmp_path / "a.csv", rows, list(rows[0]))
    assert not (tmp_path / "a.csv").exists()
    write_csv(tmp_path / "a.csv", rows, list(rows[0]), mend=True)
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == "user_input,cut \ufffd\nq,x\n"


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_number_that_python_does_not_write(tmp_path: Path, form: str) -> None:
    """The message names row and column, and no file is there afterwards."""
    dataset = EvaluationDataset([SingleTurnSample(user_input="q"), SingleTurnSample(user_input="q")])
    dataset[1].extra = {"big": [10**5000]}
    write = dataset.to_csv if form == "csv" else dataset.to_jsonl
    with pytest.raises(InputError, match="row 1, column 'big': a very long list cannot be written"):
        write(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_rows_without_some_columns(tmp_path: Path) -> None:
    """A row that lacks a column of the others gets an empty cell."""
    write_csv(tmp_path / "a.csv", [{"a": "1"}, {"b": "2"}], ["a", "b"])
    assert (tmp_path / "a.csv").read_text().splitlines() == ["a,b", "1,", ",2"]


def test_a_read_only_disk_is_told_by_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by that of the temporary file, which cannot be taken away there either."""

    def refuse(file: Path, *_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system", str(file))

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError, match="Read-only file system") as caught:
        write_csv(tmp_path / "a.csv", iter([{"a": "x"}]), ["a"])
    assert caught.value.filename == str(tmp_path / "a.csv")
