"""Samples: what they hold, and that nothing is dropped from them unseen."""

from __future__ import annotations

import pickle

import pytest
from pydantic import ValidationError

from ragas import EvaluationDataset, MultiTurnSample, SingleTurnSample
from ragas.exceptions import InputError


def test_columns_are_those_of_ragas() -> None:
    """The columns have the names, and the order, users know."""
    assert list(SingleTurnSample.model_fields) == [
        "user_input", "retrieved_contexts", "reference_contexts", "retrieved_context_ids", "reference_context_ids",
        "response", "multi_responses", "reference", "rubrics", "persona_name", "query_style", "query_length",
    ]  # fmt: skip
    assert list(MultiTurnSample.model_fields) == [
        "user_input", "reference", "reference_tool_calls", "rubrics", "reference_topics",
    ]  # fmt: skip


def test_columns_with_a_value() -> None:
    """`to_dict`, `get_features` and `to_string` tell of the columns that have a value."""
    sample = SingleTurnSample(user_input="When?", retrieved_contexts=[], response="")
    assert sample.to_dict() == {"user_input": "When?", "retrieved_contexts": [], "response": ""}
    assert sample.get_features() == ["user_input", "retrieved_contexts", "response"]
    assert sample.to_string() == "\nuser_input:\n\tWhen?\n\nretrieved_contexts:\n\t[]\n\nresponse:\n\t\n"


def test_unknown_column_is_an_error_with_a_suggestion() -> None:
    """A key nobody knows is refused by name, with the column it was probably meant to be."""
    with pytest.raises(ValidationError, match=r"'rubric' \(did you mean 'rubrics'\?\), 'foo'"):
        SingleTurnSample(user_input="?", rubric={}, foo=1)  # type: ignore[call-arg]
    with pytest.raises(
        ValidationError, match=r"'response' \(belongs to samples whose user_input is a text\)"
    ):
        MultiTurnSample(user_input=[], response="x")  # type: ignore[call-arg]


def test_names_of_earlier_versions() -> None:
    """`question`, `contexts`, `answer` and `ground_truth` are understood."""
    old = SingleTurnSample.model_validate(
        {"question": "q", "contexts": ["c"], "answer": "a", "ground_truth": "g"}
    )
    assert old == SingleTurnSample(user_input="q", retrieved_contexts=["c"], response="a", reference="g")


def test_text_is_never_split_into_a_list() -> None:
    """A text where a list belongs is an error that says what to do, in the words a dataset has for it."""
    with pytest.raises(ValidationError) as error:
        SingleTurnSample(retrieved_contexts="Platform 2 {is} closed.")  # type: ignore[arg-type]
    said = "the text 'Platform 2 {is} closed.' stands where a list belongs. Put it in a list: ['Platform 2 {is} closed.']."
    assert said in str(error.value)
    assert "https://" not in str(error.value)
    with pytest.raises(InputError) as refused:
        EvaluationDataset.from_list([{"retrieved_contexts": "Platform 2 {is} closed."}])
    assert str(refused.value) == f"row 0, column 'retrieved_contexts': {said}"


def test_arguments_of_tool_calls_keep_their_nones() -> None:
    """An argument whose value is None is an argument."""
    sample = MultiTurnSample(user_input=[], reference_tool_calls=[{"name": "f", "args": {"x": None}}])  # type: ignore[list-item]
    assert sample.to_dict()["reference_tool_calls"] == [{"name": "f", "args": {"x": None}}]


def test_transcript() -> None:
    """A conversation prints as a transcript and gives its messages as dicts."""
    sample = MultiTurnSample(user_input=[{"content": "Hi"}, {"type": "ai", "content": "Hello"}])  # type: ignore[list-item]
    assert sample.pretty_repr() == "Human: Hi\nAI: Hello"
    assert sample.to_messages()[1] == {"content": "Hello", "metadata": None, "type": "ai", "tool_calls": None}


def test_extra_data_stays_with_the_sample() -> None:
    """Extra columns survive copying and pickling and stay out of the sample's own columns."""
    sample = SingleTurnSample(user_input="q")
    sample.extra = {"id": 7}
    assert pickle.loads(pickle.dumps(sample)).extra == sample.model_copy().extra == {"id": 7}
    assert sample.get_features() == ["user_input"]
    assert SingleTurnSample(user_input="q").extra == {}
