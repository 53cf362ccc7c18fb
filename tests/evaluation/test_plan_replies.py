"""Plausible replies: of the right form for every prompt there is, and as long as real ones."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from ragas.evaluation.plan_replies import plausible
from ragas.metrics.catalogue import catalogue
from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import ENTITIES, QUESTIONS, RELEVANT, SPLIT, VERIFY

PROMPTS = {prompt.name: prompt for entry in catalogue() for prompt in entry.metric.get_prompts().values()}


@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS)
def test_every_prompt_gets_a_reply_that_fits(prompt: JudgePrompt) -> None:
    """The reply validates, whatever the metric asks."""
    data = {
        "question": "When?",
        "text": "The ferry leaves at 07:40. Ada Wren owns it.",
        "count": "2",
        "chunk": ["One.", "Two."],
        "items": Lines(["First.", "Second."]),
    }
    assert prompt.reply.model_validate(plausible(prompt.render(data), prompt.reply))


def reply(prompt: JudgePrompt, **data: Any) -> Any:
    return prompt.reply.model_validate(plausible(prompt.render(data), prompt.reply))


def test_a_statement_a_sentence() -> None:
    """A text makes as many statements as it has sentences; the worked example of the prompt is not taken for data."""
    found = reply(
        SPLIT, question="When?", text="The ferry leaves at 07:40. It costs two euros. Dogs are free."
    )
    assert [one.startswith(start) for one, start in zip(found.statements, ["The", "It", "Dogs"], strict=True)]
    assert reply(SPLIT, text="I am sorry, I do not know.").statements == []


def test_a_verdict_for_every_number() -> None:
    """Numbered lines, and numbered blocks where there are none."""
    found = reply(VERIFY, chunk=["A [1] b", "C"], statements=Lines(["One.", "Two.", "Three."]))
    assert [one.number for one in found.verdicts] == [1, 2, 3]
    assert found.verdicts[1].quote == "Two."
    useful = reply(RELEVANT, question="Q", answer="A", chunk=["x", "y", "z", "w"])
    assert [one.number for one in useful.verdicts] == [1, 2, 3, 4]


def test_as_many_as_asked_for() -> None:
    """A count in the prompt is kept, also beyond the sentences there are; no two are alike."""
    found = reply(QUESTIONS, count="3", answer="It leaves at 07:40.").questions
    assert len({one.question for one in found}) == 3
    assert not any(one.noncommittal for one in found)


def test_names_and_figures() -> None:
    """Entities are what is written large, and numbers."""
    found = reply(
        ENTITIES, text="In 1911 the firm Larkspur Ferries went to Ada Wren for 300 pounds."
    ).entities
    assert found == ["1911", "Larkspur Ferries", "Ada Wren", "300"]


class Colour(Enum):
    RED = "red"


class Inner(BaseModel):
    deeper: list[Inner] = []


class Odd(BaseModel):
    word: Literal["a", "b"]
    colour: Colour
    maybe: int | None
    least: int = Field(ge=3)
    listed: list[int]
    pairs: list[str] = Field(min_length=2)
    inner: Inner
    free: dict[str, str] = {}


def test_models_of_the_users() -> None:
    """Words from a list, bounds, options and models in themselves are kept to; a prompt needs no blocks."""
    found = Odd.model_validate(plausible("Is {this} polite? Yes.", Odd))
    assert (found.word, found.colour, found.least) == ("a", Colour.RED, 3)
    assert len(found.pairs) >= 2
