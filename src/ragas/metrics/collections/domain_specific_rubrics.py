"""Scores by a rubric of yours, the same for all samples."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ragas.metrics.levels import levels
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.rubric import WITH_REFERENCE, WITHOUT_REFERENCE, in_words, rubric_score
from ragas.metrics.whole_sample import WholeSampleMetric
from ragas.prompt.fence import Data
from ragas.prompt.grading import RUBRIC
from ragas.prompt.judge_prompt import JudgePrompt


@by_position("llm", "rubrics", "with_reference", "name")
@dataclass(eq=False, repr=False)
class DomainSpecificRubrics(WholeSampleMetric):
    """The level of a rubric that the response reaches.

    Use it when you can say what each grade means, the same for all samples.

    Formula: the level the judge chooses, a whole number from the rubric's lowest to its highest. The traces also give
    it `normalized` to 0..1. A score beyond the levels is asked for once more, then the cell fails. Levels between two
    described ones may be given too.

    Inputs: all optional, `user_input` (a question, or the messages of a conversation), `response`,
    `retrieved_contexts`, `reference_contexts`, `reference`. Range: the rubric's levels, 1 to 5 by default, higher is
    better. Judge calls: 1, and a second one after a score beyond the levels. Empty inputs: blank columns are left out;
    a sample of blank columns alone is not applicable.
    Settings: `rubrics` describes levels, `{"score1_description": "...", "score5_description": "..."}`, with any
    numbers, and is a general rubric of 1 to 5 if left out; `with_reference` makes the general one about agreement
    with the reference.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"feedback": "Right, but the price is missing.", "score": 4}])
    >>> result = DomainSpecificRubrics(llm=judge).score(
    ...     user_input="When and how much?", response="At nine.")
    >>> result.value, result.traces["output"]["normalized"]
    (4.0, 0.75)
    """

    rubrics: dict[str, str] | None = None
    with_reference: bool = False
    name: str = field(default="domain_specific_rubrics", kw_only=True)
    allowed_values: Any = field(default=(1.0, 5.0), init=False)
    scoring_prompt: JudgePrompt = field(default=RUBRIC, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rubrics is None:
            self.rubrics = dict(WITH_REFERENCE if self.with_reference else WITHOUT_REFERENCE)
        described = levels(self.rubrics)
        self.allowed_values = (float(min(described)), float(max(described)))

    async def _judged(self, data: dict[str, Data]) -> MetricResult:
        rubric = levels(self.rubrics or {})
        prompt = replace(
            self.scoring_prompt,
            instruction=f"{self.scoring_prompt.instruction}\n\nThe rubric:\n{in_words(rubric)}",
        )
        return await rubric_score(self.judge, self.name, prompt, data, rubric)


@by_position("llm", "rubrics", "name")
@dataclass(eq=False, repr=False)
class RubricsScoreWithoutReference(DomainSpecificRubrics):
    """`DomainSpecificRubrics` with a general rubric about the question that was asked.

    Use it when you want grades of 1 to 5 and have neither a rubric nor references.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"feedback": "The hour is given, the platform is not.", "score": 3}])
    >>> RubricsScoreWithoutReference(llm=judge).score(
    ...     user_input="When and where does it leave?", response="At nine.").value
    3.0
    """

    name: str = field(default="rubrics_score_without_reference", kw_only=True)
    with_reference: bool = field(default=False, init=False)


@by_position("llm", "rubrics", "name")
@dataclass(eq=False, repr=False)
class RubricsScoreWithReference(DomainSpecificRubrics):
    """`DomainSpecificRubrics` with a general rubric about agreement with the reference.

    Use it when you want grades of 1 to 5 by agreement with the reference and have no rubric of your own.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"feedback": "Another hour than the reference gives.", "score": 1}])
    >>> RubricsScoreWithReference(llm=judge).score(response="At ten.", reference="At nine.").value
    1.0
    >>> RubricsScoreWithReference().rubrics["score5_description"]
    'The response says everything the reference says and nothing that it does not bear out.'
    """

    name: str = field(default="rubrics_score_with_reference", kw_only=True)
    with_reference: bool = field(default=True, init=False)
