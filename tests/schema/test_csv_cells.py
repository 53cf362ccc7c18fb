"""Cells of CSV files: text stays text, lists stay lists."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.schema.csv_cells import read_cell, write_cell


@given(st.one_of(st.none(), st.text(), st.text('"')))
def test_text_comes_back(value: str | None) -> None:
    """Any text, the empty one and one of quotes alone too, comes back as it was; missing stays missing."""
    assert read_cell("response", write_cell("response", value)) == value


QUESTION = '[{"content": "x"}]'


@given(
    st.recursive(
        st.sampled_from([QUESTION, " " + QUESTION, "[]", "x", '"[x]"']), lambda texts: texts.map(json.dumps)
    )
)
def test_question_that_looks_like_a_conversation(value: str) -> None:
    """A question that has the form of a conversation, in quotes or not, comes back as the text it is."""
    assert read_cell("user_input", write_cell("user_input", value, messages=True), messages=True) == value


@given(st.lists(st.text()))
def test_lists_come_back(value: list[str]) -> None:
    """Any list of texts comes back, written as JSON or as earlier versions wrote it."""
    assert read_cell("retrieved_contexts", write_cell("retrieved_contexts", value)) == value
    assert read_cell("retrieved_contexts", repr(value)) == value


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [
        ("response", "007", "007"),
        ("response", "[1, 2]", "[1, 2]"),
        ("reference", "null", "null"),
        ("retrieved_contexts", "['a','b']", ["a", "b"]),
        ("contexts", r"['C:\data', 'b']", [r"C:\data", "b"]),
        ("retrieved_context_ids", '[1, "1"]', [1, "1"]),
        ("retrieved_contexts", "['a' 'b']", "['a' 'b']"),
        ("retrieved_contexts", "['a'\n 'b']", "['a'\n 'b']"),
        ("retrieved_contexts", "plain", "plain"),
        ("retrieved_contexts", "[open", "[open"),
        ("rubrics", '{"score1": "bad"}', {"score1": "bad"}),
        ("anything", "[1]", "[1]"),
    ],
)
def test_cells(column: str, cell: str, value: Any) -> None:
    """Only columns of lists and mappings are parsed, and only what is one; numpy's printing is not guessed at."""
    assert read_cell(column, cell) == value


def test_conversation_in_a_cell() -> None:
    """`user_input` is a conversation when the file may hold some and the cell is a list of messages."""
    cell = '[{"content": "hi", "type": "human"}]'
    assert read_cell("user_input", cell, messages=True) == [{"content": "hi", "type": "human"}]
    assert read_cell("user_input", cell) == cell
    assert read_cell("user_input", "[sic] why?", messages=True) == "[sic] why?"
