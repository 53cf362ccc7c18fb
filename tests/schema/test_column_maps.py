"""Columns that have other names in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError

NAMES = {"user_input": "query", "retrieved_contexts": "docs"}
FILES = {
    "a.jsonl": '{"query": "q", "docs": ["a", "b"], "user": 1}',
    "a.json": '[{"query": "q", "docs": ["a", "b"], "user": 1}]',
    "a.csv": 'query,docs,user\nq,"[""a"", ""b""]",1\n',
}
EVERY_FORM = pytest.mark.parametrize("name", FILES)


@pytest.fixture
def file(name: str, tmp_path: Path) -> Path:
    (tmp_path / name).write_text(FILES[name], "utf-8")
    return tmp_path / name


@EVERY_FORM
@pytest.mark.filterwarnings("ignore:unknown column")
def test_columns_are_read_under_our_names(file: Path) -> None:
    """A mapped column is read as ours, so that a list in a cell of a CSV file becomes one."""
    (row,) = EvaluationDataset.load(file, column_map=NAMES, limit=1).to_list()
    assert (row["user_input"], row["retrieved_contexts"]) == ("q", ["a", "b"])


@EVERY_FORM
def test_wrong_maps(file: Path) -> None:
    """A column that is not there, one that is meant twice, and two that become one are errors that name them."""
    for names, words in (
        (
            {"user_input": "question"},
            "there is no column 'question'; the columns are 'query', 'docs', 'user'",
        ),
        ({"user_input": "query", "response": "query"}, "'query' cannot be both 'user_input' and 'response'"),
        ({"docs": "query"}, "'query' cannot be read as 'docs', for there is a column 'docs'"),
    ):
        with pytest.raises(InputError, match=words):
            EvaluationDataset.load(file, column_map=names, limit=1)
