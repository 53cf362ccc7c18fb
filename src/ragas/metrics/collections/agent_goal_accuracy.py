"""Agent goal accuracy: did the conversation end with what was wanted?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.llms.adapt import ask
from ragas.metrics.base import BaseMetric
from ragas.metrics.conversation import transcript
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.prompt.agents import OUTCOME, WORKFLOW, Outcome, Workflow
from ragas.prompt.judge_prompt import JudgePrompt


@dataclass(eq=False, repr=False)
class _AgentGoalAccuracy(BaseMetric):
    """What both forms share; they differ in where the goal comes from."""

    llm: Any = None
    name: str = field(default="agent_goal_accuracy", kw_only=True)
    workflow_prompt: JudgePrompt = field(default=WORKFLOW, kw_only=True)
    compare_outcome_prompt: JudgePrompt = field(default=OUTCOME, kw_only=True)

    async def _score(self, conversation: str, goal: str | None) -> MetricResult:
        flow = await ask(self.judge, self.workflow_prompt.render({"conversation": conversation}), Workflow)
        wanted = flow.user_goal if goal is None else goal
        data = {"goal": wanted, "end state": flow.end_state}
        outcome = await ask(self.judge, self.compare_outcome_prompt.render(data), Outcome)
        reason = f"The goal was {'' if outcome.achieved else 'not '}reached. {outcome.reason.strip()}".strip()
        evidence = {"goal": wanted, "end_state": flow.end_state, "achieved": outcome.achieved}
        return MetricResult(float(outcome.achieved), reason, {"output": evidence})


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class AgentGoalAccuracyWithReference(_AgentGoalAccuracy):
    """Whether the conversation ended as the reference says it should; 1.0 if it did, else 0.0.

    Use it when you know what a conversation should have led to, whichever way the agent took.

    Formula: the judge infers the end state of the conversation and compares it with the reference.

    Inputs: `user_input`, a conversation, and `reference`, the outcome that is wanted. Range: 0 or 1, higher is
    better.
    Judge calls: 2, one that infers the end state and one that compares.
    Empty inputs: in a conversation without messages nothing was reached: 0.0, and no judge is asked.

    >>> from ragas.messages import AIMessage, HumanMessage
    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"user_goal": "a table for two", "end_state": "a table is booked for 19:00"},
    ...                        {"reason": "same booking", "achieved": True}])
    >>> AgentGoalAccuracyWithReference(llm=judge).score(
    ...     user_input=[HumanMessage(content="A table for two at seven, please."),
    ...                 AIMessage(content="Booked.")],
    ...     reference="A table for two is booked for 19:00.").value
    1.0
    """

    async def ascore(self, user_input: list[Any], reference: str) -> MetricResult:
        """Score one conversation against the outcome that is wanted."""
        conversation = transcript(self.name, user_input)
        if not conversation.strip():
            return MetricResult(0.0, "The conversation is empty, so nothing was reached.")
        return await self._score(conversation, reference)


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class AgentGoalAccuracyWithoutReference(_AgentGoalAccuracy):
    """Whether the conversation ended with what the human wanted; 1.0 if it did, else 0.0.

    Use it when you have conversations and no expected outcome: the judge reads the goal from what the human says.

    Formula: the judge infers the goal of the human and the end state from the conversation and compares the two.

    Inputs: `user_input`, a conversation. Range: 0 or 1, higher is better.
    Judge calls: 2, one that infers goal and end state and one that compares.
    Empty inputs: a conversation without messages has no goal and is not applicable; no judge is asked.

    >>> from ragas.messages import AIMessage, HumanMessage
    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"user_goal": "a table for two", "end_state": "the restaurant is full"},
    ...                        {"reason": "nothing was booked", "achieved": False}])
    >>> AgentGoalAccuracyWithoutReference(llm=judge).score(
    ...     user_input=[HumanMessage(content="A table for two, please."),
    ...                 AIMessage(content="Sorry, full.")]).value
    0.0
    """

    async def ascore(self, user_input: list[Any]) -> MetricResult:
        """Score one conversation against what the human wanted in it."""
        conversation = transcript(self.name, user_input)
        if not conversation.strip():
            return MetricResult.not_applicable("The conversation is empty, so there is no goal.")
        return await self._score(conversation, None)


AgentGoalAccuracy = AgentGoalAccuracyWithReference
