"""Cells of CSV files: text stays text, lists stay lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas import EvaluationDataset, MultiTurnSample
from ragas.messages import AIMessage, ToolCall
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


SINGLE = r"""user_input,retrieved_contexts,reference_contexts,response,multi_responses,reference,rubrics
"it's ""q""?
new","[""a's"", 'b, ""c""', 'd\\n\n e', 'ünï']",['z'],r,"['a', 'b']",x,"{'score1_description': ""it's bad"", 's2': 'ok'}"
"[""is it a list?""]",[],,,,"[1, 2]",
"""
MULTI = r"""user_input,reference,reference_tool_calls,reference_topics
"[{'content': ""it's"", 'type': 'human'}, {'content': 'call ""x""\n', 'metadata': {'k': 'v'}, 'type': 'ai', 'tool_calls': [{'name': 'f', 'args': {'a': 1, 'b': None, 'c': [True, 1.5]}}]}, {'content': 'res', 'type': 'tool'}]",ref,"[{'name': 'f', 'args': {'a': 1}}]","['t1', ""it's t2""]"
"[{'content': 'hi', 'type': 'human'}]",r2,,
"""
"""What `to_csv` of Ragas 0.4.3 writes: Python's own text of lists, mappings and messages."""


def test_files_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """Lists, rubrics, messages and tool calls come back as they were, texts that look like lists stay texts."""
    path = tmp_path / "old.csv"
    path.write_text(SINGLE, encoding="utf-8")
    first, second = EvaluationDataset.from_csv(path).to_list()
    assert first == {
        "user_input": 'it\'s "q"?\nnew',
        "retrieved_contexts": ["a's", 'b, "c"', "d\\n\n e", "ünï"],
        "reference_contexts": ["z"],
        "response": "r",
        "multi_responses": ["a", "b"],
        "reference": "x",
        "rubrics": {"score1_description": "it's bad", "s2": "ok"},
    }
    assert second == {"user_input": '["is it a list?"]', "retrieved_contexts": [], "reference": "[1, 2]"}
    path.write_text(MULTI, encoding="utf-8")
    talk, short = EvaluationDataset.from_csv(path)
    assert isinstance(talk, MultiTurnSample)
    human, ai, tool = talk.user_input
    assert (human.content, ai.content, tool.content) == ("it's", 'call "x"\n', "res")
    assert isinstance(ai, AIMessage)
    assert ai.metadata == {"k": "v"}
    assert ai.tool_calls == [ToolCall(name="f", args={"a": 1, "b": None, "c": [True, 1.5]})]
    assert talk.reference_tool_calls == [ToolCall(name="f", args={"a": 1})]
    assert talk.reference_topics == ["t1", "it's t2"]
    assert short.to_dict() == {"user_input": [{"content": "hi", "type": "human"}], "reference": "r2"}


@pytest.mark.parametrize(
    "cell", ["[" * 100_000, "[__import__('os').getcwd()]", "['a'" + ",'b'" * 600_000 + "]", "[-" * 5000]
)
def test_a_python_list_is_data_of_bounded_size(cell: str) -> None:
    """Code is never run, and neither depth nor length costs minutes: what is no such list stays text."""
    assert read_cell("retrieved_contexts", cell) == cell
