"""The prompts about responses that rest on texts and pictures."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.judge_prompt import JudgePrompt


class PictureFaithfulness(BaseModel):
    """Whether texts and pictures support a response."""

    reason: str = Field(default="", description="one or two sentences")
    faithful: bool


class PictureRelevance(BaseModel):
    """Whether a response answers a question in agreement with texts and pictures."""

    reason: str = Field(default="", description="one or two sentences")
    relevant: bool


FAITHFUL = JudgePrompt(
    name="faithful_to_pictures",
    instruction=(
        "The contexts are texts and pictures; the pictures follow after the data, with their numbers. Decide whether "
        "they support the response: faithful is true only if everything the response says can be read in a text or "
        "seen in a picture. Do not use knowledge of your own. Write the reason in the language of the response."
    ),
    reply=PictureFaithfulness,
)

RELEVANT = JudgePrompt(
    name="relevant_to_pictures",
    instruction=(
        "The contexts are texts and pictures; the pictures follow after the data, with their numbers. Decide whether "
        "the response is relevant: relevant is true only if it answers the question and agrees with what the texts "
        "say and the pictures show. Write the reason in the language of the response."
    ),
    reply=PictureRelevance,
)
