"""Noise sensitivity: how often the response says something wrong that it took from the retrieved contexts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import share
from ragas.metrics.wording import counted, has_text, listed
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT, VERIFY

MODES = ("relevant", "irrelevant")


@by_position("llm", "name", "mode")
@dataclass(eq=False, repr=False)
class NoiseSensitivity(BaseMetric):
    """How much of the response is wrong and comes from the retrieved contexts.

    Use it when you have reference answers and want to know how much of what is wrong was taken from the retrieved
    texts.

    Formula: wrong statements that a chunk of the chosen kind supports / all statements of the response. A statement
    is wrong when the reference does not support it. A chunk is relevant when it supports a statement of the
    reference. In the mode "irrelevant" a statement counts only if no relevant chunk supports it.

    Inputs: `user_input`, `response`, `reference`, `retrieved_contexts`. Range: 0 to 1, lower is better.
    Judge calls: 5, two that split, two that verify against the chunks, one that verifies against the reference;
    other metrics of the same run share most of them.
    Empty inputs: no retrieved text, or no statements on either side, is not applicable.
    Source: RAGChecker, Ru et al., 2024.
    Settings: `mode` "relevant" counts what comes from relevant chunks, "irrelevant" what comes from the others
    alone.

    >>> from ragas.testing import ScriptedJudge
    >>> yes, no = {"reason": "", "supported": True}, {"reason": "", "supported": False}
    >>> judge = ScriptedJudge([
    ...     {"statements": ["The ferry leaves at nine."]},
    ...     {"statements": ["It leaves at nine.", "It is free."]},
    ...     {"verdicts": [{"number": 1, "chunks": [1], **yes}]},
    ...     {"verdicts": [{"number": 1, "chunks": [1], **yes}, {"number": 2, "chunks": [1], **yes}]},
    ...     {"verdicts": [{"number": 1, **yes}, {"number": 2, **no}]}])
    >>> result = NoiseSensitivity(llm=judge).score(
    ...     user_input="When does the ferry leave?", reference="The ferry leaves at nine.",
    ...     response="At nine, and it is free.", retrieved_contexts=["The free ferry leaves at nine."])
    >>> result.value, result.reason
    (0.5, '1 of 2 statements wrong and taken from relevant chunks: "It is free".')
    """

    llm: Any = None
    name: str = field(default="noise_sensitivity", kw_only=True)
    mode: Literal["relevant", "irrelevant"] = field(default="relevant", kw_only=True)
    statement_prompt: JudgePrompt = field(default=SPLIT, kw_only=True)
    faithfulness_prompt: JudgePrompt = field(default=VERIFY, kw_only=True)

    higher_is_better: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mode not in MODES:
            raise ValueError(f"mode is 'relevant' or 'irrelevant', not {self.mode!r}")

    async def ascore(
        self, user_input: str, response: str, reference: str, retrieved_contexts: list[str]
    ) -> MetricResult:
        """Score one response against its reference and the chunks it was made from."""
        if not has_text(retrieved_contexts):
            return MetricResult.not_applicable("Nothing was retrieved that could mislead the response.")
        judge = self.judge
        in_reference, in_response = await asyncio.gather(
            steps.split(judge, reference, user_input, self.statement_prompt),
            steps.split(judge, response, user_input, self.statement_prompt),
        )
        if not in_reference or not in_response:
            side = "reference" if not in_reference else "response"
            return MetricResult.not_applicable(f"The {side} makes no statement of fact.")
        reference_chunks, response_chunks, verdicts = await asyncio.gather(
            steps.supporting_chunks(judge, in_reference, retrieved_contexts, self.faithfulness_prompt),
            steps.supporting_chunks(judge, in_response, retrieved_contexts, self.faithfulness_prompt),
            steps.verify(judge, in_response, [reference], self.faithfulness_prompt),
        )
        relevant = set().union(*reference_chunks)
        rows: list[dict[str, Any]] = []
        for statement, chunks, verdict in zip(in_response, response_chunks, verdicts, strict=True):
            from_relevant = bool(chunks & relevant)
            from_chosen = from_relevant if self.mode == "relevant" else bool(chunks) and not from_relevant
            rows.append(
                {
                    "statement": statement,
                    "in_reference": verdict.supported,
                    "chunks": sorted(chunks),
                    "misled": from_chosen and not verdict.supported,
                    "reason": verdict.reason,
                }
            )
        misled = [row["statement"] for row in rows if row["misled"]]
        reason = f"{len(misled)} of {counted(len(rows), 'statement')} wrong and taken from {self.mode} chunks"
        reason += f": {listed(misled)}." if misled else "."
        evidence = {"output": {"statements": rows, "relevant_chunks": sorted(relevant)}}
        return MetricResult(share([row["misled"] for row in rows]), reason, evidence)
