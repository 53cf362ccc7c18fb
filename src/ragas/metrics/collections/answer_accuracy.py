"""Answer accuracy: two ratings of a response against its reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.rating import check_max_retries, two_ratings
from ragas.metrics.result import MetricResult
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.ratings import ACCURACY, ACCURACY_AGAIN


@by_position("llm", "name", "max_retries")
@dataclass(eq=False, repr=False)
class AnswerAccuracy(BaseMetric):
    """How far the response agrees with the reference, by two ratings asked for in different words.

    Use it when you have reference answers and a coarse grade of the whole answer is enough; `FactualCorrectness`
    looks at each claim instead.

    Formula: mean of two ratings out of 0, 2 and 4, divided by 4.

    Inputs: `user_input`, `response`, `reference`. Range: 0 to 1 in steps of 0.25, higher is better.
    Judge calls: 2; a rating that is not on the scale is asked for again, up to `max_retries` times each.
    Empty inputs: an empty text is not applicable.
    Source: the answer accuracy of NVIDIA's RAG evaluation.
    Settings: `max_retries` is how often a rating off the scale is asked for again.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "same fact", "rating": 4},
    ...                        {"reason": "less exact", "rating": 2}])
    >>> AnswerAccuracy(llm=judge).score(
    ...     user_input="When does the ferry leave?",
    ...     response="Before eight.", reference="At 07:40.").value
    0.75
    """

    llm: Any = None
    name: str = field(default="answer_accuracy", kw_only=True)
    max_retries: int = field(default=5, kw_only=True)
    judge1_prompt: JudgePrompt = field(default=ACCURACY, kw_only=True)
    judge2_prompt: JudgePrompt = field(default=ACCURACY_AGAIN, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_max_retries(self.max_retries)

    async def ascore(self, user_input: str, response: str, reference: str) -> MetricResult:
        """Score one response against its reference."""
        # The second judge reads the reference first, each text under its own name.
        first = {"question": user_input, "answer": response, "reference": reference}
        second = {"question": user_input, "reference": reference, "answer": response}
        prompts = (self.judge1_prompt, self.judge2_prompt)
        return await two_ratings(self.judge, prompts, (first, second), (0, 2, 4), self.max_retries)
