"""Simple criteria score: a score by a criterion of yours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from ragas.metrics.grading import ask_score, bounds_in_words, check_strictness, votes
from ragas.metrics.levels import normalized
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import mean
from ragas.metrics.whole_sample import WholeSampleMetric
from ragas.metrics.wording import counted
from ragas.prompt.fence import Data
from ragas.prompt.grading import CRITERIA, CriteriaScore
from ragas.prompt.judge_prompt import JudgePrompt


@dataclass(eq=False, repr=False)
class SimpleCriteriaScore(WholeSampleMetric):
    """A score by the criterion you describe.

    Use it when you want a grade by a criterion of your own and have no description of each grade; with
    descriptions, use `DomainSpecificRubrics`.

    Formula: the judge's score; of several votes the mean. The traces hold every vote, the share that gave the most
    frequent score, and the value `normalized` to 0..1. A score beyond the bounds is asked for once more, then the cell
    fails.

    Inputs: all optional, `user_input` (a question, or the messages of a conversation), `response`,
    `retrieved_contexts`, `reference_contexts`, `reference`. Range: `allowed_values`, 0 to 10 by default, higher is
    better. Judge calls: 1 a vote, and a second one after a score beyond the bounds. Empty inputs: blank columns are
    left out; a sample of blank columns alone is not applicable.
    Settings: `definition` is the criterion, such as "How polite is the response?"; `strictness` is the number of
    votes; `allowed_values` is the lowest and the highest score, told to the judge, and None sets no bounds.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "It says please.", "score": 8},
    ...                        {"reason": "Friendly.", "score": 9}])
    >>> metric = SimpleCriteriaScore(
    ...     llm=judge, definition="How polite is the response?", strictness=2)
    >>> metric.score(response="Please wait here.").value
    8.5
    """

    name: str = field(default="simple_criteria_score", kw_only=True)
    definition: str = field(default="How well does the response do what it was asked to do?", kw_only=True)
    allowed_values: Any = field(default=(0.0, 10.0), kw_only=True)
    strictness: int = field(default=1, kw_only=True)
    prompt: JudgePrompt = field(default=CRITERIA, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_strictness(self.strictness)
        if self.allowed_values is not None:
            low, high = self.allowed_values
            if low >= high:
                raise ValueError(f"allowed_values is (lowest, highest), not {self.allowed_values!r}")

    def signature(self) -> dict[str, Any]:
        """What a score depends on, the bounds included."""
        return super().signature() | {"allowed_values": repr(self.allowed_values)}

    async def _judged(self, data: dict[str, Data]) -> MetricResult:
        bounds = self.allowed_values
        told = "" if bounds is None else f"\nThe score is {bounds_in_words(bounds)}."
        asked = replace(
            self.prompt, instruction=f"{self.prompt.instruction}\n\nThe criterion: {self.definition}{told}"
        )
        judge, text = self.judge, asked.render(data)
        cast = await votes(self.strictness, lambda: ask_score(judge, self.name, text, CriteriaScore, bounds))
        value = mean([float(vote.score) for vote in cast])
        usual, times = Counter(vote.score for vote in cast).most_common(1)[0]
        reason = next(vote.reason for vote in cast if vote.score == usual)
        if len(cast) > 1:
            scores = ", ".join(str(vote.score) for vote in cast)
            reason = f"{counted(len(cast), 'vote')}: {scores}; {times} of them {usual}. {reason}"
        found = {"votes": [vote.model_dump() for vote in cast], "agreement": times / len(cast)}
        if bounds is not None:
            found["normalized"] = normalized(value, *bounds)
        return MetricResult(value, reason, {"output": found})
