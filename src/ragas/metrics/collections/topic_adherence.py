"""Topic adherence: does an assistant answer what it is there for, and nothing else?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ragas.exceptions import EmptyInputError
from ragas.llms.adapt import ask
from ragas.metrics.base import BaseMetric
from ragas.metrics.conversation import transcript
from ragas.metrics.correctness import topic_adherence
from ragas.metrics.numbered import all_numbered
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import f_beta
from ragas.metrics.wording import counted, has_text, listed
from ragas.prompt.agents import (
    MEMBERSHIPS,
    REFUSALS,
    TOPICS,
    Membership,
    Memberships,
    Refusal,
    Refusals,
    Topics,
)
from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import JudgePrompt

MODES = ("precision", "recall", "f1")


@by_position("llm", "mode", "name")
@dataclass(eq=False, repr=False)
class TopicAdherence(BaseMetric):
    """Whether the assistant answers questions on its reference topics and refuses all others.

    Use it when an assistant must keep to its topics and refuse all others.

    Formula: of the topics the human raises, precision = answered and allowed / answered; recall = answered and
    allowed / allowed; "f1" is their harmonic mean. Where no topic is allowed and all were refused, all three are 1.0:
    nothing was answered that should not be.

    Inputs: `user_input`, a conversation, and `reference_topics`. Range: 0 to 1, higher is better.
    Judge calls: 3, for the topics, for refusals, and for which topics are allowed.
    Empty inputs: no messages, or a conversation in which the human raises no topic, is not applicable; no reference
    topics is refused, in a run not applicable.
    Settings: `mode` is "precision", "recall" or "f1".

    >>> from ragas.messages import AIMessage, HumanMessage
    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge({
    ...     "Topics": {"topics": ["ferry times", "poker"]},
    ...     "Refusals": {"verdicts": [{"number": 1, "reason": "", "refused": False},
    ...                               {"number": 2, "reason": "", "refused": False}]},
    ...     "Memberships": {"verdicts": [{"number": 1, "reason": "", "allowed": True},
    ...                                  {"number": 2, "reason": "", "allowed": False}]}})
    >>> TopicAdherence(llm=judge, mode="precision").score(
    ...     user_input=[HumanMessage(content="When is the ferry? And how does poker go?"),
    ...                 AIMessage(content="At 07:40. Each player gets two cards.")],
    ...     reference_topics=["ferries"]).value
    0.5
    """

    llm: Any = None
    mode: Literal["precision", "recall", "f1"] = "f1"
    name: str = field(default="topic_adherence", kw_only=True)
    topic_extraction_prompt: JudgePrompt = field(default=TOPICS, kw_only=True)
    topic_refused_prompt: JudgePrompt = field(default=REFUSALS, kw_only=True)
    topic_classification_prompt: JudgePrompt = field(default=MEMBERSHIPS, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mode not in MODES:
            raise ValueError(f"mode is 'precision', 'recall' or 'f1', not {self.mode!r}")

    async def ascore(self, user_input: list[Any], reference_topics: list[str]) -> MetricResult:
        """Score one conversation."""
        if not has_text(reference_topics):
            raise EmptyInputError(f"{self.name}: 'reference_topics' is empty, so there is nothing to score.")
        text = transcript(self.name, user_input)
        if not text.strip():
            return MetricResult.not_applicable("The conversation is empty.")
        found = await ask(self.judge, self.topic_extraction_prompt.render({"conversation": text}), Topics)
        topics = list(dict.fromkeys(topic.strip() for topic in found.topics if topic.strip()))
        if not topics:
            return MetricResult.not_applicable("The human raises no topic.")
        refusals, memberships = await asyncio.gather(
            self._refusals(text, topics), self._memberships(reference_topics, topics)
        )
        answered = [not one.refused for one in refusals]
        allowed = [one.allowed for one in memberships]
        precision, recall = topic_adherence(answered, allowed)
        values = {"precision": precision, "recall": recall, "f1": f_beta(precision, recall)}
        rows = [
            {
                "topic": topic,
                "answered": not refusal.refused,
                "allowed": membership.allowed,
                "refusal_reason": refusal.reason,
                "topic_reason": membership.reason,
            }
            for topic, refusal, membership in zip(topics, refusals, memberships, strict=True)
        ]
        return MetricResult(
            values[self.mode],
            _reason(rows),
            {"output": {"topics": rows, "precision": precision, "recall": recall}},
        )

    async def _refusals(self, text: str, topics: Sequence[str]) -> list[Refusal]:
        async def judged(numbers: Sequence[int]) -> list[Refusal]:
            data = {"conversation": text, "topics": Lines(topics[n - 1] for n in numbers)}
            return (await ask(self.judge, self.topic_refused_prompt.render(data), Refusals)).verdicts

        return await all_numbered(judged, len(topics))

    async def _memberships(self, allowed: Sequence[str], topics: Sequence[str]) -> list[Membership]:
        async def judged(numbers: Sequence[int]) -> list[Membership]:
            data = {"allowed topics": Lines(allowed), "topics": Lines(topics[n - 1] for n in numbers)}
            prompt = self.topic_classification_prompt.render(data)
            return (await ask(self.judge, prompt, Memberships)).verdicts

        return await all_numbered(judged, len(topics))


def _reason(rows: Sequence[dict[str, Any]]) -> str:
    """What was answered or refused against the rule."""
    astray = [row["topic"] for row in rows if row["answered"] and not row["allowed"]]
    withheld = [row["topic"] for row in rows if row["allowed"] and not row["answered"]]
    right = len(rows) - len(astray) - len(withheld)
    reason = f"{right} of {counted(len(rows), 'topic')} handled as they should be."
    if astray:
        reason += f" Answered though not allowed: {listed(astray)}."
    if withheld:
        reason += f" Refused though allowed: {listed(withheld)}."
    return reason
