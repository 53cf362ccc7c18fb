"""Faithfulness: how much of a response its retrieved contexts support."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.support import support_score
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT, VERIFY


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class Faithfulness(BaseMetric):
    """How much of the response the retrieved contexts support.

    Use it when answers must say no more than the retrieved texts do: it names the statements that are made up.

    Formula: supported statements / all statements of the response. A judge that gives a probability of support (the
    embedded one, a small offline model) counts each statement with it.

    Inputs: `user_input`, `response`, `retrieved_contexts`. Range: 0 to 1, higher is better.
    Judge calls: 2, one that splits the response into statements and one that verifies them all.
    Empty inputs: without any retrieved text the score is 0.0 and no judge is asked. A response without statements
    of fact (a refusal, a greeting) is not applicable, unless `no_statements` gives a score for it.
    Source: Es et al., "RAGAS: Automated Evaluation of Retrieval Augmented Generation", 2023.
    Settings: `no_statements` is the score of a response without statements of fact, which has none otherwise.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([
    ...     {"statements": ["The ferry leaves at 07:40.", "It is free."]},
    ...     {"verdicts": [{"number": 1, "reason": "stated", "supported": True},
    ...                   {"number": 2, "reason": "no price is given", "supported": False}]},
    ... ])
    >>> result = Faithfulness(llm=judge).score(
    ...     user_input="When does the ferry leave?", response="At 07:40, and it is free.",
    ...     retrieved_contexts=["The ferry to Isla Verde leaves at 07:40."])
    >>> result.value
    0.5
    """

    llm: Any = None
    name: str = field(default="faithfulness", kw_only=True)
    no_statements: float | None = field(default=None, kw_only=True)
    statement_generator_prompt: JudgePrompt = field(default=SPLIT, kw_only=True)
    nli_statement_prompt: JudgePrompt = field(default=VERIFY, kw_only=True)

    async def ascore(self, user_input: str, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score one response against the contexts it was made from."""
        result = await support_score(
            self.judge,
            response,
            user_input,
            retrieved_contexts,
            whose="response",
            split_prompt=self.statement_generator_prompt,
            verify_prompt=self.nli_statement_prompt,
        )
        if result.status == "not_applicable" and self.no_statements is not None:
            return MetricResult(self.no_statements, result.reason)
        return result
