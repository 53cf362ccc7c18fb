"""Tool call accuracy: the right tools, in the right order, with the right arguments?"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ragas.metrics.assignment import best_assignment
from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import mean
from ragas.metrics.tool_calls import argument_scores, call_score, calls_made, calls_wanted, shown
from ragas.metrics.wording import counted
from ragas.schema.messages import AnyMessage, ToolCall

NAMED = 3
"""How many calls a reason names; the traces hold all of them."""


@by_position("strict_order", "name")
@dataclass(eq=False, repr=False)
class ToolCallAccuracy(BaseMetric):
    """Whether the assistant called just the expected tools, and how many of the arguments were right.

    Use it when you know exactly which calls an agent should make, with which arguments.

    Formula: 0.0 unless the tools called are the expected ones, in their order; then the mean over the calls of the
    share of arguments that agree, of those that either call has. With `strict_order=False` the order does not count,
    and calls of the same tool are paired so that the score is greatest. `arg_comparison_metric`, a metric of two
    texts, scores each argument instead of asking whether it is the same JSON.

    Inputs: `user_input`, a conversation, `reference_tool_calls`. Range: 0 to 1, higher is better.
    Judge calls: none. Empty inputs: nothing expected and nothing called is 1.0, only one of them 0.0.
    Settings: `strict_order` False lets the calls come in any order; `arg_comparison_metric` is a metric of
    two texts that scores each argument.

    >>> from ragas.messages import AIMessage, ToolCall
    >>> made = AIMessage(
    ...     content="", tool_calls=[ToolCall(name="find", args={"id": 1, "day": "Mon"})])
    >>> result = ToolCallAccuracy().score(
    ...     user_input=[made],
    ...     reference_tool_calls=[ToolCall(name="find", args={"id": 1, "day": "Tue"})])
    >>> result.value, result.reason
    (0.5, "The expected tools were called. Arguments differ: find(id=1, day='Mon') in day.")
    """

    name: str = field(default="tool_call_accuracy", kw_only=True)
    strict_order: bool = field(default=True, kw_only=True)
    arg_comparison_metric: Any = field(default=None, kw_only=True)

    async def ascore(
        self, user_input: list[AnyMessage], reference_tool_calls: list[ToolCall]
    ) -> MetricResult:
        """Score the tool calls of one conversation."""
        made, wanted = calls_made(user_input), calls_wanted(reference_tool_calls)
        if not made and not wanted:
            return MetricResult(1.0, "No call was expected and none was made.", {"output": {"calls": []}})
        names, expected = [call.name for call in made], [call.name for call in wanted]
        if names != expected and (self.strict_order or sorted(names) != sorted(expected)):
            reason = _misaligned(names, expected)
            return MetricResult(0.0, reason, {"output": {"called": names, "expected": expected}})
        compared: list[Compared] = []
        for mine, other in await self._pairs(wanted, made):
            arguments = await self._arguments(mine, other)
            compared.append((mine, other, call_score(arguments), arguments))
        value = mean([score for *_, score, _ in compared])
        return MetricResult(value, partial(_reason, compared), partial(_evidence, compared))

    async def _pairs(self, wanted: list[ToolCall], made: list[ToolCall]) -> list[tuple[ToolCall, ToolCall]]:
        """Each expected call with the one it is compared with, in the order of the expected ones."""
        if self.strict_order or len(wanted) == 1:
            return list(zip(wanted, made, strict=True))
        partner: dict[int, ToolCall] = {}
        for name in {call.name for call in wanted}:
            mine = [place for place, call in enumerate(wanted) if call.name == name]
            others = [call for call in made if call.name == name]
            scores = [
                [call_score(await self._arguments(wanted[place], other)) for other in others]
                for place in mine
            ]
            for row, column in best_assignment(scores):
                partner[mine[row]] = others[column]
        return [(call, partner[place]) for place, call in enumerate(wanted)]

    async def _arguments(self, wanted: ToolCall, made: ToolCall) -> dict[str, float]:
        """A score for each argument that either call has."""
        metric = self.arg_comparison_metric
        if metric is None:
            return argument_scores(wanted.args, made.args)
        if hasattr(metric, "as_metric") and not metric.scores_otherwise():
            metric = metric.as_metric()
        scores = dict.fromkeys({**wanted.args, **made.args}, 0.0)
        for name in wanted.args.keys() & made.args.keys():
            reference, response = str(wanted.args[name]), str(made.args[name])
            if hasattr(metric, "ascore"):
                scores[name] = float((await metric.ascore(reference=reference, response=response)).value)
            else:  # a metric of the user's own for the first-generation API
                from ragas.schema.samples import SingleTurnSample

                sample = SingleTurnSample(reference=reference, response=response)
                scores[name] = float(await metric.single_turn_ascore(sample))
        return scores


Compared = tuple[ToolCall, ToolCall, float, dict[str, float]]
"""An expected call, the one it was compared with, the score of the two, and that of each argument."""


def _reason(compared: list[Compared]) -> str:
    wrong = [
        f"{shown(made.name, made.args)} in {', '.join(sorted(name for name, one in arguments.items() if one < 1))}"
        for _, made, score, arguments in compared
        if score < 1
    ]
    if not wrong:
        return "The expected tools were called with the expected arguments."
    more = f" and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
    return f"The expected tools were called. Arguments differ: {'; '.join(wrong[:NAMED])}{more}."


def _evidence(compared: list[Compared]) -> dict[str, Any]:
    """The calls as plain values."""
    calls = [
        {
            "name": wanted.name,
            "expected": wanted.args,
            "made": made.args,
            "score": score,
            "arguments": arguments,
        }
        for wanted, made, score, arguments in compared
    ]
    return {"output": {"calls": calls}}


def _misaligned(names: list[str], expected: list[str]) -> str:
    """Why calls cannot be compared one by one."""
    if sorted(names) == sorted(expected):
        return (
            f"The expected tools were called in another order: {', '.join(names)}, not {', '.join(expected)}."
        )
    said = f"{counted(len(expected), 'call')} expected, {len(names)} made"
    return f"{said}: {', '.join(names) or 'none'}, not {', '.join(expected) or 'none'}."
