"""What a metric takes, read from its signature, and how wrong inputs are told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.exceptions import EmptyInputError, InputError
from ragas.metrics import BaseMetric, MetricResult
from ragas.metrics.inputs import Input, inputs_of, required_columns, takes_any


class Overlap(BaseMetric):
    async def ascore(
        self, response: str, retrieved_contexts: list[str], reference: str | None = None, limit: int = 3
    ) -> MetricResult:
        return MetricResult(limit, reference)


class Open(BaseMetric):
    async def ascore(self, response: str, **others: Any) -> MetricResult:
        return MetricResult(float(len(others)))


METRIC = Overlap(name="overlap")
GOOD: dict[str, Any] = {"response": "r", "retrieved_contexts": ["c"]}


def score(metric: BaseMetric, *args: Any, **inputs: Any) -> MetricResult:
    return asyncio.run(metric.ascore(*args, **inputs))


def test_inputs_are_the_parameters() -> None:
    """Columns are the parameters of `ascore`; a default makes one optional; the annotation says text or list."""
    assert inputs_of(Overlap) == (
        Input("response", required=True, is_list=False, is_text=True),
        Input("retrieved_contexts", required=True, is_list=True, is_text=False, of_texts=True),
        Input("reference", required=False, is_list=False, is_text=True),
        Input("limit", required=False, is_list=False, is_text=False),
    )
    assert required_columns(Overlap) == ["response", "retrieved_contexts"]
    assert takes_any(Open)
    assert not takes_any(Overlap)


def test_names_and_places_reach_the_metric() -> None:
    """Inputs may be given by name or by place, optional ones left out or None."""
    assert score(METRIC, "r", ["c"], "ref", 7).value == 7
    assert score(METRIC, "r", retrieved_contexts=["c"], limit=5, reference=None).value == 5
    assert score(METRIC, **GOOD).value == 3
    assert score(METRIC, **GOOD | {"retrieved_contexts": ("c",)}).value == 3


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"respons": "r"}, "overlap takes no input 'respons'.*Did you mean 'response'"),
        (GOOD | {"zebra": 1}, "overlap takes no input 'zebra'; it takes response, retrieved_contexts"),
        ({"response": "r"}, "overlap needs retrieved_contexts; it was given response"),
        ({}, "overlap needs response, retrieved_contexts; it was given nothing"),
    ],
)
def test_wrong_arguments_are_type_errors(inputs: dict[str, Any], message: str) -> None:
    """An unknown or missing argument is a TypeError that names metric and argument."""
    with pytest.raises(TypeError, match=message):
        score(METRIC, **inputs)


def test_too_many_and_twice() -> None:
    """More places than inputs, and one input twice, are told."""
    with pytest.raises(TypeError, match=r"takes 4 inputs.*5 were given"):
        score(METRIC, "r", ["c"], "ref", 1, 2)
    with pytest.raises(TypeError, match="'response' twice"):
        score(METRIC, "r", response="r", retrieved_contexts=["c"])


def test_further_keywords_are_passed_on() -> None:
    """A metric with `**others` gets every further column."""
    assert score(Open(name="open"), response="r", a=1, b=2).value == 2


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"response": None}, "overlap needs 'response', which is missing"),
        ({"retrieved_contexts": None}, "overlap needs 'retrieved_contexts', which is missing"),
        ({"response": 5}, "'response' must be a text, not int 5"),
        ({"response": ["r"]}, "'response' must be a text, not list"),
        ({"reference": 5}, "'reference' must be a text"),
        ({"retrieved_contexts": "Platform 2 is closed."}, r"must be a list, not str 'Platform 2.*\[item\]"),
        ({"retrieved_contexts": {"a": 1}}, "must be a list, not dict"),
    ],
)
def test_wrong_values_are_input_errors(wrong: dict[str, Any], message: str) -> None:
    """None in a required column, or a value of the wrong kind, is an InputError that names metric and column."""
    with pytest.raises(InputError, match=message) as caught:
        score(METRIC, **GOOD | wrong)
    assert not isinstance(caught.value, EmptyInputError)


@pytest.mark.parametrize("blank", ["", "   ", "\n\t"])
def test_a_blank_required_text_is_empty(blank: str) -> None:
    """A blank required text is an EmptyInputError; an optional one may be blank."""
    with pytest.raises(EmptyInputError, match="'response' is empty"):
        score(METRIC, **GOOD | {"response": blank})
    assert score(METRIC, **GOOD | {"reference": blank}).value == 3


def test_long_values_are_cut_in_messages() -> None:
    """A message shows the beginning of a wrong value, not all of it."""
    with pytest.raises(InputError) as caught:
        score(METRIC, **GOOD | {"retrieved_contexts": "word " * 1000})
    assert len(str(caught.value)) < 250
