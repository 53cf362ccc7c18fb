"""A result is its value, and carries its reason and evidence wherever it goes."""

from __future__ import annotations

import copy
import json
import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from ragas.metrics import MetricResult

numbers = st.floats(-1e6, 1e6) | st.integers(-1000, 1000)
values = numbers | st.text(max_size=8) | st.lists(st.text(max_size=4), max_size=3)
FULL = MetricResult(0.5, "half of it", {"input": {"response": "r"}, "output": {"statements": ["a"]}})


def facts(result: MetricResult) -> tuple[Any, ...]:
    return result.value, result.reason, result.traces, result.status


@given(numbers, numbers)
def test_arithmetic_is_that_of_the_value(a: float, b: float) -> None:
    """A result adds, multiplies and compares as its value does, with numbers and with results."""
    for other in (b, MetricResult(b)):
        assert MetricResult(a) + other == a + b
        assert MetricResult(a) - other == a - b
        assert MetricResult(a) * other == a * b
        assert (MetricResult(a) < other) is (a < b)
        assert (MetricResult(a) == other) is (a == b)
    assert b - MetricResult(a) == b - a
    assert float(MetricResult(a)) == float(a)
    assert abs(MetricResult(a)) == abs(a)
    assert -MetricResult(a) == -a
    assert bool(MetricResult(a)) is bool(a)


@given(values, st.text(max_size=8) | st.none())
def test_copies_carry_everything(value: Any, reason: str | None) -> None:
    """Copy, deep copy and pickle keep value, reason, evidence and status."""
    result = MetricResult(value, reason, {"output": {"value": value}})
    for other in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert facts(other) == facts(result)


@given(values)
def test_equal_results_hash_alike(value: Any) -> None:
    """Results work in sets, and equal ones fall together."""
    assert len({MetricResult(value, "one"), MetricResult(value, "two")}) == 1


def test_sorting_and_statistics_work() -> None:
    """Results sort and add up like numbers."""
    results = [MetricResult(0.9), MetricResult(0.1), MetricResult(0.5)]
    assert [result.value for result in sorted(results)] == [0.1, 0.5, 0.9]
    assert sum(results) == pytest.approx(1.5)
    assert max(results).value == 0.9


def test_formatting() -> None:
    """A format applies to the value; without one the result shows itself."""
    assert f"{FULL:.2f}" == "0.50"
    assert f"{FULL}" == str(FULL) == "MetricResult(value=0.5, reason='half of it')"


def test_not_applicable_is_apart_from_zero() -> None:
    """A result that does not apply has the value NaN, says why, and keeps its status in files."""
    result = MetricResult.not_applicable("no statements")
    assert math.isnan(result.value)
    assert result.status == "not_applicable"
    assert result.reason == "no statements"
    again = MetricResult.from_json_dict(json.loads(json.dumps(result.to_json_dict(), allow_nan=False)))
    assert math.isnan(again.value)
    assert again.status == "not_applicable"


def test_json_form_reads_back() -> None:
    """Everything survives JSON: value, reason and evidence."""
    assert facts(MetricResult.from_json_dict(json.loads(json.dumps(FULL.to_json_dict())))) == facts(FULL)
    assert FULL.__json__() == FULL.to_json_dict()


def test_unknown_trace_keys_are_refused() -> None:
    """Traces have two keys; another one is an error that names it."""
    with pytest.raises(ValueError, match=r"not \['steps'\]"):
        MetricResult(1.0, traces={"steps": []})


@pytest.mark.parametrize("traces", ["x", [1], 5, lambda: "x"])
def test_traces_are_a_mapping(traces: Any) -> None:
    """Anything else is refused at once, or when it is made; not when a file is written."""
    with pytest.raises(TypeError, match="traces must be a dict with the keys 'input' and 'output'"):
        assert MetricResult(0.5, traces=traces).traces
    with pytest.raises(TypeError, match="traces must be a dict"):
        MetricResult(0.5).traces = traces() if callable(traces) else traces


def test_trace_keys_of_any_kind_are_named() -> None:
    """Keys that are no texts, and those of traces made late, are refused like others."""
    with pytest.raises(ValueError, match=r"not \['5', 'x'\]"):
        MetricResult(0.5, traces={5: 1, "x": 1})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="not"):
        assert MetricResult(0.5, traces=lambda: {"x": 1}).traces


def test_errors_name_the_value() -> None:
    """Arithmetic with a word and a missing attribute say what the value is."""
    with pytest.raises(TypeError, match="'pass'"):
        MetricResult("pass") + 1
    with pytest.raises(AttributeError, match=r"'nonsense'.*0.5"):
        _ = FULL.nonsense


def test_methods_of_the_value_are_forwarded() -> None:
    """A method of the value works; a result of the same kind keeps the reason."""
    assert facts(MetricResult("pass", "why").upper()) == ("PASS", "why", None, "scored")
    assert MetricResult("a b").split() == ["a", "b"]
    assert MetricResult(["a", "b"]).index("b") == 1
    assert "a" in MetricResult(["a", "b"])


class Row(BaseModel):
    score: MetricResult


def test_in_a_pydantic_model() -> None:
    """A field takes a result or a bare value, and reads back what it wrote."""
    assert facts(Row(score=FULL).score) == facts(FULL)
    assert Row.model_validate({"score": 0.25}).score.value == 0.25
    row = Row(score=FULL)
    assert row.model_dump()["score"] is row.score
    assert facts(Row.model_validate_json(row.model_dump_json()).score) == facts(FULL)
    assert Row.model_validate({"score": {"value": 1, "other": 2}}).score.value == {"value": 1, "other": 2}


def test_json_schema_of_a_model_with_a_result() -> None:
    """A model that holds a result still has a JSON schema."""
    assert TypeAdapter(Row).json_schema()["properties"].keys() == {"score"}
