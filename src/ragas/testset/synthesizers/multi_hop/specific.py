"""Questions about a thing that two passages name."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

from ragas.testset.graph import KnowledgeGraph, Node, Relationship
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.matching import persona_themes
from ragas.testset.synthesizers.multi_hop.base import (
    MultiHopQuerySynthesizer,
    MultiHopScenario,
    turn_by_turn,
)
from ragas.testset.synthesizers.sources import Sources, interleaved, words_in

MOST_ITEMS = 5
"""Shared things named in one question's themes."""


@dataclass
class MultiHopSpecificQuerySynthesizer(MultiHopQuerySynthesizer):
    """Asks about entities that two passages share, pairs from two documents first."""

    name: str = "multi_hop_specific_query_synthesizer"
    property_name: str = "entities"
    relation_type: str = "entities_overlap"
    relation_overlap_property: str = "overlapped_items"

    reserve: ClassVar[float] = 4.0

    def get_node_clusters(self, knowledge_graph: KnowledgeGraph) -> list[tuple[Node, Relationship, Node]]:
        """The pairs of passages that share something, with how they are related, each pair once."""
        found: dict[frozenset[Any], tuple[Node, Relationship, Node]] = {}
        for one in knowledge_graph.find_two_nodes_single_rel(lambda link: link.type == self.relation_type):
            found.setdefault(frozenset((one[0].id, one[2].id)), one)
        return list(found.values())

    async def _generate_scenarios(
        self, n: int, knowledge_graph: KnowledgeGraph, persona_list: list[Persona], callbacks: Any = None
    ) -> list[MultiHopScenario]:
        pairs = self.get_node_clusters(knowledge_graph)
        if not pairs:
            return []
        sources = Sources(knowledge_graph)
        pairs = interleaved(
            pairs, lambda one: frozenset((sources.of(one[0]), sources.of(one[2]))), self.random("pairs")
        )
        pairs.sort(key=lambda one: sources.of(one[0]) == sources.of(one[2]))
        pairs = pairs[:n]
        each = max(1, ceil(n / len(pairs)))
        shared = [self._shared(one)[:MOST_ITEMS] for one in pairs]
        themes = [item for items in shared for item in items]
        concepts = await persona_themes(self.theme_persona_matching_prompt, self.llm, themes, persona_list)
        of_pairs = []
        for (first, _, second), items in zip(pairs, shared, strict=True):
            combinations = [[item] for item in items] or [[""]]
            prepared = self.prepare_combinations(
                [first, second], combinations, persona_list, concepts, self.property_name
            )
            # An item stands in different words in the two passages, so both are asked of whichever words match.
            of_pairs.append(
                self.sample_diverse_combinations([one | {"nodes": [first, second]} for one in prepared], each)
            )
        return turn_by_turn(of_pairs, n)

    def _shared(self, pair: tuple[Node, Relationship, Node]) -> list[str]:
        first, link, second = pair
        overlapped = link.get_property(self.relation_overlap_property)
        if isinstance(overlapped, dict):  # item of the one node by item of the other
            overlapped = list(overlapped.items())
        items: list[str] = []
        for one in overlapped or ():
            words = words_in(one)
            items += words[:1]  # the same thing in the words of both passages
        found = list(dict.fromkeys(items))
        if found:
            return found
        theirs = {one.casefold() for one in words_in(second.get_property(self.property_name))}
        return [one for one in words_in(first.get_property(self.property_name)) if one.casefold() in theirs]
