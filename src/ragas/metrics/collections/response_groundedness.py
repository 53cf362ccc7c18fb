"""Response groundedness: two ratings of how far the retrieved contexts support a response."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.correctness import same_text
from ragas.metrics.positional import by_position
from ragas.metrics.rating import check_max_retries, two_ratings
from ragas.metrics.result import MetricResult
from ragas.metrics.wording import NO_CONTEXT, has_text
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.ratings import GROUNDEDNESS, GROUNDEDNESS_AGAIN


@by_position("llm", "name", "max_retries")
@dataclass(eq=False, repr=False)
class ResponseGroundedness(BaseMetric):
    """How far the retrieved contexts support the response as a whole, by two ratings asked for in different words.

    Use it when one rating of how well a response is supported is enough; `Faithfulness` looks at each statement
    instead.

    Formula: mean of two ratings out of 0, 1 and 2, divided by 2.

    Inputs: `response`, `retrieved_contexts`. Range: 0 to 1 in steps of 0.25, higher is better.
    Judge calls: 2; a rating that is not on the scale is asked for again, up to `max_retries` times each.
    Empty inputs: without any retrieved text the score is 0.0 and no judge is asked; nor is one asked about a
    response that repeats a whole context, which scores 1.0.
    Source: the response groundedness of NVIDIA's RAG evaluation.
    Settings: `max_retries` is how often a rating off the scale is asked for again.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "the hour is there", "rating": 2},
    ...                        {"reason": "no price is given", "rating": 1}])
    >>> ResponseGroundedness(llm=judge).score(
    ...     response="At 07:40, and it is free.",
    ...     retrieved_contexts=["The ferry leaves at 07:40."]).value
    0.75
    """

    llm: Any = None
    name: str = field(default="response_groundedness", kw_only=True)
    max_retries: int = field(default=5, kw_only=True)
    judge1_prompt: JudgePrompt = field(default=GROUNDEDNESS, kw_only=True)
    judge2_prompt: JudgePrompt = field(default=GROUNDEDNESS_AGAIN, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_max_retries(self.max_retries)

    async def ascore(self, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score one response against the contexts it was made from."""
        if not has_text(retrieved_contexts):
            return MetricResult(0.0, NO_CONTEXT)
        # Only a whole context: a part of one may leave out the "not" before it.
        if any(same_text(response, context) for context in retrieved_contexts):
            return MetricResult(1.0, "The response repeats a retrieved context.")
        data = {"response": response, "chunk": retrieved_contexts}
        prompts = (self.judge1_prompt, self.judge2_prompt)
        return await two_ratings(self.judge, prompts, (data, data), (0, 1, 2), self.max_retries)
