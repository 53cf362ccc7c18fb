"""How much of a text some contexts support: the score that faithfulness and context recall give of different texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragas.llms.judge import Verdict
from ragas.metrics import steps
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import mean
from ragas.metrics.wording import NO_CONTEXT, has_text, statement_rows, support_reason

if TYPE_CHECKING:
    from ragas.llms.judge import Judge
    from ragas.prompt.judge_prompt import JudgePrompt


def weight(verdict: Verdict) -> float:
    """What a statement counts for: the judge's probability that it is supported, where it gives one, else 1 or 0."""
    return float(verdict.supported) if verdict.confidence is None else verdict.confidence


async def support_score(
    judge: Judge,
    text: str,
    question: str,
    contexts: Sequence[str],
    *,
    whose: str,
    split_prompt: JudgePrompt,
    verify_prompt: JudgePrompt,
) -> MetricResult:
    """The share of the statements of `text` that the contexts support, with reason and evidence.

    0.0 without asking when there is no context; not applicable when the text states nothing.
    """
    if not has_text(contexts):
        return MetricResult(0.0, NO_CONTEXT)
    statements = await steps.split(judge, text, question, split_prompt)
    if not statements:
        return MetricResult.not_applicable(
            f"The {whose} makes no statement of fact, so there is nothing to check."
        )
    verdicts = await steps.verify(judge, statements, contexts, verify_prompt)
    return MetricResult(
        mean([weight(verdict) for verdict in verdicts]),
        support_reason(statements, verdicts, "the retrieved contexts"),
        {"output": {"statements": statement_rows(statements, verdicts)}},
    )
