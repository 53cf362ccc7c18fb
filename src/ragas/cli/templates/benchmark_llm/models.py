"""The models to compare: names such as openai:gpt-4o-mini, or one of two functions that stand in for models."""

from __future__ import annotations

import re

from pydantic import BaseModel

from ragas.llms import llm_factory

PROMPT = """An order of {total} euros by a customer of {years} years. Rules:
- from 100 euros on: 10 percent off
- a customer of more than 5 years: 5 percent more off
Reply with the discount in percent."""


class Discount(BaseModel):
    """What a model replies."""

    percent: float


def small(prompt: str) -> float:
    """Stands in for a weak model: it overlooks the second rule, and that 100 is enough for the first."""
    total, _ = (float(number) for number in re.findall(r"of ([\d.]+)", prompt)[:2])
    return 10.0 if total > 100 else 0.0


def large(prompt: str) -> float:
    """Stands in for a better model: it only overlooks that 5 years are not more than 5."""
    total, years = (float(number) for number in re.findall(r"of ([\d.]+)", prompt)[:2])
    return (10.0 if total >= 100 else 0.0) + (5.0 if years >= 5 else 0.0)


STAND_INS = {"small": small, "large": large}


async def discount(model: str, total: float, years: int) -> float:
    """The discount a model finds."""
    prompt = PROMPT.format(total=total, years=years)
    if model in STAND_INS:
        return STAND_INS[model](prompt)
    return (await llm_factory(model).agenerate(prompt, Discount)).percent
