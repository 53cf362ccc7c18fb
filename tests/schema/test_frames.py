"""Tables of other libraries: pandas, Parquet, Hugging Face datasets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import datasets
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError

ROWS: list[dict[str, Any]] = [
    {
        "user_input": "¿Cuándo?",
        "retrieved_contexts": ["a", "b"],
        "response": "007",
        "rubrics": {"score1": "bad"},
    },
    {"user_input": "r", "reference": "g", "rubrics": {"score2": "good"}},
]
CALLS: list[dict[str, Any]] = [
    {
        "user_input": [
            {"content": "hi", "type": "human"},
            {"content": "", "type": "ai", "tool_calls": [{"name": "tide", "args": {"port": "Brest"}}]},
        ],
        "reference_tool_calls": [
            {"name": "tide", "args": {"port": "Brest"}},
            {"name": "log", "args": {"at": None}},
        ],
    },
    {
        "user_input": [{"content": "hi", "type": "human"}],
        "reference_tool_calls": [{"name": "convert", "args": {"to": 3}}],
    },
]
BOTH = pytest.mark.parametrize("rows", [ROWS, CALLS], ids=["questions", "conversations"])


@BOTH
def test_pandas_round_trip(rows: list[dict[str, Any]]) -> None:
    """A data frame gives back the dataset it was made of, missing values included."""
    dataset = EvaluationDataset.from_list(rows)
    assert EvaluationDataset.from_pandas(dataset.to_pandas()).to_list() == dataset.to_list() == rows


@BOTH
def test_hugging_face_round_trip(rows: list[dict[str, Any]]) -> None:
    """A Hugging Face dataset gives back the dataset; no tool call gets the arguments of another."""
    dataset = EvaluationDataset.from_list(rows)
    table = dataset.to_hf_dataset()
    assert EvaluationDataset.from_hf_dataset(table).to_list() == rows
    assert table[1] == {**dict.fromkeys(table.column_names), **rows[1]}


def test_padded_arguments_are_cleaned() -> None:
    """Where a table was made without the JSON type, the padding of its structs is taken out again."""
    padded = datasets.Dataset.from_list(
        [
            {"user_input": [{"content": "hi"}], "reference_tool_calls": row["reference_tool_calls"]}
            for row in CALLS
        ]
    )
    assert padded[1]["reference_tool_calls"][0]["args"] == {"port": None, "at": None, "to": 3}
    (first, second) = EvaluationDataset.from_hf_dataset(padded).to_list()
    assert first["reference_tool_calls"][0]["args"] == {"port": "Brest"}
    assert second["reference_tool_calls"][0]["args"] == {"to": 3}


def test_streamed_rows_and_splits() -> None:
    """Any iterable of rows is read; a dictionary of splits is an error that names them."""
    assert len(EvaluationDataset.from_hf_dataset(iter(ROWS))) == 2
    splits = datasets.DatasetDict({"train": datasets.Dataset.from_dict({"user_input": ["q"]})})
    with pytest.raises(InputError, match=r"splits \('train'\); pass one of them, dataset\['train'\]"):
        EvaluationDataset.from_hf_dataset(splits)


@BOTH
def test_parquet(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    """A Parquet file is read, without the padding of its structs."""
    pq.write_table(
        pa.Table.from_pylist([dict.fromkeys(rows[0] | rows[1]) | row for row in rows]), tmp_path / "a.parquet"
    )
    without_none = [dict(row) for row in rows]
    if rows is CALLS:
        without_none[0]["reference_tool_calls"] = [
            CALLS[0]["reference_tool_calls"][0],
            {"name": "log", "args": {}},
        ]
    assert EvaluationDataset.load(tmp_path / "a.parquet").to_list() == without_none
    assert EvaluationDataset.from_parquet(tmp_path / "a.parquet").to_list() == without_none


def test_wrong_frames() -> None:
    """A column that is there twice, numbers where text belongs, and what is no frame are errors that say so."""
    with pytest.raises(InputError, match="duplicate column: 'response' is in the data frame twice"):
        EvaluationDataset.from_pandas(pd.DataFrame([["a", "b"]], columns=["response", "response"]))
    with pytest.raises(InputError, match=r"row 0, column 'response': found 42 \(int\)"):
        EvaluationDataset.from_pandas(pd.DataFrame({"response": [42]}))
    with pytest.raises(InputError, match="not a list"):
        EvaluationDataset.from_pandas([])


def test_polars_like_frames() -> None:
    """A frame that gives its rows as dicts, as polars does, is read without pandas."""

    class Frame:
        columns = ("user_input",)

        def to_dicts(self) -> list[dict[str, str]]:
            return [{"user_input": "q"}]

    assert EvaluationDataset.from_pandas(Frame()).to_list() == [{"user_input": "q"}]


def test_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pandas, `to_pandas` says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match=r'pip install "ragas\[pandas\]"'):
        EvaluationDataset.from_list(ROWS).to_pandas()
