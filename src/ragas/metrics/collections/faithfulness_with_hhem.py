"""Faithfulness verified by a classifier: a judge splits the response, HHEM checks its statements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.llms.hhem import HHEM, HHEMJudge
from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import share
from ragas.metrics.wording import NO_CONTEXT, has_text, statement_rows, support_reason
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT


@dataclass(eq=False, repr=False)
class FaithfulnessWithHHEM(BaseMetric):
    """How much of the response the retrieved contexts support, by Vectara's open classifier of hallucinations.

    Use it when you want faithfulness checked by a classifier on your machine instead of a language model's
    verdicts.

    Formula: statements whose probability of support is at least `threshold` / all statements of the response. The
    probabilities are in the traces.

    Inputs: `user_input`, `response`, `retrieved_contexts`. Range: 0 to 1, higher is better.
    Judge calls: 1, which splits the response; the classifier runs on this machine. Its first use downloads the model,
    with code of its repository that is then run.
    Empty inputs: without any retrieved text the score is 0.0 and no judge is asked. A response without statements of
    fact is not applicable.
    Source: Vectara, "HHEM-2.1-Open", 2024.
    Settings: `threshold` is the probability from which a statement counts as supported; `classifier` is the model's
    name, the folder it was saved in, or an object whose `predict` takes pairs of premise and statement; `device` is
    where it runs; `batch_size` is how many statements it takes at once; `revision` is the branch, tag or commit to
    download.

    >>> from ragas.testing import ScriptedJudge
    >>> class Stub:
    ...     def predict(self, pairs):
    ...         return [0.97 if "07:40" in statement else 0.08 for _, statement in pairs]
    >>> judge = ScriptedJudge([{"statements": ["The ferry leaves at 07:40.", "It is free."]}])
    >>> FaithfulnessWithHHEM(llm=judge, classifier=Stub()).score(
    ...     user_input="When does the ferry leave?", response="At 07:40, and it is free.",
    ...     retrieved_contexts=["The ferry to Isla Verde leaves at 07:40."]).value
    0.5
    """

    llm: Any = None
    name: str = field(default="faithfulness_with_hhem", kw_only=True)
    device: str = field(default="cpu", kw_only=True)
    batch_size: int = field(default=10, kw_only=True)
    threshold: float = field(default=0.5, kw_only=True)
    classifier: Any = field(default=HHEM, kw_only=True)
    revision: str = field(default="main", kw_only=True)
    statement_generator_prompt: JudgePrompt = field(default=SPLIT, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._verifier = HHEMJudge(
            self.classifier,
            device=self.device,
            batch_size=self.batch_size,
            threshold=self.threshold,
            revision=self.revision,
        )

    def signature(self) -> dict[str, Any]:
        """What a score depends on; a classifier that is an object is told by its class, the same in every process."""
        kind = self.classifier if isinstance(self.classifier, str) else type(self.classifier).__qualname__
        return super().signature() | {"classifier": kind}

    async def ascore(self, user_input: str, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score one response against the contexts it was made from."""
        if not has_text(retrieved_contexts):
            return MetricResult(0.0, NO_CONTEXT)
        statements = await steps.split(self.judge, response, user_input, self.statement_generator_prompt)
        if not statements:
            return MetricResult.not_applicable(
                "The response makes no statement of fact, so there is nothing to check."
            )
        verdicts = await steps.verify(self._verifier, statements, retrieved_contexts)
        return MetricResult(
            share([one.supported for one in verdicts]),
            support_reason(statements, verdicts, "the retrieved contexts", graded=False),
            {"output": {"statements": statement_rows(statements, verdicts)}},
        )
