"""A table of rows under a name: reading, writing, models, splitting."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from ragas.backends import InMemoryBackend, LocalCSVBackend
from ragas.backends.registry import as_backend
from ragas.dataset import Dataset, DataTable
from ragas.exceptions import InputError
from ragas.experiment import Experiment


class Question(BaseModel):
    id: int
    text: str
    tags: list[str] = []
    day: dt.date | None = None


ROWS: list[dict[str, Any]] = [{"id": 1, "text": "Who?"}, {"id": 2, "text": "When?", "tags": ["time"]}]


@pytest.mark.parametrize("table", [Dataset, Experiment])
@pytest.mark.parametrize("backend", ["local/csv", "local/jsonl", "local/parquet"])
def test_a_table_is_saved_and_loaded(table: type[DataTable], backend: str, tmp_path: Path) -> None:
    """Nothing is written before save(); what is loaded is what was saved, with its model or without."""
    made = table("q", backend, Question, ROWS, root_dir=tmp_path)
    assert list(tmp_path.iterdir()) == []
    made.save()
    found = table.load("q", backend, Question, root_dir=tmp_path)
    assert list(found) == list(made) == [Question(**row) for row in ROWS]
    plain = table.load("q", backend, root_dir=tmp_path)
    assert plain[1] == {"id": 2, "text": "When?", "tags": ["time"], "day": None}


def test_it_is_a_sequence_of_rows() -> None:
    """Length, indices, slices (plain lists), iteration, values of a row, and a line that says what it is."""
    table = Dataset("q", "inmemory", data=ROWS)
    assert len(table) == 2
    assert table[0] == {"id": 1, "text": "Who?"}
    assert table[-1]["tags"] == ["time"]
    assert table[:1] == [ROWS[0]]
    assert [row["id"] for row in table] == [1, 2]
    assert table.get_row_value(table[0], "text") == "Who?"
    assert table.get_row_value(Question(id=1, text="x"), "id") == 1
    assert str(table) == "Dataset(name=q, len=2)"
    assert repr(table.validate_with(Question)) == "Dataset(name=q, model=Question, len=2)"


def test_rows_given_are_copied() -> None:
    """A dict changed after it was appended does not change the table."""
    row = {"a": 1}
    table = Dataset("q", "inmemory", data=[row])
    row["a"] = 2
    assert table[0] == {"a": 1}


def test_what_is_appended_is_checked() -> None:
    """Without a model only dicts; with one, dicts that fit or instances of exactly that model."""

    class Longer(Question):
        more: int = 0

    plain, typed = Dataset("q", "inmemory"), Dataset("q", "inmemory", Question)
    with pytest.raises(TypeError, match="is a dict, not a Question"):
        plain.append(Question(id=1, text="x"))
    typed.append({"id": 1, "text": "x"})
    typed.append(Question(id=2, text="y"))
    with pytest.raises(TypeError, match="is a dict or a Question, not a Longer"):
        typed.append(Longer(id=1, text="x"))
    with pytest.raises(InputError, match="row 2 of 'q', column 'text' Field required"):
        typed.append({"id": 1})
    assert len(typed) == 2


def test_validate_with_makes_a_new_table() -> None:
    """The table itself stays as it is; one with a model cannot get another."""
    table = Dataset("q", "inmemory", data=ROWS)
    typed = table.validate_with(Question)
    assert typed[0] == Question(id=1, text="Who?")
    assert table[0] == ROWS[0]
    with pytest.raises(ValueError, match="has the data model Question already"):
        typed.validate_with(Question)
    with pytest.raises(InputError, match="row 0 of 'q', column 'id'"):
        Dataset("q", "inmemory", data=[{"id": "one", "text": "x"}]).validate_with(Question)


def test_reload_takes_what_is_stored() -> None:
    """Changes that were not saved are gone, those others saved are there."""
    backend = InMemoryBackend()
    table = Dataset("q", backend, data=ROWS)
    table.save()
    table.append({"id": 3})
    backend.save_dataset("q", [{"id": 9}])
    table.reload()
    assert list(table) == [{"id": 9}]


def test_a_file_of_texts_is_read_with_a_model(tmp_path: Path) -> None:
    """In a CSV file from elsewhere cells are texts; the model says which are numbers, lists, dates or missing."""
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets/q.csv").write_text(
        'id,text,tags,day\n1,007,"[\'a\', \'b\']",2024-01-31\n2,x,"[""c""]",\n3,,,\n'
    )
    assert list(Dataset.load("q", "local/csv", Question, root_dir=tmp_path)) == [
        Question(id=1, text="007", tags=["a", "b"], day=dt.date(2024, 1, 31)),
        Question(id=2, text="x", tags=["c"]),
        Question(id=3, text=""),
    ]
    assert Dataset.load("q", "local/csv", root_dir=tmp_path)[0]["id"] == "1"


class Anything(BaseModel):
    text: str
    maybe: str | None = "default"
    number: float
    whole: int | None = None
    either: int | str = 0
    texts: list[str] = []
    inner: dict[str, list[int | None]] = {}
    day: dt.date | None = None
    at: dt.datetime | None = None


# ISO texts, as everyone writes them, do not tell the second 2:30 of an autumn night from the first.
moments = st.datetimes().map(lambda moment: moment.replace(fold=0))
anything = st.builds(
    Anything, maybe=..., whole=..., either=..., texts=..., inner=..., day=..., at=st.none() | moments
)


@pytest.mark.parametrize("backend", ["inmemory", "local/csv", "local/jsonl", "local/parquet"])
def test_typed_rows_come_back_as_they_were(backend: str) -> None:
    """Whatever a model holds is what is loaded with it: texts like "1" and "", dates, lists, missing values."""
    with TemporaryDirectory() as folder:
        where = as_backend(backend, **({} if backend == "inmemory" else {"root_dir": folder}))

        @settings(max_examples=25)
        @given(rows=st.lists(anything, max_size=4))
        def check(rows: list[Anything]) -> None:
            Dataset("q", where, Anything, rows).save()
            found = list(Dataset.load("q", where, Anything))
            assert [repr(row) for row in found] == [repr(row) for row in rows]  # NaN is not equal to itself

        check()


def test_a_row_that_does_not_fit_is_named(tmp_path: Path) -> None:
    """The message has row, column and value."""
    LocalCSVBackend(tmp_path).save_dataset("q", [{"id": 1, "text": "x"}, {"id": "two", "text": "y"}])
    with pytest.raises(InputError, match=r"row 1 of 'q', column 'id': .*integer"):
        Dataset.load("q", "local/csv", Question, root_dir=tmp_path)


def test_fields_with_aliases_come_back(tmp_path: Path) -> None:
    """A model whose fields have aliases is loaded from what it was saved as."""

    class Renamed(BaseModel):
        user_input: str = Field(alias="userInput")

    table = Dataset("q", "local/jsonl", Renamed, [{"userInput": "Who?"}], root_dir=tmp_path)
    table.save()
    assert Dataset.load("q", "local/jsonl", Renamed, root_dir=tmp_path)[0].user_input == "Who?"


def test_frames_go_both_ways() -> None:
    """What pandas has for a missing value is None in a row; every column of any row is in the frame."""
    frame = pd.DataFrame({"id": [1, 2], "score": [0.5, None], "tags": [["a"], None]})
    table = Dataset.from_pandas(frame, "scores", "inmemory")
    assert list(table) == [{"id": 1, "score": 0.5, "tags": ["a"]}, {"id": 2, "score": None, "tags": None}]
    assert table.name == "scores"
    assert list(Dataset("q", "inmemory", data=ROWS).to_pandas().columns) == ["id", "text", "tags"]
    assert Dataset("q", "inmemory", Question, ROWS).to_pandas()["id"].tolist() == [1, 2]


def test_a_split_is_random_and_repeatable() -> None:
    """Both parts together are the rows; the same seed gives the same split, another another, none is a seed, too."""
    table = Dataset("q", "inmemory", data=[{"id": index} for index in range(50)])
    before, state = list(table), random.getstate()
    train, test = table.train_test_split(test_size=0.2)
    assert (len(train), len(test)) == (40, 10)
    assert (train.name, test.name) == ("q_train", "q_test")
    assert sorted(row["id"] for row in [*train, *test]) == list(range(50))
    assert [row["id"] for row in test] != list(range(40, 50))
    assert list(table.train_test_split()[1]) == list(test)
    assert list(table.train_test_split(random_state=1)[1]) != list(test)
    assert list(table) == before
    assert random.getstate() == state
    assert test.backend.load_dataset("q_test") == list(test)
    assert [row["id"] for row in table.train_test_split(shuffle=False)[1]] == list(range(40, 50))


def test_a_split_leaves_no_part_empty() -> None:
    """Two rows give one and one; fewer cannot be split, and a share is between 0 and 1."""
    table = Dataset("q", "inmemory", Question, ROWS)
    train, test = table.train_test_split(test_size=0.01)
    assert (len(train), len(test)) == (1, 1)
    assert isinstance(test[0], Question)
    with pytest.raises(InputError, match=r"two rows that differ, .* here are 1"):
        train.train_test_split()
    with pytest.raises(InputError, match="test_size is 20"):
        table.train_test_split(test_size=20)
