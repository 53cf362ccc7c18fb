"""Tool call F1: were the expected calls made, and no others?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import f_beta, precision, recall
from ragas.metrics.tool_calls import calls_made, calls_wanted, distinct, shown
from ragas.metrics.wording import counted
from ragas.schema.messages import AnyMessage, ToolCall

NAMED = 3
"""How many calls a reason names; the traces hold all of them."""


@by_position("name")
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
        found = _Compared(calls_made(user_input), calls_wanted(reference_tool_calls), self.count_repeats)
        if not found.made and not found.wanted:
            return MetricResult(1.0, "No call was expected and none was made.", found.evidence)
        called = distinct(found.made, self.count_repeats).keys()
        expected = distinct(found.wanted, self.count_repeats).keys()
        hits = len(called & expected)
        value = f_beta(precision(hits, len(called) - hits), recall(hits, len(expected) - hits))
        return MetricResult(value, found.reason, found.evidence)


class _Compared:
    """The calls on both sides, sorted out when someone asks why the score is what it is."""

    __slots__ = ("count_repeats", "made", "wanted")

    def __init__(self, made: list[ToolCall], wanted: list[ToolCall], count_repeats: bool) -> None:
        self.made, self.wanted, self.count_repeats = made, wanted, count_repeats

    def reason(self) -> str:
        """What was made and missed, in a sentence or two."""
        matched, missed, extra = self._groups()
        said = f"{len(matched)} of {counted(len(matched) + len(missed), 'expected call')} made."
        if missed:
            said += f" Missed: {_named(missed)}."
        if extra:
            said += f" Not expected: {_named(extra)}."
        repeated = len(self.made) + len(self.wanted) > 2 * len(matched) + len(missed) + len(extra)
        return f"{said} Repeated calls count once." if repeated else said

    def evidence(self) -> dict[str, Any]:
        """The calls as plain values."""
        groups = zip(("matched", "missed", "not_expected"), self._groups(), strict=True)
        plain = {name: [{"name": call.name, "args": call.args} for call in calls] for name, calls in groups}
        return {"output": plain}

    def _groups(self) -> tuple[list[ToolCall], list[ToolCall], list[ToolCall]]:
        """The expected calls that were made, those that were not, and the calls nobody expected."""
        called, expected = (
            distinct(self.made, self.count_repeats),
            distinct(self.wanted, self.count_repeats),
        )
        return (
            [call for key, call in expected.items() if key in called],
            [call for key, call in expected.items() if key not in called],
            [call for key, call in called.items() if key not in expected],
        )


def _named(calls: list[ToolCall]) -> str:
    more = f" and {len(calls) - NAMED} more" if len(calls) > NAMED else ""
    return ", ".join([shown(call.name, call.args) for call in calls[:NAMED]]) + more
