"""Which rows are the same."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError
from ragas.schema.pairing import cluster_labels, pair_rows


def data(*rows: dict[str, Any]) -> EvaluationDataset:
    """A dataset, of which the extra columns are reported."""
    return EvaluationDataset.from_list([{"response": "r", **row} for row in rows])


def questions(text: str) -> EvaluationDataset:
    """A question for each letter."""
    return data(*({"user_input": letter} for letter in text))


def test_by_question() -> None:
    """Rows are paired by their question wherever they stand; what has no partner is named."""
    found = pair_rows(questions("abc"), questions("cdb"))
    assert found.rows == [(2, 0), (1, 2)]
    assert (found.only_a, found.only_b, found.paired_by) == ([0], [1], "user_input and reference")


def test_duplicates_in_order() -> None:
    """A question that is asked twice is paired in the order in which it stands."""
    assert pair_rows(questions("aab"), questions("baa")).rows == [(2, 0), (0, 1), (1, 2)]


def test_duplicates_are_counted() -> None:
    """Rows that share a key are counted where there are more of them, for the order alone pairs them."""
    found = pair_rows(questions("aabc"), questions("abcc"))
    assert found.sharing == 2
    assert found.remark == "2 rows share a key; they are paired in their order"
    assert pair_rows(questions("abc"), questions("abc")).remark == ""


@pytest.mark.parametrize(("one", "other"), [(1, "1"), (7.0, "7"), (2.5, "2.5"), (True, "True")])
def test_an_id_is_the_same_in_every_file(one: Any, other: Any) -> None:
    """A CSV file makes text of an id 1, a data frame 1.0; that is the same row."""
    a, b = (data({"user_input": str(row), "id": row}) for row in (one, other))
    assert pair_rows(a, b).rows == [(0, 0)]


def test_reference_tells_questions_apart() -> None:
    """The same question with another reference is another row."""
    a = data({"user_input": "q", "reference": "1"}, {"user_input": "q", "reference": "2"})
    b = data({"user_input": "q", "reference": "2"}, {"user_input": "q", "reference": "1"})
    assert pair_rows(a, b).rows == [(1, 0), (0, 1)]


@pytest.mark.filterwarnings("ignore:.*unknown|.*column")
def test_by_id() -> None:
    """Where every row has an id it decides, and with --on any column does."""
    a = data({"user_input": "old words", "id": 1, "ticket": "x"}, {"user_input": "b", "id": 2, "ticket": "y"})
    b = data({"user_input": "b", "id": 2, "ticket": "x"}, {"user_input": "new words", "id": 1, "ticket": "y"})
    assert pair_rows(a, b).rows == [(1, 0), (0, 1)]
    assert pair_rows(a, b).paired_by == "id"
    assert pair_rows(a, b, "ticket").rows == [(0, 0), (1, 1)]


def test_by_position() -> None:
    """Rows without any key are paired by their place, if there are as many."""
    assert pair_rows(data({}, {}), data({}, {})).rows == [(0, 0), (1, 1)]
    with pytest.raises(InputError, match="that pairs them with --on"):
        pair_rows(data({}, {}), data({}))


def test_conversations() -> None:
    """Conversations are paired by their messages."""
    talks = [[{"type": "human", "content": text}] for text in ("hello", "bye")]
    a = EvaluationDataset.from_list([{"user_input": talk} for talk in talks])
    b = EvaluationDataset.from_list([{"user_input": talk} for talk in reversed(talks)])
    assert pair_rows(a, b).rows == [(1, 0), (0, 1)]


def test_nothing_in_common() -> None:
    """Runs of other data, and columns that are not there, are refused with what there is."""
    with pytest.raises(InputError, match="no row of the one is in the other by user_input and reference"):
        pair_rows(questions("a"), questions("b"))
    with pytest.raises(
        InputError, match=r"by 'nr': no row of the first has a value there\. The columns are user_input, res"
    ):
        pair_rows(questions("a"), questions("a"), "nr")


def test_clusters() -> None:
    """Rows with the same value belong together, whatever it is; one without a value is alone."""
    made = data(
        {"user_input": "q", "retrieved_context_ids": ["d1"]},
        {"user_input": "q", "retrieved_context_ids": ["d1"]},
        {"user_input": "q"},
        {"user_input": "q"},
    )
    labels = cluster_labels(made, "retrieved_context_ids")
    assert labels[0] == labels[1]
    assert len(set(labels)) == 3
    with pytest.raises(InputError, match="cannot be grouped by 'document'"):
        cluster_labels(made, "document")
