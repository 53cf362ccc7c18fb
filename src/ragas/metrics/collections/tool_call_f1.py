"""Tool call F1: were the expected calls made, and no others?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import f_beta, precision, recall
from ragas.metrics.tool_calls import calls_made, calls_wanted, distinct, shown
from ragas.metrics.wording import counted
from ragas.schema.messages import AnyMessage, ToolCall

NAMED = 3
"""How many calls a reason names; the traces hold all of them."""


@dataclass(eq=False, repr=False)
class ToolCallF1(BaseMetric):
    """How well the calls that the assistant made agree, as a set, with the expected ones.

    Use it when you know which calls an agent should make and each right one should count, whatever else it does.

    Formula: F1 of the calls; two calls are the same if name and arguments are (1 and 1.0 are the same, 1 and "1" are
    not). The order does not count. A call made twice counts once; with `count_repeats=True` every call counts.

    Inputs: `user_input`, a conversation, `reference_tool_calls`. Range: 0 to 1, higher is better.
    Judge calls: none. Empty inputs: nothing expected and nothing called is 1.0, only one of them 0.0.
    Settings: `count_repeats` makes a call made twice count as two.

    >>> from ragas.messages import AIMessage, ToolCall
    >>> made = AIMessage(content="", tool_calls=[
    ...     ToolCall(name="find", args={"id": 1}), ToolCall(name="stop", args={})])
    >>> ToolCallF1().score(
    ...     user_input=[made], reference_tool_calls=[ToolCall(name="find", args={"id": 1})]).reason
    '1 of 1 expected call made. Not expected: stop().'
    """

    name: str = field(default="tool_call_f1", kw_only=True)
    count_repeats: bool = field(default=False, kw_only=True)

    async def ascore(
        self, user_input: list[AnyMessage], reference_tool_calls: list[ToolCall]
    ) -> MetricResult:
        """Score the tool calls of one conversation."""
        made, wanted = calls_made(user_input), calls_wanted(reference_tool_calls)
        if not made and not wanted:
            return MetricResult(1.0, "No call was expected and none was made.", _evidence([], [], []))
        called, expected = distinct(made, self.count_repeats), distinct(wanted, self.count_repeats)
        matched = [call for key, call in expected.items() if key in called]
        missed = [call for key, call in expected.items() if key not in called]
        extra = [call for key, call in called.items() if key not in expected]
        hits = len(matched)
        value = f_beta(precision(hits, len(extra)), recall(hits, len(missed)))
        reason = f"{hits} of {counted(len(expected), 'expected call')} made."
        if missed:
            reason += f" Missed: {_named(missed)}."
        if extra:
            reason += f" Not expected: {_named(extra)}."
        if len(called) < len(made) or len(expected) < len(wanted):
            reason += " Repeated calls count once."
        return MetricResult(value, reason, _evidence(matched, missed, extra))


def _named(calls: list[ToolCall]) -> str:
    more = f" and {len(calls) - NAMED} more" if len(calls) > NAMED else ""
    return ", ".join([shown(call.name, call.args) for call in calls[:NAMED]]) + more


def _evidence(matched: list[ToolCall], missed: list[ToolCall], extra: list[ToolCall]) -> dict[str, Any]:
    """The calls as plain values."""
    groups = (("matched", matched), ("missed", missed), ("not_expected", extra))
    return {
        "output": {name: [{"name": call.name, "args": call.args} for call in calls] for name, calls in groups}
    }
