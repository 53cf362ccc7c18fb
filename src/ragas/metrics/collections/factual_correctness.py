"""Factual correctness: do response and reference claim the same?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal

from ragas.llms.judge import Verdict
from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.correctness import same_text
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import f_beta, mean
from ragas.metrics.support import weight
from ragas.metrics.wording import has_confidence, statement_rows, support_reason
from ragas.prompt.correctness import LEVELS, claims_prompt
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT, VERIFY

MODES = ("precision", "recall", "f1")


@by_position("llm", "mode", "beta", "atomicity", "coverage", "name")
@dataclass(eq=False, repr=False)
class FactualCorrectness(BaseMetric):
    """How much of what the response claims is in the reference, and how much of the reference it covers.

    Use it when you have reference answers and facts count, not wording: precision finds wrong claims, recall
    missing ones.

    Formula: precision = claims of the response that the reference supports / all claims of the response; recall =
    claims of the reference that the response supports / all claims of the reference; "f1" is their F-beta. A judge
    that gives probabilities counts each claim with it.

    With `atomicity` and `coverage` "low" the claims are the statements other metrics use too. A judge that splits
    texts without a prompt knows one way only.

    Inputs: `response`, `reference`, and, optional, `user_input`, which helps to resolve pronouns. Range: 0 to 1, higher
    is better.
    Judge calls: 4, two that split and two that verify; precision 2, recall 3. Other metrics of a run share them.
    Empty inputs: no claims on either side is not applicable, no claims on one side 0.0. Identical texts score 1.0
    and no judge is asked.
    Settings: `mode` is "precision", "recall" or "f1"; `beta` above 1 favours recall in "f1", below 1 precision;
    `atomicity` "high" asks for one fact a claim; `coverage` "high" asks also for what is said in passing.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([
    ...     {"statements": ["The bakery opens at six.", "It sells rye bread."]},
    ...     {"verdicts": [{"number": 1, "reason": "stated", "supported": True},
    ...                   {"number": 2, "reason": "no rye is mentioned", "supported": False}]},
    ... ])
    >>> metric = FactualCorrectness(llm=judge, mode="precision")
    >>> metric.score(
    ...     response="It opens at six and sells rye bread.", reference="The bakery opens at six.").value
    0.5
    """

    llm: Any = None
    mode: Literal["precision", "recall", "f1"] = "f1"
    beta: float = 1.0
    atomicity: Literal["low", "high"] = "low"
    coverage: Literal["low", "high"] = "low"
    name: str = field(default="factual_correctness", kw_only=True)
    prompt: JudgePrompt = field(default=SPLIT, kw_only=True)
    nli_prompt: JudgePrompt = field(default=VERIFY, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_beta(self.beta)
        if self.mode not in MODES:
            raise ValueError(f"mode is 'precision', 'recall' or 'f1', not {self.mode!r}")
        for setting in ("atomicity", "coverage"):
            if getattr(self, setting) not in LEVELS:
                raise ValueError(f"{setting} is 'low' or 'high', not {getattr(self, setting)!r}")

    async def ascore(self, response: str, reference: str, user_input: str | None = None) -> MetricResult:
        """Score one response against its reference."""
        if same_text(response, reference):
            return MetricResult(1.0, "Response and reference are the same text.", {"output": {"same": True}})
        said, wanted = await self._claims(response, reference, user_input or "")
        if not said and not wanted:
            return MetricResult.not_applicable("Neither response nor reference makes a claim.")
        if not said or (not wanted and self.mode != "precision"):
            side = "reference" if said else "response"
            return MetricResult(
                0.0,
                f"The {side} makes no claim.",
                {"output": {"claims": {"response": said, "reference": wanted}}},
            )
        in_reference, in_response = await asyncio.gather(
            self._verify([] if self.mode == "recall" else said, reference),
            self._verify([] if self.mode == "precision" else wanted, response),
        )
        sides = []
        evidence: dict[str, Any] = {}
        if self.mode != "recall":
            evidence["precision"] = mean([weight(one) for one in in_reference])
            evidence["response_claims"] = statement_rows(said, in_reference)
            why = support_reason(said, in_reference, "the reference", graded=False)
            sides.append(f"Precision {evidence['precision']:.2f}: {why}")
        if self.mode != "precision":
            evidence["recall"] = mean([weight(one) for one in in_response])
            evidence["reference_claims"] = statement_rows(wanted, in_response)
            why = support_reason(wanted, in_response, "the response", graded=False)
            sides.append(f"Recall {evidence['recall']:.2f}: {why}")
        if has_confidence([*in_reference, *in_response]):
            sides.append("Each claim counts with the judge's confidence.")
        value = (
            f_beta(evidence["precision"], evidence["recall"], self.beta)
            if self.mode == "f1"
            else evidence[self.mode]
        )
        return MetricResult(value, " ".join(sides), {"output": evidence})

    async def _claims(self, response: str, reference: str, question: str) -> tuple[list[str], list[str]]:
        """The claims of both texts; for precision those of the reference only where the response makes none."""
        prompt = claims_prompt(self.prompt, self.atomicity, self.coverage)
        judge = self.judge
        if self.mode == "precision":
            said = await steps.split(judge, response, question, prompt)
            return said, [] if said else await steps.split(judge, reference, question, prompt)
        said, wanted = await asyncio.gather(
            steps.split(judge, response, question, prompt), steps.split(judge, reference, question, prompt)
        )
        return said, wanted

    async def _verify(self, claims: Sequence[str], text: str) -> list[Verdict]:
        return await steps.verify(self.judge, claims, [text], self.nli_prompt)


LARGEST_BETA = 1e150
"""What is weighed is its square, which must be a number too."""


def check_beta(beta: Any) -> None:
    """Refuse a beta that is no weight.

    Raises:
        ValueError: it is not a number of at least 0, or so large that its square is none.
    """
    is_real = isinstance(beta, Real) and not isinstance(beta, bool)
    if not is_real or not 0 <= beta <= LARGEST_BETA:
        raise ValueError(
            f"beta is a number of at least 0 and at most {LARGEST_BETA:g}, above 1 to favour recall, not {beta!r}"
        )
