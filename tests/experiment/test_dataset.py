"""Datasets from lists, files, frames and Hugging Face, and on to an evaluation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.dataset import Dataset
from ragas.exceptions import InputError


class Question(BaseModel):
    id: int
    q: str


ROWS: list[dict[str, Any]] = [{"id": 1, "q": "Who?"}, {"id": 2, "q": "When?"}]


def test_from_a_list() -> None:
    """Dicts or models; a name, a backend and a model may be given."""
    assert list(Dataset.from_list(ROWS)) == ROWS
    typed = Dataset.from_list([Question(id=1, q="x")], name="typed", data_model=Question)
    assert (typed.name, typed[0].id) == ("typed", 1)
    assert Dataset.from_list([]).to_list() == []


def test_from_a_csv_file_of_ones_own(tmp_path: Path) -> None:
    """Cells are texts, an empty one is missing, lists are lists in the columns samples have lists in; its name is the file's."""
    path = tmp_path / "my questions.csv"
    path.write_text('id,question,contexts\n1,Who?,"[""a"", ""b""]"\n2,,"[\'c\']"\n')
    dataset = Dataset.from_csv(path)
    assert dataset.name == "my questions"
    assert list(dataset) == [
        {"id": "1", "question": "Who?", "contexts": ["a", "b"]},
        {"id": "2", "question": None, "contexts": ["c"]},
    ]


def test_from_a_csv_file_of_the_backend(tmp_path: Path) -> None:
    """A file that was written with types is read with types."""
    rows = [{"id": 1, "code": "007", "n": None, "l": [1]}]
    Dataset("q", "local/csv", data=rows, root_dir=tmp_path).save()
    assert list(Dataset.from_csv(tmp_path / "datasets/q.csv")) == rows


def test_from_other_files(tmp_path: Path) -> None:
    """JSONL, JSON and Parquet; a date stays the text it is."""
    rows = [{"id": 1, "day": "2024-01-31"}]
    (tmp_path / "a.jsonl").write_text(json.dumps(rows[0]))
    (tmp_path / "b.json").write_text(json.dumps(rows))
    (tmp_path / "c.csv").write_text("id,day\n1,2024-01-31\n")
    assert list(Dataset.from_jsonl(tmp_path / "a.jsonl", name="x")) == rows
    for name in ("a.jsonl", "b.json"):
        assert list(Dataset.from_file(tmp_path / name)) == rows
    assert list(Dataset.from_file(tmp_path / "c.csv")) == [{"id": "1", "day": "2024-01-31"}]
    with pytest.raises(InputError, match="there is no file"):
        Dataset.from_file(tmp_path / "absent.jsonl")


CALLS: list[dict[str, Any]] = [
    {
        "q": "a",
        "calls": [{"name": "tide", "args": {"port": "Brest", "day": 3}}],
        "extra": {"k": 1},
        "l": ["x"],
    },
    {
        "q": "b",
        "calls": [{"name": "rate", "args": {"code": None}}, {"name": "now", "args": {}}],
        "extra": {"m": []},
        "l": [],
    },
    {"q": None, "calls": None, "extra": None, "l": None},
]


def test_hugging_face_and_back() -> None:
    """The arguments of each tool call are exactly its own, however others are called; a None that was there stays."""
    dataset = Dataset.from_list(CALLS)
    assert list(Dataset.from_hf(dataset.to_hf_dataset(), name="again")) == CALLS


def test_hugging_face_structs_have_no_padding() -> None:
    """A dataset made elsewhere pads mappings with the keys of other rows; the padding is taken out."""
    import datasets

    made = datasets.Dataset.from_list([{"args": {"port": "Brest"}}, {"args": {"code": "EUR"}}])
    assert list(Dataset.from_hf(made)) == [{"args": {"port": "Brest"}}, {"args": {"code": "EUR"}}]


def test_hugging_face_mistakes() -> None:
    """A name, or a dictionary of splits, is refused with what to do."""
    with pytest.raises(InputError, match="Load it first"):
        Dataset.from_hf("me/my-data")
    with pytest.raises(InputError, match="dictionary of splits"):
        Dataset.from_hf({"test": []})


def test_on_to_an_evaluation() -> None:
    """Rows become samples, under today's column names or those of any earlier version."""
    old = Dataset.from_list(
        [{"question": "Who?", "answer": "Ada.", "contexts": ["Ada."], "ground_truths": ["Ada."]}], name="old"
    )
    new = Dataset.from_list(
        [{"user_input": "Who?", "response": "Ada.", "retrieved_contexts": ["Ada."], "reference": "Ada."}]
    )
    assert old.to_evaluation_dataset().samples == new.to_evaluation_dataset().samples
    assert old.to_evaluation_dataset().name == "old"


def test_evaluate_takes_a_dataset() -> None:
    """A Dataset can be evaluated as it is."""
    from ragas import evaluate
    from ragas.metrics.collections import ExactMatch

    rows = [{"response": "Ada", "reference": "Ada"}, {"response": "Ada", "reference": "Bob"}]
    result: Any = evaluate(Dataset.from_list(rows), [ExactMatch()], show_progress=False)
    assert result["exact_match"] == [1.0, 0.0]
