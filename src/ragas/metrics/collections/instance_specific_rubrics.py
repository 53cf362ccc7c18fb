"""Scores by the rubric that comes with each sample."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.exceptions import InputError
from ragas.metrics.base import BaseMetric
from ragas.metrics.blocks import blocks
from ragas.metrics.levels import levels
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.rubric import in_words, rubric_score
from ragas.prompt.grading import RUBRIC
from ragas.prompt.judge_prompt import JudgePrompt


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class InstanceSpecificRubrics(BaseMetric):
    """The level of the sample's own rubric that the response reaches.

    Use it when each sample has a rubric of its own, as the questions of an exam do.

    Formula: the level the judge chooses, a whole number from the lowest to the highest level of `rubrics`. The traces
    also give it `normalized` to 0..1, which compares samples with different rubrics. A score beyond the levels is
    asked for once more, then the cell fails.

    Inputs: `rubrics`, a description for each level, such as `{"score1_description": "...", ...}`; and, optional,
    `user_input` (a question, or the messages of a conversation), `response`, `retrieved_contexts`,
    `reference_contexts`, `reference`. Range: the levels of the sample's rubric, usually 1 to 5, higher is better.
    Judge calls: 1, and a second one after a score beyond the levels. Empty inputs: no rubric is an error, blank
    columns are left out, and a sample of blank columns alone is not applicable.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"feedback": "It names the platform.", "score": 1}])
    >>> InstanceSpecificRubrics(llm=judge).score(
    ...     rubrics={"score0_description": "no platform", "score1_description": "names the platform"},
    ...     response="From platform 2.").value
    1.0
    """

    llm: Any = None
    name: str = field(default="instance_specific_rubrics", kw_only=True)
    allowed_values: Any = field(default=(1.0, 5.0), init=False)
    scoring_prompt: JudgePrompt = field(default=RUBRIC, kw_only=True)

    async def ascore(
        self,
        rubrics: dict[str, str],
        user_input: str | list[Any] | None = None,
        response: str | None = None,
        retrieved_contexts: list[str] | None = None,
        reference_contexts: list[str] | None = None,
        reference: str | None = None,
    ) -> MetricResult:
        """Score one sample by its rubric."""
        if not isinstance(rubrics, dict) or not rubrics:
            raise InputError(f"{self.name}: 'rubrics' must describe levels, not be {rubrics!r:.80}.")
        try:
            rubric = levels(rubrics)
        except ValueError as error:
            raise InputError(f"{self.name}: {error}") from None
        data = {"rubric": in_words(rubric)} | blocks(
            self.name,
            user_input=user_input,
            response=response,
            retrieved_contexts=retrieved_contexts,
            reference_contexts=reference_contexts,
            reference=reference,
        )
        return await rubric_score(self.judge, self.name, self.scoring_prompt, data, rubric)
