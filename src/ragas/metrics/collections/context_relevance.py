"""Context relevance: two ratings of what was retrieved for a question."""

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
from ragas.prompt.ratings import RELEVANCE, RELEVANCE_AGAIN


@by_position("llm", "name", "max_retries")
@dataclass(eq=False, repr=False)
class ContextRelevance(BaseMetric):
    """How far the retrieved contexts hold what answers the question, by two ratings asked for in different words.

    Use it when you have neither references nor responses and want a rating of the retriever alone.

    Formula: mean of two ratings out of 0, 1 and 2, divided by 2.

    Inputs: `user_input`, `retrieved_contexts`. Range: 0 to 1 in steps of 0.25, higher is better.
    Judge calls: 2; a rating that is not on the scale is asked for again, up to `max_retries` times each.
    Empty inputs: without any retrieved text, or with nothing but the question itself, the score is 0.0 and no judge
    is asked.
    Source: the context relevance of NVIDIA's RAG evaluation.
    Settings: `max_retries` is how often a rating off the scale is asked for again.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "the hour is there", "rating": 2},
    ...                        {"reason": "no day", "rating": 1}])
    >>> ContextRelevance(llm=judge).score(
    ...     user_input="When does the ferry leave?",
    ...     retrieved_contexts=["The ferry leaves at 07:40."]).value
    0.75
    """

    llm: Any = None
    name: str = field(default="context_relevance", kw_only=True)
    max_retries: int = field(default=5, kw_only=True)
    judge1_prompt: JudgePrompt = field(default=RELEVANCE, kw_only=True)
    judge2_prompt: JudgePrompt = field(default=RELEVANCE_AGAIN, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_max_retries(self.max_retries)

    async def ascore(self, user_input: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score what was retrieved for one question."""
        if not has_text(retrieved_contexts):
            return MetricResult(0.0, NO_CONTEXT)
        if all(same_text(context, user_input) for context in retrieved_contexts if context.strip()):
            return MetricResult(0.0, "The retrieved contexts only repeat the question.")
        data = {"question": user_input, "chunk": retrieved_contexts}
        prompts = (self.judge1_prompt, self.judge2_prompt)
        return await two_ratings(self.judge, prompts, (data, data), (0, 1, 2), self.max_retries)
