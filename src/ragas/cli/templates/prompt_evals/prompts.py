"""The prompts to choose from, and what runs them: a model when MODEL names one, else a function."""

from __future__ import annotations

import os
import re
from typing import Literal

from pydantic import BaseModel

from ragas.llms import llm_factory

MODEL = os.environ.get("MODEL")  # such as openai:gpt-4o-mini

PROMPTS = {
    "first": "Is this review positive or negative?\n\nReview: {text}",
    "second": (
        "Is this review positive or negative? After a 'but' comes what counts, and a negated word means its "
        "opposite.\n\nReview: {text}"
    ),
}

GOOD = {"good", "great", "love", "lovely", "works", "recommend"}
BAD = {"bad", "slow", "broken", "boring", "waste", "expensive"}


class Label(BaseModel):
    """What the model replies."""

    label: Literal["positive", "negative"]


def run(prompt: str, text: str) -> str:
    """The label a prompt gives to a review."""
    asked = PROMPTS[prompt].format(text=text)
    return llm_factory(MODEL).generate(asked, Label).label if MODEL else stand_in(asked)


def stand_in(asked: str) -> str:
    """Counts good and bad words; it heeds what the prompt says about 'but' and about negation."""
    told, _, text = asked.partition("Review: ")
    text = text.lower()
    if "'but'" in told:
        text = text.rpartition(" but ")[2]
    words = re.findall(r"\w+", text)
    score = 0
    for place, word in enumerate(words):
        value = (word in GOOD) - (word in BAD)
        negated = "negated" in told and {"not", "never", "no"} & {*words[max(0, place - 2) : place]}
        score += -value if negated else value
    return "positive" if score >= 0 else "negative"
