"""Prompts that ask for a rating, two wordings of each question, and the models of their replies."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.judge_prompt import JudgePrompt


class Rating(BaseModel):
    """A rating on the scale 0, 1, 2."""

    reason: str = Field(description="one short sentence")
    rating: int = Field(description="0, 1 or 2", json_schema_extra={"enum": [0, 1, 2]})


class AccuracyRating(BaseModel):
    """A rating on the scale 0, 2, 4."""

    reason: str = Field(description="one short sentence")
    rating: int = Field(description="0, 2 or 4", json_schema_extra={"enum": [0, 2, 4]})


ACCURACY = JudgePrompt(
    name="rate_accuracy",
    instruction=(
        "Compare the answer with the reference, which is right. Rate 4 if the answer says the same as the reference: "
        "the same facts and figures, in any words. Rate 2 if it says part of it, or all of it with something wrong or "
        "missing. Rate 0 if it contradicts the reference, is about something else, or gives no answer."
    ),
    reply=AccuracyRating,
)

ACCURACY_AGAIN = JudgePrompt(
    name="rate_accuracy_again",
    instruction=(
        "A teacher wrote the reference; a student wrote the answer to the same question. Grade the student with 4, 2 "
        "or 0. 4: everything the teacher expects is there and nothing is wrong. 2: some of it is right. 0: none of it "
        "is right. Different wording costs nothing; a wrong name, figure or negation does."
    ),
    reply=AccuracyRating,
)

RELEVANCE = JudgePrompt(
    name="rate_context",
    instruction=(
        "Rate how far the chunks hold the information that is needed to answer the question. Rate 2 if the question "
        "can be answered fully from them, 1 if only partly, 0 if they hold nothing that helps. Do not use knowledge "
        "of your own."
    ),
    reply=Rating,
)

RELEVANCE_AGAIN = JudgePrompt(
    name="rate_context_again",
    instruction=(
        "Somebody must answer the question and may read nothing but the chunks. What can they do? 2: give a complete "
        "answer. 1: give a part of the answer. 0: give no answer. Chunks on the same subject that do not answer the "
        "question count as 0."
    ),
    reply=Rating,
)

GROUNDEDNESS = JudgePrompt(
    name="rate_groundedness",
    instruction=(
        "Rate how far the chunks support the response. Rate 2 if they support everything it says, 1 if they support "
        "a part of it, 0 if they support nothing of it or contradict it. Do not use knowledge of your own."
    ),
    reply=Rating,
)

GROUNDEDNESS_AGAIN = JudgePrompt(
    name="rate_groundedness_again",
    instruction=(
        "Check the response as an editor whose only source is the chunks. 2: every claim can be traced to the source. "
        "1: some claims can, others cannot. 0: no claim can, or the source says otherwise. A claim that is true but "
        "not in the source cannot be traced."
    ),
    reply=Rating,
)
