"""Aspect critic: a question of yours about a sample, answered with yes or no."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ragas.llms.adapt import ask
from ragas.metrics.grading import check_strictness, votes
from ragas.metrics.result import MetricResult
from ragas.metrics.whole_sample import WholeSampleMetric
from ragas.metrics.wording import counted
from ragas.prompt.fence import Data
from ragas.prompt.grading import ASPECT, AspectVerdict
from ragas.prompt.judge_prompt import JudgePrompt


@dataclass(eq=False, repr=False)
class AspectCritic(WholeSampleMetric):
    """Whether a sample has the property you ask about.

    Use it when a yes-or-no question of yours says what you want to know.

    Formula: 1.0 if the judge answers `definition` with yes, else 0.0; of several votes the majority decides. The
    traces hold every vote and the share that agrees.

    Inputs: all optional, `user_input` (a question, or the messages of a conversation), `response`,
    `retrieved_contexts`, `reference_contexts`, `reference`. Range: 0 or 1; whether 1 is better depends on the
    question. Judge calls: 1 a vote. Empty inputs: blank columns are left out; a sample of blank columns alone is
    not applicable.
    Settings: `definition` is the question, such as "Does the response mention a price?"; `strictness` is the number
    of votes, an even one raised by one so that there is a majority.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "It says two euros.", "verdict": True}])
    >>> metric = AspectCritic(
    ...     llm=judge, name="price", definition="Does the response mention a price?")
    >>> metric.score(response="A ticket costs two euros.").value
    1.0
    """

    name: str = field(default="aspect_critic", kw_only=True)
    definition: str = field(default="Does the response do what it was asked to do?", kw_only=True)
    strictness: int = field(default=1, kw_only=True)
    prompt: JudgePrompt = field(default=ASPECT, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_strictness(self.strictness)

    @property
    def votes(self) -> int:
        """How many votes are cast: `strictness`, raised to the next odd number."""
        return self.strictness + 1 - self.strictness % 2

    async def _judged(self, data: dict[str, Data]) -> MetricResult:
        asked = replace(
            self.prompt, instruction=f"{self.prompt.instruction}\n\nThe question: {self.definition}"
        )
        judge, text = self.judge, asked.render(data)
        cast = await votes(self.votes, lambda: ask(judge, text, AspectVerdict))
        yes = sum(vote.verdict for vote in cast)
        verdict = 2 * yes > len(cast)
        agreeing = [vote for vote in cast if vote.verdict is verdict]
        reason = agreeing[0].reason
        if len(cast) > 1:
            reason = (
                f"{len(agreeing)} of {counted(len(cast), 'vote')} say {'yes' if verdict else 'no'}. {reason}"
            )
        found = {
            "verdict": verdict,
            "votes": [vote.model_dump() for vote in cast],
            "agreement": len(agreeing) / len(cast),
        }
        return MetricResult(float(verdict), reason, {"output": found})
