"""Scoring a sample by a rubric: what the metrics with rubrics share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ragas.metrics.grading import ask_score
from ragas.metrics.levels import normalized
from ragas.metrics.result import MetricResult
from ragas.prompt.fence import Data
from ragas.prompt.grading import RubricScore

if TYPE_CHECKING:
    from ragas.llms.judge import Judge
    from ragas.prompt.judge_prompt import JudgePrompt

WITHOUT_REFERENCE = {
    "score1_description": "The response does not answer the question, or what it says is wrong.",
    "score2_description": "The response answers a small part of the question, or has serious mistakes.",
    "score3_description": "The response answers the question in part; it is mostly right but leaves out or blurs points.",
    "score4_description": "The response answers the question and is right; a minor point is missing or unclear.",
    "score5_description": "The response answers the whole question, is right and clear, and adds nothing beside it.",
}
WITH_REFERENCE = {
    "score1_description": "The response contradicts the reference, or has nothing to do with it.",
    "score2_description": "The response agrees with the reference in a small part and departs from it in important points.",
    "score3_description": "The response agrees with the reference in part; important points are missing or differ.",
    "score4_description": "The response agrees with the reference; a minor point is missing or differs.",
    "score5_description": "The response says everything the reference says and nothing that it does not bear out.",
}


def in_words(rubric: Mapping[int, str]) -> str:
    """A line for each level."""
    return "\n".join(f"{level}: {description}" for level, description in rubric.items())


async def rubric_score(
    judge: Judge, metric_name: str, prompt: JudgePrompt, data: Mapping[str, Data], rubric: Mapping[int, str]
) -> MetricResult:
    """The level that the judge gives, with its feedback; in the traces also as a number from 0 to 1.

    Raises:
        ReplyError: the judge's score is beyond the levels of the rubric, also when asked again.
    """
    lowest, highest = min(rubric), max(rubric)
    reply = await ask_score(judge, metric_name, prompt.render(data), RubricScore, (lowest, highest))
    found = {
        "score": reply.score,
        "normalized": normalized(reply.score, lowest, highest),
        "lowest": lowest,
        "highest": highest,
        "level": rubric.get(reply.score),
        "feedback": reply.feedback,
    }
    return MetricResult(float(reply.score), reply.feedback, {"output": found})
