"""Reading rows: every generation of column names, missing values, and errors that name row, column and value."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError

READ = EvaluationDataset.from_list


def test_every_generation_of_names_gives_the_same_samples() -> None:
    """Old names, `ground_truths` as lists of one, and today's names are the same columns."""
    today = {"user_input": "q", "retrieved_contexts": ["c"], "response": "a", "reference": "g"}
    assert (
        READ([{"question": "q", "contexts": ["c"], "answer": "a", "ground_truth": "g"}])
        == READ([{"question": "q", "contexts": ["c"], "answer": "a", "ground_truths": ["g"]}])
        == READ([today])
    )


@pytest.mark.parametrize("missing", [None, float("nan"), np.nan, pd.NA, pd.NaT])
def test_missing_values(missing: Any) -> None:
    """None, NaN and pandas' own marks stand for a missing value; an empty text and an empty list do not."""
    (sample,) = READ(
        [{"user_input": "q", "response": missing, "retrieved_contexts": missing, "reference": ""}]
    )
    assert sample.to_dict() == {"user_input": "q", "reference": ""}
    assert READ([{"user_input": "q", "contexts": []}])[0].retrieved_contexts == []  # type: ignore[union-attr]


def test_arrays_are_lists() -> None:
    """Arrays, as Parquet readers give them, are read as lists."""
    row = {
        "user_input": "q",
        "contexts": np.array(["a", "b"], dtype=object),
        "retrieved_context_ids": np.array([1, 2]),
    }
    assert READ([row]).to_list() == [
        {"user_input": "q", "retrieved_contexts": ["a", "b"], "retrieved_context_ids": [1, 2]}
    ]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            {"question": "q", "contexts": "Platform 2 is closed."},
            r"row 1, column 'contexts': the text 'Platform 2 is closed\.'",
        ),
        ({"question": "q", "contexts": "['a']"}, r"row 1, column 'contexts': .*from_csv"),
        (
            {"question": "q", "contexts": ["a", 3]},
            r"row 1, column 'contexts', item 1: found 3 \(int\) where a text",
        ),
        ({"question": 42}, r"row 1, column 'question': found 42 \(int\) where a text belongs"),
        ({"question": "q", "user_input": "q"}, "row 1: duplicate column: 'question' and 'user_input'"),
        (
            {"question": "q", "ground_truth": "a", "reference": "b"},
            "duplicate column: 'ground_truth' and 'reference'",
        ),
        ({"question": "q", "ground_truths": ["a", "b"]}, "row 1, column 'ground_truths' holds 2 references"),
        (
            {"question": "q", "ground_truths": "a"},
            "row 1, column 'ground_truths': 'a' stands where a list of one",
        ),
        ({"question": "q", "rubrics": {"s": 1}}, r"row 1, column 'rubrics', 's': found 1 \(int\)"),
        ({"question": [{"content": "hi"}]}, r"row 1 is a conversation .* before it are single-turn"),
        ("text", "row 1 is 'text', not a dict"),
    ],
)
def test_wrong_row(row: Any, words: str) -> None:
    """What is wrong with a row is said with row, column (as the user calls it) and value."""
    with pytest.raises(InputError, match=words):
        READ([{"question": "first"}, row])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            {"user_input": [{"type": "tool", "content": "x"}]},
            "row 0, column 'user_input': message 0 is a tool message",
        ),
        (
            {"user_input": [], "reference_tool_calls": [{"name": "f"}]},
            "row 0, column 'reference_tool_calls', item 0, 'args' is missing",
        ),
    ],
)
def test_wrong_conversation(row: Any, words: str) -> None:
    """The place inside a conversation is named too."""
    with pytest.raises(InputError, match=words):
        READ([row])


def test_long_values_are_cut_in_messages() -> None:
    """A message never repeats a whole document."""
    with pytest.raises(InputError) as caught:
        READ([{"question": "q", "contexts": "long " * 1000}])
    assert len(str(caught.value)) < 400


def test_unknown_columns_are_kept_and_reported_once() -> None:
    """One warning names all unknown columns with what was probably meant; their data stays."""
    rows = [
        {"user_input": "q", "retrived_contexts": ["c"], "tenant": 1},
        {"user_input": "r", "tenant": 2, "User Input ": "x"},
    ]
    with pytest.warns(UserWarning, match="^unknown columns: ") as caught:
        dataset = READ(rows)
    (warning,) = caught
    assert (
        "'retrived_contexts' (did you mean 'retrieved_contexts'?), 'tenant', 'User Input ' (did you mean 'user_input'?)"
        in str(warning.message)
    )
    assert warning.filename == __file__
    assert dataset.extra_columns == ["retrived_contexts", "tenant", "User Input "]
    assert dataset.to_list() == rows
    assert dataset.features() == ["user_input"]


def test_columns_that_name_a_row_are_kept_without_a_word() -> None:
    """An `id` is no mistake: it is kept and nobody is warned."""
    rows = [{"user_input": "q", "id": "a-1", "synthesizer_name": "by hand"}]
    assert READ(rows).to_list() == rows


def test_conversation_columns_beside_a_question() -> None:
    """A column of the other kind of sample is reported as such."""
    with pytest.warns(
        UserWarning, match=r"'reference_topics' \(belongs to samples whose user_input is a list"
    ):
        READ([{"user_input": "q", "reference_topics": ["t"]}])


def test_no_known_column() -> None:
    """Rows without a single known column are an error that says what was found and what is known."""
    with pytest.raises(
        InputError, match=r"'query' \(did you mean 'user_input'\?\), 'foo'\. Known are user_input,"
    ):
        READ([{"query": "q", "foo": 1}])


def test_known_columns_do_not_warn() -> None:
    """Reading known columns is silent."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        READ([{"question": "q", "answer": None}])
