"""Answer correctness: does the response say what the reference says, in facts and in meaning?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.collections.factual_correctness import check_beta
from ragas.metrics.correctness import is_number, same_text, weighted_mean
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import clip, f_beta
from ragas.metrics.similarity import cosine
from ragas.metrics.support import weight
from ragas.metrics.wording import counted, listed, statement_rows
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT, VERIFY


@by_position("llm", "embeddings", "name", "weights", "beta")
@dataclass(eq=False, repr=False)
class AnswerCorrectness(BaseMetric):
    """How far the response agrees with the reference: facts by statements, meaning by embeddings.

    Use it when you want one figure for right facts and right meaning. For facts alone, `FactualCorrectness` is
    easier to read.

    Formula: weighted mean of factuality and similarity, clipped to [0, 1]. Factuality is the F-beta of precision,
    statements of the response that the reference supports / all statements of the response, and recall, statements
    of the reference that the response supports / all statements of the reference. Similarity is the cosine of the
    two embedded texts.

    Inputs: `user_input`, `response`, `reference`. Range: 0 to 1, higher is better.
    Judge calls: 4, two that split and two that verify, which other metrics of a run share, and one embedding
    request. A part whose weight is 0 is left out: `weights=(1, 0)` needs no embeddings, `weights=(0, 1)` no judge.
    Empty inputs: no statements on either side is not applicable, on one side factuality is 0.0. Identical texts
    score 1.0 and no model is asked.
    Settings: `weights` are those of factuality and similarity; `beta` above 1 favours recall of the facts, below 1
    precision.

    >>> from ragas.testing import ScriptedJudge
    >>> yes = {"number": 1, "reason": "", "supported": True}
    >>> no = {"number": 2, "reason": "", "supported": False}
    >>> judge = ScriptedJudge([
    ...     {"statements": ["The tram costs two euros.", "It is blue."]},
    ...     {"statements": ["A ticket is two euros."]},
    ...     {"verdicts": [yes, no]}, {"verdicts": [yes]}])
    >>> metric = AnswerCorrectness(llm=judge, weights=(1, 0))
    >>> result = metric.score(user_input="What does the tram cost?",
    ...     response="Two euros, and it is blue.", reference="Two euros.")
    >>> round(result.value, 4)
    0.6667
    """

    llm: Any = None
    embeddings: Any = None
    weights: Sequence[float] = field(default=(0.75, 0.25), kw_only=True)
    beta: float = field(default=1.0, kw_only=True)
    name: str = field(default="answer_correctness", kw_only=True)
    statement_generator_prompt: JudgePrompt = field(default=SPLIT, kw_only=True)
    correctness_classifier_prompt: JudgePrompt = field(default=VERIFY, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.weights = tuple(self.weights)
        check_beta(self.beta)
        numbers = all(is_number(one) and one >= 0 for one in self.weights)
        if len(self.weights) != 2 or not numbers or not any(self.weights):
            raise ValueError(
                "weights are two numbers of at least 0, for factuality and similarity, not both 0; "
                f"not {list(self.weights)!r}"
            )

    async def ascore(self, user_input: str, response: str, reference: str) -> MetricResult:
        """Score one response against its reference."""
        if same_text(response, reference):
            return MetricResult(1.0, "Response and reference are the same text.", {"output": {"same": True}})
        by_facts, by_meaning = self.weights
        # Asked for first: a run without embeddings should fail before it pays for judge calls.
        embedder = self.embedder if by_meaning else None
        facts = await self._facts(user_input, response, reference) if by_facts else None
        if facts is not None and facts.status == "not_applicable":
            return facts
        evidence: dict[str, Any] = {}
        reasons = []
        if facts is not None:
            evidence |= {"factuality": facts.value} | (facts.traces or {"output": {}})["output"]
            reasons.append(f"Factuality {facts.value:.2f}: {facts.reason}")
        if embedder is not None:
            one, other = await steps.vectors(embedder, [response, reference])
            evidence["similarity"] = cosine(one, other)
            reasons.append(f"Similarity {evidence['similarity']:.2f}.")
        parts = [evidence.get("factuality", 0.0), evidence.get("similarity", 0.0)]
        value = clip(float(weighted_mean(parts, self.weights)))
        return MetricResult(value, " ".join(reasons), {"output": evidence})

    async def _facts(self, question: str, response: str, reference: str) -> MetricResult:
        """The F-beta of the statements both sides make."""
        judge, split, verify = (
            self.judge,
            self.statement_generator_prompt,
            self.correctness_classifier_prompt,
        )
        said, wanted = await asyncio.gather(
            steps.split(judge, response, question, split), steps.split(judge, reference, question, split)
        )
        if not said and not wanted:
            return MetricResult.not_applicable("Neither response nor reference makes a statement of fact.")
        if not said or not wanted:
            side = "reference" if said else "response"
            return MetricResult(0.0, f"the {side} makes no statement of fact.")
        in_reference, in_response = await asyncio.gather(
            steps.verify(judge, said, [reference], verify), steps.verify(judge, wanted, [response], verify)
        )
        right, covered = (sum(weight(one) for one in side) for side in (in_reference, in_response))
        precision, recall = right / len(said), covered / len(wanted)
        wrong = [text for text, one in zip(said, in_reference, strict=True) if not one.supported]
        missed = [text for text, one in zip(wanted, in_response, strict=True) if not one.supported]
        reason = f"{len(said) - len(wrong)} of {counted(len(said), 'statement')} in the reference"
        reason += f" (not: {listed(wrong)})" if wrong else ""
        reason += f", {len(missed)} of {counted(len(wanted), 'reference statement')} missing"
        reason += f" ({listed(missed)})." if missed else "."
        evidence = {
            "response_statements": statement_rows(said, in_reference),
            "reference_statements": statement_rows(wanted, in_response),
            "precision": precision,
            "recall": recall,
            "TP": right,
            "FP": len(said) - right,
            "FN": len(wanted) - covered,
        }
        return MetricResult(f_beta(precision, recall, self.beta), reason, {"output": evidence})
