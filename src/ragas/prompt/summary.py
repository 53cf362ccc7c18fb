"""Prompts that test a summary with questions, and the models of their replies."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, field_validator

from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import Example, JudgePrompt


class Keyphrases(BaseModel):
    """What a text is about."""

    keyphrases: list[str]


class ClosedQuestions(BaseModel):
    """Questions that a text answers with yes."""

    questions: list[str]


class Answer(BaseModel):
    """Whether a summary answers one numbered question."""

    number: int = Field(description="number of the question")
    reason: str = Field(description="one short sentence")
    answered: bool = Field(description="true if the summary says that the answer is yes")

    @field_validator("answered", mode="before")
    @classmethod
    def _without_space(cls, value: Any) -> Any:
        return value.strip() if isinstance(value, str) else value


class Answers(BaseModel):
    """One answer for every numbered question."""

    answers: list[Answer]


KEYPHRASES = JudgePrompt(
    name="extract_keyphrases",
    instruction=(
        "List the key phrases of the text: people, organisations, places, dates, amounts, percentages and the main "
        "subjects. Write each once, as it stands in the text. If there are none, the list is empty."
    ),
    reply=Keyphrases,
)

CLOSED_QUESTIONS = JudgePrompt(
    name="closed_questions",
    instruction=(
        "For each key phrase write one question about it that the text answers with yes. Ask about what matters most "
        "in the text. Each question must be understandable alone. Write in the language of the text."
    ),
    reply=ClosedQuestions,
    examples=(
        Example(
            {
                "text": "Larkspur Ferries was founded by Ada Wren in 1911.",
                "key phrases": Lines(["Ada Wren", "1911"]),
            },
            ClosedQuestions(
                questions=[
                    "Did Ada Wren found Larkspur Ferries?",
                    "Was Larkspur Ferries founded in 1911?",
                ]
            ),
        ),
    ),
)

ANSWERS = JudgePrompt(
    name="answer_from_summary",
    instruction=(
        "For each numbered question decide whether the summary alone answers it with yes: answered is true only if "
        "the summary says so. If the summary does not mention it, or says otherwise, answered is false. Do not use "
        "knowledge of your own. Give every number exactly once."
    ),
    reply=Answers,
)
