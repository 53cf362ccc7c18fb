"""Tool call accuracy."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.legacy import metrics_deterministic as faces
from ragas.messages import AIMessage, ToolCall
from ragas.metrics.collections.string import NonLLMStringSimilarity
from ragas.metrics.collections.tool_call_accuracy import ToolCallAccuracy
from ragas.metrics.result import MetricResult
from ragas.schema.samples import SingleTurnSample


def call(name: str, **args: Any) -> ToolCall:
    return ToolCall(name=name, args=args)


def score(made: list[ToolCall], wanted: list[ToolCall], **settings: Any) -> MetricResult:
    talk = [AIMessage(content="", tool_calls=made)]
    return ToolCallAccuracy(**settings).score(user_input=talk, reference_tool_calls=wanted)


def test_arguments_that_differ_are_named() -> None:
    """The mean over the calls of the share of arguments that agree."""
    result = score([call("a", x=1, y=1), call("b", x=1, y=9)], [call("a", x=1, y=1), call("b", x=1, y=2)])
    assert result.value == 0.75
    assert result.reason == "The expected tools were called. Arguments differ: b(x=1, y=9) in y."
    assert result.traces["output"]["calls"][1]["arguments"] == {"x": 1.0, "y": 0.0}


def test_other_calls_score_nothing() -> None:
    """A call too many, too few, of another tool, or in another order; the reason says which."""
    one, two = call("a", x=1), call("b", x=2)
    assert score([one, two], [one]).reason == "1 call expected, 2 made: a, b, not a."
    assert score([], [one]).reason == "1 call expected, 0 made: none, not a."
    assert "another order: b, a, not a, b" in score([two, one], [one, two]).reason
    for made, wanted in (([one, two], [one]), ([one], [one, two]), ([two], [one]), ([two, one], [one, two])):
        assert score(made, wanted).value == 0.0


def test_flexible_order_pairs_for_the_best_score() -> None:
    """Calls of one tool are paired so that most arguments agree."""
    made = [call("f", a=3, b=1, c=1), call("g"), call("f", a=2, b=2, c=2)]
    wanted = [call("f", a=2, b=2, c=2), call("f", a=1, b=1, c=1), call("g")]
    result = score(made, wanted, strict_order=False)
    assert result.value == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert [row["expected"] for row in result.traces["output"]["calls"]] == [one.args for one in wanted]


def test_arguments_scored_by_a_metric() -> None:
    """Any metric of two texts may score the arguments, of either generation or the user's own."""

    class Half:
        async def single_turn_ascore(self, sample: SingleTurnSample) -> float:
            return 0.5

    made, wanted = [call("f", a="abxy", b=1)], [call("f", a="abcd", c=2)]
    for metric in (NonLLMStringSimilarity(), faces.NonLLMStringSimilarity(), Half()):
        assert score(made, wanted, arg_comparison_metric=metric).value == pytest.approx(0.5 / 3)
    assert score(made, wanted, arg_comparison_metric=faces.ExactMatch()).value == 0.0


def test_nothing_expected_and_nothing_called() -> None:
    """Restraint is right."""
    assert score([], []).value == 1.0
