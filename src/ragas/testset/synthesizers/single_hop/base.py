"""Questions that one passage answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

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
    QueryAnswerPrompt,
    QueryCondition,
    ThemesPersonasMatchingPrompt,
)
from ragas.testset.synthesizers.sources import text_of


class SingleHopScenario(BaseScenario):
    """A question about a term in one passage."""

    term: str = ""


@dataclass
class SingleHopQuerySynthesizer(BaseSynthesizer):
    """Base of synthesizers whose questions one passage answers: write `_generate_scenarios`."""

    generate_query_reference_prompt: InputPrompt = field(default_factory=QueryAnswerPrompt)
    theme_persona_matching_prompt: InputPrompt = field(default_factory=ThemesPersonasMatchingPrompt)

    reserve: ClassVar[float] = 2.0

    def prepare_combinations(
        self,
        node: Node,
        terms: Sequence[str],
        personas: Sequence[Persona],
        persona_concepts: Mapping[str, Sequence[str]],
    ) -> list[dict[str, Any]]:
        """What can be asked of a node: for each term the people who would, and all styles and lengths.

        A term that the judge gave to nobody may be asked about by everybody.
        """
        return [
            {
                "node": node,
                "term": term,
                "personas": interested([term], personas, persona_concepts),
                "styles": list(self.styles),
                "lengths": list(self.lengths),
            }
            for term in terms
        ]

    def sample_combinations(self, data: Sequence[Mapping[str, Any]], num_samples: int) -> list[Any]:
        """`num_samples` scenarios: all terms once before any of them again, in other styles and by other people."""
        scenarios: list[Any] = []
        if not data:
            return scenarios
        about = (text_of(data[0]["node"])[:500],)
        manners = self.manner(num_samples, *about)
        for number in range(num_samples):
            one = data[number % len(data)]
            style, length = manners[number]
            who = drawn(one["personas"], number // len(data), self.random("persona", one["term"], *about))
            scenarios.append(
                self.convert_to_scenario({**one, "style": style, "length": length, "persona": who})
            )
        return scenarios

    def convert_to_scenario(self, data: Mapping[str, Any]) -> SingleHopScenario:
        """The scenario of one combination whose persona, style and length are chosen."""
        return SingleHopScenario(
            nodes=[data["node"]],
            term=data["term"],
            persona=data["persona"],
            style=data["style"],
            length=data["length"],
        )

    async def _generate_sample(self, scenario: Any, callbacks: Any = None) -> SingleTurnSample:
        context = text_of(scenario.nodes[0])
        data = QueryCondition(
            persona=scenario.persona,
            term=getattr(scenario, "term", ""),
            query_style=STYLES[scenario.style],
            query_length=LENGTHS[scenario.length],
            context=context,
            llm_context=self.llm_context,
            language=self.language,
        )
        reply = await self.generate_query_reference_prompt.generate(self.llm, data)
        assert isinstance(reply, GeneratedQueryAnswer)
        return SingleTurnSample(
            user_input=reply.query.strip(),
            reference=reply.answer.strip(),
            reference_contexts=[context],
            persona_name=scenario.persona.name if scenario.persona else None,
            query_style=scenario.style.name,
            query_length=scenario.length.name,
        )
