"""Tool call F1."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.messages import AIMessage, ToolCall
from ragas.metrics.collections.tool_call_f1 import ToolCallF1
from ragas.metrics.result import MetricResult


def call(name: str, **args: Any) -> ToolCall:
    return ToolCall(name=name, args=args)


def score(made: list[ToolCall], wanted: list[ToolCall], **settings: Any) -> MetricResult:
    talk = [AIMessage(content="", tool_calls=made)]
    return ToolCallF1(**settings).score(user_input=talk, reference_tool_calls=wanted)


def test_calls_missed_and_not_expected_are_named() -> None:
    """Precision and recall of the calls; both kinds of error are in the reason."""
    result = score([call("a"), call("b", x=1)], [call("a"), call("b", x=2), call("c")])
    assert result.value == pytest.approx(0.4)
    assert result.reason == "1 of 3 expected calls made. Missed: b(x=2), c(). Not expected: b(x=1)."
    assert result.traces["output"] == {
        "matched": [{"name": "a", "args": {}}],
        "missed": [{"name": "b", "args": {"x": 2}}, {"name": "c", "args": {}}],
        "not_expected": [{"name": "b", "args": {"x": 1}}],
    }


def test_repeats_count_once_unless_asked() -> None:
    """A set by default, which the reason says; a multiset on request."""
    made, wanted = [call("a"), call("a"), call("a")], [call("a")]
    result = score(made, wanted)
    assert (result.value, result.reason) == (1.0, "1 of 1 expected call made. Repeated calls count once.")
    assert score(made, wanted, count_repeats=True).value == 0.5
    assert score(made, made, count_repeats=True).value == 1.0


@pytest.mark.parametrize(("made", "wanted", "value"), [(0, 0, 1.0), (1, 0, 0.0), (0, 1, 0.0)])
def test_nothing_on_a_side(made: int, wanted: int, value: float) -> None:
    """Nothing expected and nothing called is right, only one of them wrong."""
    assert score([call("a")] * made, [call("a")] * wanted).value == value


def test_odd_arguments() -> None:
    """Lists and nested objects are compared, keys in any order, without an error."""
    one, other = call("f", o={"a": [1, {"b": 2}], "c": 3}), call("f", o={"c": 3.0, "a": [1, {"b": 2}]})
    assert score([one], [other]).value == 1.0
