"""Labels of people: which row each is about, and whose it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationDataset
from ragas.evaluation.labels import read_labels
from ragas.exceptions import InputError
from tests.evaluation.labelled import data


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.csv", "id,faithfulness,reason\nq2,true,\nq0,False,no such figure\nq1,,\n"),
        (
            "labels.jsonl",
            '{"id": "q2", "faithfulness": true}\n{"id": "q0", "faithfulness": false, "reason": "no such figure"}\n',
        ),
        ("labels.csv", "row,label,label_reason\n2,1,\n0,0.0,no such figure\n"),
    ],
)
def test_files_and_keys(tmp_path: Path, name: str, text: str) -> None:
    """CSV and JSONL, by id or by row number, with reasons, in any order; an empty cell is no label."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    found = read_labels(tmp_path / name, data(3), metric="faithfulness")
    assert found.values == [[False, None, True]]
    assert found.reasons == [["no such figure", None, None]]
    assert found.rows == [0, 2]


def test_the_second_column_is_the_second_annotators() -> None:
    """Also where it is the first to have a label: judges are compared with the column that was named for it."""
    rows = [{"row": 0, "ana": None, "ben": "no"}, {"row": 1, "ana": "yes", "ben": None}]
    found = read_labels(rows, data(2), column="ana", second="ben")
    assert (found.annotators, found.rows) == (["ana", "ben"], [1])


def test_annotators_in_columns_or_in_rows_of_their_own() -> None:
    """Two columns, or a column that says who; of one person's labels for a row the last one holds, None takes it back."""
    columns = read_labels([{"row": 0, "ana": "yes", "ben": "no"}], data(2), column="ana", second="ben")
    assert (columns.annotators, columns.values) == (["ana", "ben"], [["yes", None], ["no", None]])
    rows: list[dict[str, Any]] = [
        {"row": 0, "label": "no", "annotator": "ana", "reason": "first thought"},
        {"row": 0, "label": "no", "annotator": "ben"},
        {"row": 0, "label": "yes", "annotator": "ana"},
        {"row": 1, "label": "yes", "annotator": "ana"},
        {"row": 1, "label": None, "annotator": "ana"},
        {"row": 1, "label": "yes", "annotator": "cem"},
    ]
    with pytest.raises(InputError, match="There are 3 annotators: ana, ben, cem"):
        read_labels(rows, data(2))
    found = read_labels(rows, data(2), annotators=["ana", "ben"])
    assert found.values == [["yes", None], ["no", None]]
    assert found.reasons == [[None, None], [None, None]]
    assert found.hash == columns.hash, "the hash is of labels and rows, not of the form of the file"
    assert found.hash != read_labels(rows, data(2), annotators=["ben"]).hash


@pytest.mark.parametrize(
    ("rows", "options", "said"),
    [
        ([{"row": 0, "grade": 1}], {}, "no column 'label' of labels. The columns are row, grade"),
        ([{"row": 0, "label": 1}], {"second": "ben"}, "no column 'ben'"),
        ([{"label": 1}], {}, "Nothing tells which label is of which row"),
        ([{"row": 9, "label": 1}], {}, "No label in the column 'label' is of a row in the data"),
        ([{"row": 0, "label": 1}, {"row": 0, "label": 0}], {}, "say who in a column 'annotator'"),
        ([{"row": 0, "label": [1]}], {}, "is no label"),
        ([{"row": 0, "label": 1, "annotator": "ana"}], {"annotators": ["ben"]}, "ben labelled nothing"),
    ],
)
def test_what_cannot_be_read(rows: list[dict[str, Any]], options: dict[str, Any], said: str) -> None:
    """One line that says what is wrong and what there is."""
    with pytest.raises(InputError, match=said):
        read_labels(rows, data(3), **options)


def test_ids_that_rows_share_are_ambiguous() -> None:
    """A label of one of them is refused with the way out; labels of others, and those by row, are read."""
    shared = EvaluationDataset.from_list([{"id": one, "user_input": f"{one}?"} for one in ("a", 7, "7")])
    with pytest.raises(InputError, match=r"2 rows of the data have the id '7'.*in a column 'row' instead"):
        read_labels([{"id": "a", "label": 1}, {"id": 7, "label": 0}], shared)
    assert read_labels([{"id": "a", "label": 1}], shared).rows == [0]
    assert read_labels([{"row": 2, "label": 1}], shared).rows == [2]


def test_labels_of_other_rows_are_counted() -> None:
    """They are left out, not matched with the wrong row; labels without a key go by their order if they are as many."""
    found = read_labels([{"id": "q1", "label": 1}, {"id": "x", "label": 0}], data(2))
    assert (found.values, found.unmatched) == ([[None, 1.0]], 1)
    assert read_labels([{"label": 1}, {"label": 0}], data(2)).values == [[1.0, 0.0]]
