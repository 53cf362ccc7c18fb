"""Questions about themes that run through several passages."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from math import ceil
from typing import Any, ClassVar

from ragas.exceptions import InputError
from ragas.testset.failed_calls import costs_its_call_only
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.graph_queries import get_child_nodes
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.input_prompt import InputPrompt
from ragas.testset.synthesizers.matching import persona_themes
from ragas.testset.synthesizers.multi_hop.base import (
    MultiHopQuerySynthesizer,
    MultiHopScenario,
    turn_by_turn,
)
from ragas.testset.synthesizers.prompts import (
    ConceptCombinationPrompt,
    ConceptCombinations,
    ConceptsList,
)
from ragas.testset.synthesizers.sources import Sources, interleaved, words_in

logger = logging.getLogger("ragas.testset")

MOST_NODES = 4
"""Passages in one question: more than a few make a prompt too long to be read well."""


@dataclass
class MultiHopAbstractQuerySynthesizer(MultiHopQuerySynthesizer):
    """Asks about themes that passages of related documents have in common."""

    name: str = "multi_hop_abstract_query_synthesizer"
    relation_property: str = "summary_similarity"
    abstract_property_name: str = "themes"
    concept_combination_prompt: InputPrompt = field(default_factory=ConceptCombinationPrompt)

    reserve: ClassVar[float] = 3.0

    def get_node_clusters(self, knowledge_graph: KnowledgeGraph, n: int = 1) -> list[set[Node]]:
        """Groups of related documents or passages that have themes; `n` is how many are looked for."""

        def related(link: Relationship) -> bool:
            return link.type == self.relation_property or bool(link.get_property(self.relation_property))

        if not any(related(link) for link in knowledge_graph.relationships):
            return []
        return knowledge_graph.find_n_indirect_clusters(n, relationship_condition=related, depth_limit=3)

    async def _generate_scenarios(
        self, n: int, knowledge_graph: KnowledgeGraph, persona_list: list[Persona], callbacks: Any = None
    ) -> list[MultiHopScenario]:
        if n < 1:
            raise InputError(f"n={n!r}: at least one scenario is needed.")
        sources = Sources(knowledge_graph)
        groups: list[list[Node]] = []
        for cluster in self.get_node_clusters(knowledge_graph, n):
            nodes = self._passages(knowledge_graph.ordered(cluster), knowledge_graph, sources)
            if len(nodes) > 1 and nodes not in groups:
                groups.append(nodes)
        if not groups:
            return []
        groups = interleaved(groups, sources.of_all, self.random("clusters"))[:n]
        each = max(1, ceil(n / len(groups)))
        combined = [await self._combinations(nodes, each) for nodes in groups]
        themes = [theme for one in combined for items in one for theme in items]
        concepts = await persona_themes(self.theme_persona_matching_prompt, self.llm, themes, persona_list)
        of_groups = []
        for nodes, combinations in zip(groups, combined, strict=True):
            prepared = self.prepare_combinations(
                nodes, combinations, persona_list, concepts, self.abstract_property_name
            )
            of_groups.append(self.sample_diverse_combinations(prepared, each))
        return turn_by_turn(of_groups, n)

    def _passages(self, nodes: list[Node], kg: KnowledgeGraph, sources: Sources) -> list[Node]:
        """Up to `MOST_NODES` passages with themes, of different documents first; documents stand for their parts."""
        found: dict[Any, Node] = {}
        for node in nodes:
            parts = get_child_nodes(node, kg) if node.type is NodeType.DOCUMENT else []
            for part in parts or [node]:
                if words_in(part.get_property(self.abstract_property_name)):
                    found.setdefault(part.id, part)
        passages = interleaved(
            list(found.values()), sources.of, self.random("passages", *sources.of_all(nodes))
        )
        return passages[:MOST_NODES]

    async def _combinations(self, nodes: list[Node], most: int) -> list[list[str]]:
        """Themes of different passages that go together, as the judge sees it; those it made up are left out.

        Where its call fails, or the reply holds none of the themes, the first theme of every passage.
        """
        lists = [words_in(node.get_property(self.abstract_property_name)) for node in nodes]
        data = ConceptsList(lists_of_concepts=lists, max_combinations=max(most, 1))
        try:
            reply = await self.concept_combination_prompt.generate(self.llm, data)
        except Exception as error:
            if not costs_its_call_only(error):
                raise
            logger.warning("Themes of %d passages were combined without the judge: %s", len(nodes), error)
            reply = ConceptCombinations(combinations=[])
        assert isinstance(reply, ConceptCombinations)
        known = {theme.casefold(): theme for items in lists for theme in items}
        found = [
            [known[one.strip().casefold()] for one in items if one.strip().casefold() in known]
            for items in reply.combinations
        ]
        return [items for items in found if items][: max(most, 1)] or [[items[0] for items in lists]]
