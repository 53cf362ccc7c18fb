"""Decide who asks about what: one judge call for many themes."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ragas.testset.failed_calls import costs_its_call_only
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.input_prompt import InputPrompt
from ragas.testset.synthesizers.prompts import PersonaThemesMapping, ThemesPersonasInput

logger = logging.getLogger("ragas.testset")

AT_ONCE = 40
"""Themes in one question to the judge."""


async def persona_themes(
    prompt: InputPrompt, llm: Any, themes: Sequence[str], personas: Sequence[Persona]
) -> dict[str, list[str]]:
    """For each persona's name the themes they would ask about. Names and themes the judge made up are left out.

    Where there is nobody to choose between, or nothing to ask about, no judge is asked. Themes whose call fails are
    nobody's, with a warning.
    """
    wanted = list(dict.fromkeys(theme for theme in themes if theme.strip()))
    if len(personas) < 2 or not wanted:
        return {one.name: wanted for one in personas}
    names = {one.name.casefold(): one.name for one in personas}
    known = {theme.casefold(): theme for theme in wanted}
    found: dict[str, list[str]] = {one.name: [] for one in personas}
    for at in range(0, len(wanted), AT_ONCE):
        data = ThemesPersonasInput(themes=wanted[at : at + AT_ONCE], personas=list(personas))
        try:
            reply = await prompt.generate(llm, data)
        except Exception as error:
            if not costs_its_call_only(error):
                raise
            logger.warning("Who would ask about %d themes is left open: %s", len(data.themes), error)
            continue
        assert isinstance(reply, PersonaThemesMapping)
        for name, chosen in reply.mapping.items():
            if (persona := names.get(name.strip().casefold())) is not None:
                found[persona] += [
                    known[one.strip().casefold()] for one in chosen if one.strip().casefold() in known
                ]
    return found


def interested(
    items: Sequence[str], personas: Sequence[Persona], concepts: Mapping[str, Sequence[str]]
) -> list[Persona]:
    """Who would ask about any of the items; everybody, if it is nobody."""
    wanted = {item.casefold() for item in items}
    found = [one for one in personas if wanted & {theme.casefold() for theme in concepts.get(one.name, ())}]
    return found or list(personas)


def drawn(personas: Sequence[Persona], number: int, random: Random) -> Persona | None:
    """The `number`-th persona of an order by chance, None where there are none."""
    if not personas:
        return None
    order = list(personas)
    random.shuffle(order)
    return order[number % len(order)]
