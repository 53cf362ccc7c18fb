"""Questions that take several passages to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ragas.exceptions import InputError
from ragas.schema.samples import SingleTurnSample
from ragas.testset.graph import Node
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.base import BaseScenario, BaseSynthesizer
from ragas.testset.synthesizers.input_prompt import InputPrompt
from ragas.testset.synthesizers.matching import drawn, interested
from ragas.testset.synthesizers.prompts import (
    LENGTHS,
    STYLES,
    GeneratedQueryAnswer,
    MultiHopQueryAnswerPrompt,
    QueryConditions,
    ThemesPersonasMatchingPrompt,
)
from ragas.testset.synthesizers.sources import text_of, words_in


class MultiHopScenario(BaseScenario):
    """A question about what several passages have in common."""

    combinations: list[str]


@dataclass
class MultiHopQuerySynthesizer(BaseSynthesizer):
    """Base of synthesizers whose questions take several passages: write `_generate_scenarios`."""

    generate_query_reference_prompt: InputPrompt = field(default_factory=MultiHopQueryAnswerPrompt)
    theme_persona_matching_prompt: InputPrompt = field(default_factory=ThemesPersonasMatchingPrompt)

    reserve: ClassVar[float] = 2.0

    def prepare_combinations(
        self,
        nodes: Sequence[Node],
        combinations: Sequence[Sequence[str]],
        personas: Sequence[Persona],
        persona_item_mapping: Mapping[str, Sequence[str]],
        property_name: str,
    ) -> list[dict[str, Any]]:
        """What can be asked of nodes together: for each combination the nodes that hold it, and who would ask.

        A combination that only one of the nodes holds is asked of all of them.
        """
        found: list[dict[str, Any]] = []
        for combination in combinations:
            items = [one for one in combination if one.strip()]
            if not items:
                continue
            wanted = {one.casefold() for one in items}
            holding = [
                node
                for node in nodes
                if wanted & {word.casefold() for word in words_in(node.get_property(property_name))}
            ]
            found.append(
                {
                    "combination": items,
                    "nodes": holding if len(holding) > 1 else list(nodes),
                    "personas": interested(items, personas, persona_item_mapping),
                    "styles": list(self.styles),
                    "lengths": list(self.lengths),
                }
            )
        return found

    def sample_diverse_combinations(self, data: Sequence[Mapping[str, Any]], num_samples: int) -> list[Any]:
        """`num_samples` scenarios: all combinations once before any of them again.

        Raises:
            ValueError: fewer than one is asked for.
        """
        if num_samples < 1:
            raise InputError(f"num_samples={num_samples!r}: at least one is needed.")
        scenarios: list[Any] = []
        if not data:
            return scenarios
        about = [text_of(node)[:200] for node in data[0]["nodes"]]
        manners = self.manner(num_samples, *about)
        for number in range(num_samples):
            one = data[number % len(data)]
            style, length = manners[number]
            random = self.random("persona", *one["combination"], *about)
            scenarios.append(
                MultiHopScenario(
                    nodes=one["nodes"],
                    combinations=list(one["combination"]),
                    persona=drawn(one["personas"], number // len(data), random),
                    style=style,
                    length=length,
                )
            )
        return scenarios

    def make_contexts(self, scenario: MultiHopScenario) -> list[str]:
        """The texts of the scenario's nodes, each under a line that numbers it."""
        return [f"<{number}-hop>\n\n{text_of(node)}" for number, node in enumerate(scenario.nodes, 1)]

    async def _generate_sample(self, scenario: Any, callbacks: Any = None) -> SingleTurnSample:
        contexts = self.make_contexts(scenario)
        data = QueryConditions(
            persona=scenario.persona,
            themes=list(scenario.combinations),
            query_style=STYLES[scenario.style],
            query_length=LENGTHS[scenario.length],
            context=contexts,
            llm_context=self.llm_context,
            language=self.language,
        )
        reply = await self.generate_query_reference_prompt.generate(self.llm, data)
        assert isinstance(reply, GeneratedQueryAnswer)
        return SingleTurnSample(
            user_input=reply.query.strip(),
            reference=reply.answer.strip(),
            reference_contexts=contexts,
            persona_name=scenario.persona.name if scenario.persona else None,
            query_style=scenario.style.name,
            query_length=scenario.length.name,
        )


def turn_by_turn(of_groups: Sequence[Sequence[Any]], n: int) -> list[Any]:
    """The first of every group, then the second of every group, up to `n` of them."""
    longest = max(map(len, of_groups), default=0)
    return [group[turn] for turn in range(longest) for group in of_groups if turn < len(group)][:n]
