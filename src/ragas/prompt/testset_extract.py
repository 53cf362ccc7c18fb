"""Prompts that draw what a test set needs out of a document, and the models of their replies."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.judge_prompt import Example, JudgePrompt
from ragas.prompt.summary import Keyphrases


class Summary(BaseModel):
    """A text in short."""

    summary: str


class Title(BaseModel):
    """What a text is called."""

    title: str


class Headlines(BaseModel):
    """The headings of a text."""

    headlines: list[str]


class NEROutput(BaseModel):
    """The entities a text names."""

    entities: list[str]


class ThemesAndConcepts(BaseModel):
    """What a text is about."""

    output: list[str]


class TopicDescription(BaseModel):
    """What a text is about, in a sentence or two."""

    description: str


class QuestionPotentialOutput(BaseModel):
    """How well questions can be asked about a text."""

    reason: str = Field(default="", description="one short sentence")
    score: int = Field(ge=1, le=5, description="the number of the level that fits best")


SUMMARY = JudgePrompt(
    name="summary",
    instruction=(
        "Summarise the text in at most ten sentences. Keep the facts, names and figures that matter most. Add nothing "
        "that is not in the text. Write in the language of the text."
    ),
    reply=Summary,
    examples=(
        Example(
            {
                "text": "Larkspur Ferries was founded by Ada Wren in 1911. Its two ships cross the Orr daily, "
                "except in January, when both are painted."
            },
            Summary(
                summary="Larkspur Ferries, founded by Ada Wren in 1911, crosses the Orr daily with two ships, but not "
                "in January."
            ),
        ),
    ),
)

TITLE = JudgePrompt(
    name="title",
    instruction=(
        "Give the title of the text. If it has one, copy it. If it has none, write one of at most ten words in the "
        "language of the text."
    ),
    reply=Title,
)

KEYPHRASES = JudgePrompt(
    name="keyphrases",
    instruction=(
        "List the key phrases of the text, the most important first, and no more than the limit says. Copy each as it "
        "stands in the text, and write each once."
    ),
    reply=Keyphrases,
    examples=(
        Example(
            {
                "limit": "2",
                "text": "A heat pump draws warmth from the ground. In winter a heat pump uses more power.",
            },
            Keyphrases(keyphrases=["heat pump", "warmth from the ground"]),
        ),
    ),
)

HEADLINES = JudgePrompt(
    name="headlines",
    instruction=(
        "List the headings that divide the text into sections, in their order, and no more than the limit says. Copy "
        "each exactly as it stands in the text, without # or other marks. If there are more than the limit, give those "
        "of the larger sections. If the text has no headings, the list is empty."
    ),
    reply=Headlines,
    examples=(
        Example(
            {
                "limit": "5",
                "text": "# Ferries\n\nThe Orr is wide.\n\n## Timetable\n\nDaily at nine.\n\n## Fares\n\nTwo euros.",
            },
            Headlines(headlines=["Ferries", "Timetable", "Fares"]),
        ),
    ),
)

NAMES = JudgePrompt(
    name="named_entities",
    instruction=(
        "List the named entities of the text: people, organisations, places, products, laws, events, dates. The most "
        "important first, and no more than the limit says. Copy each as it stands in the text, and write each once. If "
        "there are none, the list is empty."
    ),
    reply=NEROutput,
    examples=(
        Example(
            {
                "limit": "3",
                "text": "In 1911 Ada Wren founded Larkspur Ferries in Orrmouth. The fare was a penny.",
            },
            NEROutput(entities=["Ada Wren", "Larkspur Ferries", "Orrmouth"]),
        ),
    ),
)

THEMES = JudgePrompt(
    name="themes",
    instruction=(
        "List the main themes and concepts of the text, each in one to four words, the most important first, and no "
        "more than the limit says. A theme is a subject, not a name. Write in the language of the text."
    ),
    reply=ThemesAndConcepts,
    examples=(
        Example(
            {
                "limit": "3",
                "text": "Ships of Larkspur Ferries burn less oil since their hulls are painted yearly.",
            },
            ThemesAndConcepts(output=["fuel saving", "ship maintenance"]),
        ),
    ),
)

TOPIC = JudgePrompt(
    name="topic_description",
    instruction=(
        "Say in one or two sentences what the text is about. Name the main subject and what is said about it. Write in "
        "the language of the text."
    ),
    reply=TopicDescription,
)

QUESTION_POTENTIAL = JudgePrompt(
    name="question_potential",
    instruction=(
        "Rate how well questions can be asked about the content, so that the content answers them. The summary is of "
        "the document that the content is from. Choose the level of the rubric that fits best and give its number as "
        "the score."
    ),
    reply=QuestionPotentialOutput,
)
