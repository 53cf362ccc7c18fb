"""EvaluationDataset: a sequence of samples that goes into files and tables and comes back as it was."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragas import EvaluationDataset, MultiTurnSample, SingleTurnSample
from ragas.exceptions import InputError

TEXT = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    ["007", "1.50", "", '""', "null", "[1]", "a\r\nb\n"]
)
TEXTS = st.lists(TEXT, max_size=3)
IDS = st.lists(TEXT | st.integers(), max_size=3)
ROW = st.fixed_dictionaries(
    {"user_input": TEXT},  # a file of rows without one known value is refused on reading
    optional={
        "response": st.none() | TEXT,
        "reference": st.none() | TEXT,
        "retrieved_contexts": st.none() | TEXTS,
        "reference_context_ids": st.none() | IDS,
        "rubrics": st.none() | st.dictionaries(TEXT, TEXT, max_size=2),
        "my own": st.none() | TEXT,
    },
)
ARGS = st.dictionaries(TEXT, st.none() | st.integers() | TEXT | st.lists(st.integers()), max_size=3)
TALK = [
    {"type": "human", "content": "Tide?"},
    {"type": "ai", "content": "", "tool_calls": [{"name": "tide", "args": {"port": "Brest", "day": None}}]},
    {"type": "tool", "content": "04:10", "metadata": {"ms": 3}},
]
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(rows: list[dict[str, Any]]) -> EvaluationDataset:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `my own` is unknown on purpose
        return EvaluationDataset.from_list(rows)


def conversations(*args: dict[str, Any]) -> EvaluationDataset:
    return read([{"user_input": TALK, "reference_tool_calls": [{"name": "f", "args": one}]} for one in args])


def through(dataset: EvaluationDataset, form: str) -> EvaluationDataset:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / f"a.{form}"
        (dataset.to_csv if form == "csv" else dataset.to_jsonl)(path)
        return EvaluationDataset.load(path)


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@given(rows=st.lists(ROW, min_size=1, max_size=4))
@QUICK
def test_files_keep_everything(form: str, rows: list[dict[str, Any]]) -> None:
    """Unicode, line breaks, empty and missing values, numbers as texts, lists and extra columns come back as they were."""
    dataset = read(rows)
    again = through(dataset, form)
    assert again == dataset
    assert again.to_list() == dataset.to_list()


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@given(args=st.lists(ARGS, min_size=1, max_size=3))
@QUICK
def test_files_keep_conversations(form: str, args: list[dict[str, Any]]) -> None:
    """Messages and the arguments of tool calls come back as they were."""
    dataset = conversations(*args)
    assert through(dataset, form) == dataset


def test_csv_of_earlier_versions(tmp_path: Path) -> None:
    """Lists that were written the way Python prints them are read."""
    path = tmp_path / "a.csv"
    path.write_text(
        'user_input,retrieved_contexts,reference\n"it\'s","[\'it\\\'s\', ""a ""]",42\n', encoding="utf-8"
    )
    assert EvaluationDataset.from_csv(path).to_list() == [
        {"user_input": "it's", "retrieved_contexts": ["it's", "a "], "reference": "42"}
    ]
    path.write_text(f'user_input\n"{TALK!r}"\n', encoding="utf-8")
    assert EvaluationDataset.from_csv(path)[0].to_dict()["user_input"] == TALK


def test_later_rows_may_have_more_columns(tmp_path: Path) -> None:
    """The header of a CSV file and the columns of a frame are those of all rows, not of the first."""
    dataset = read([{"user_input": "q"}, {"user_input": "r", "response": "a", "retrieved_contexts": ["c"]}])
    dataset.to_csv(tmp_path / "a.csv")
    assert EvaluationDataset.from_csv(tmp_path / "a.csv") == dataset
    assert list(dataset.to_pandas().columns) == ["user_input", "retrieved_contexts", "response"]


def test_rows_without_values(tmp_path: Path) -> None:
    """Rows stay rows in a CSV file even when nothing in them has a value."""
    dataset = read([{"user_input": None}, {}])
    dataset.to_csv(tmp_path / "a.csv")
    assert EvaluationDataset.from_csv(tmp_path / "a.csv") == dataset


def test_empty_dataset(tmp_path: Path) -> None:
    """An empty dataset can be shown, sliced, and written; it has no sample type."""
    empty = EvaluationDataset([])
    assert repr(empty) == "EvaluationDataset(features=[], len=0)"
    assert (list(empty), empty[:], empty.is_multi_turn(), empty.to_list()) == ([], empty, False, [])
    assert len(empty.to_pandas()) == 0
    empty.to_csv(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == ""
    with pytest.raises(InputError, match="dataset is empty"):
        empty.get_sample_type()


def test_as_a_sequence() -> None:
    """A number gives a sample, a slice a dataset that knows where it comes from, anything else a TypeError."""
    rows = [{"user_input": str(number)} for number in range(4)]
    dataset = EvaluationDataset.from_list(rows, backend="local/csv", name="mine")
    assert dataset[1] == dataset[-3] == SingleTurnSample(user_input="1")
    assert isinstance(dataset[1:3], EvaluationDataset)
    assert (len(dataset[1:3]), dataset[1:3].backend, dataset[1:3].name) == (2, "local/csv", "mine")
    assert [sample.to_dict() for sample in dataset] == rows
    assert dataset.get_sample_type() is SingleTurnSample
    with pytest.raises(TypeError, match="'1'"):
        dataset["1"]  # type: ignore[call-overload]


def test_shown() -> None:
    """A dataset shows the columns that any of its samples has, and its length."""
    dataset = read([{"user_input": "q"}, {"question": "r", "answer": "a"}])
    assert str(dataset) == repr(dataset) == "EvaluationDataset(features=['user_input', 'response'], len=2)"


def test_samples_of_two_kinds() -> None:
    """A dataset holds samples of one kind; the first that differs is named."""
    with pytest.raises(InputError, match="sample 1 is a MultiTurnSample"):
        EvaluationDataset([SingleTurnSample(user_input="q"), MultiTurnSample(user_input=[])])
    with pytest.raises(InputError, match=r"sample 0 is \{.*from_list"):
        EvaluationDataset([{"user_input": "q"}])  # type: ignore[list-item]
    assert conversations({}).is_multi_turn()


def test_from_dict_reads_rows_and_columns() -> None:
    """`from_dict` takes a list of rows or a dict of columns."""
    rows = [{"user_input": "1"}, {"user_input": "2"}]
    assert EvaluationDataset.from_dict(rows) == EvaluationDataset.from_dict({"user_input": ["1", "2"]})
