"""The prompts that grade a sample as a whole: by a rubric, by a criterion, by a question with yes or no."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.judge_prompt import JudgePrompt


class RubricScore(BaseModel):
    """The level of a rubric that fits."""

    feedback: str = Field(
        description="why this level fits and the next one does not, in one or two sentences"
    )
    score: int = Field(description="number of the level")


class AspectVerdict(BaseModel):
    """The answer to a question about a sample."""

    reason: str = Field(description="one or two sentences")
    verdict: bool = Field(description="true for yes, false for no")


class CriteriaScore(BaseModel):
    """A score by a criterion."""

    reason: str = Field(description="one or two sentences")
    score: int


RUBRIC = JudgePrompt(
    name="score_by_rubric",
    instruction=(
        "Score the response in the data with the rubric: choose the level whose description fits best. If levels "
        "between two descriptions fit better, choose the number between. Use only what the data and the rubric "
        "say. Write the feedback in the language of the response."
    ),
    reply=RubricScore,
)

ASPECT = JudgePrompt(
    name="judge_aspect",
    instruction=(
        "Answer the question below about the data with yes (true) or no (false). Judge only what the question asks "
        "about and give the reason first. Write the reason in the language of the data."
    ),
    reply=AspectVerdict,
)

CRITERIA = JudgePrompt(
    name="score_by_criterion",
    instruction=(
        "Score the data by the criterion below. The score is a whole number. Judge only what the criterion asks "
        "about and give the reason first. Write the reason in the language of the data."
    ),
    reply=CriteriaScore,
)
