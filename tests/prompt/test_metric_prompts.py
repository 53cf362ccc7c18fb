"""Prompts of single metrics: short, told apart by name, and open about their scale."""

from __future__ import annotations

from types import ModuleType

import pytest

from ragas.prompt import agents, correctness, ratings, sql, steps, summary
from ragas.prompt.judge_prompt import JudgePrompt

MODULES: list[ModuleType] = [agents, ratings, sql, summary]
PROMPTS = [one for module in MODULES for one in vars(module).values() if isinstance(one, JudgePrompt)]


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_prompts_are_short(prompt: JudgePrompt) -> None:
    """A small model reads it: an instruction of at most 80 words, one example at most."""
    assert len(prompt.instruction.split()) <= 80
    assert len(prompt.examples) <= 1


def test_every_prompt_has_a_name_and_a_version_of_its_own() -> None:
    """Names and versions tell prompts apart."""
    assert len({prompt.name for prompt in PROMPTS}) == len(PROMPTS)
    assert len({prompt.version for prompt in PROMPTS}) == len(PROMPTS)


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_the_reason_comes_before_the_verdict(prompt: JudgePrompt) -> None:
    """A judge that decides first and explains later explains what it decided."""
    for model in [prompt.reply, *_items(prompt)]:
        fields = list(model.model_fields)
        if "reason" in fields:
            assert fields.index("reason") < len(fields) - 1


def _items(prompt: JudgePrompt) -> list[type[steps.BaseModel]]:
    found = []
    for one in prompt.reply.model_fields.values():
        inner = getattr(one.annotation, "__args__", (None,))[0]
        if isinstance(inner, type) and issubclass(inner, steps.BaseModel):
            found.append(inner)
    return found


@pytest.mark.parametrize(
    ("model", "scale"), [(ratings.Rating, [0, 1, 2]), (ratings.AccuracyRating, [0, 2, 4])]
)
def test_the_scale_is_in_the_schema(model: type[steps.BaseModel], scale: list[int]) -> None:
    """Providers that enforce schemas keep to the scale."""
    assert model.model_json_schema()["properties"]["rating"]["enum"] == scale


def test_low_levels_keep_the_shared_prompt() -> None:
    """Only a high level changes the split, and so its version."""
    low = correctness.claims_prompt(steps.SPLIT, "low", "low")
    assert low is steps.SPLIT
    versions = {
        correctness.claims_prompt(steps.SPLIT, atomicity, coverage).version
        for atomicity in correctness.LEVELS
        for coverage in correctness.LEVELS
    }
    assert len(versions) == 4
