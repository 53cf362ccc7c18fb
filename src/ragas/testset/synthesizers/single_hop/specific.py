"""Questions about one named thing in one passage."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

from ragas.llms.local.entities import entities
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.matching import persona_themes
from ragas.testset.synthesizers.single_hop.base import SingleHopQuerySynthesizer, SingleHopScenario
from ragas.testset.synthesizers.sources import Sources, interleaved, text_of, words_in

MOST_TERMS = 10
"""Terms of a node that questions are made of."""


@dataclass
class SingleHopSpecificQuerySynthesizer(SingleHopQuerySynthesizer):
    """Asks about the entities of passages, spread evenly over the documents."""

    name: str = "single_hop_specific_query_synthesizer"
    property_name: str = "entities"

    reserve: ClassVar[float] = 4.0

    def get_node_clusters(self, knowledge_graph: KnowledgeGraph) -> list[Node]:
        """The passages to ask about: chunks if more of them than of the documents carry the property, else documents.

        Where nothing carries it, what has a text: its names are then found by rules.
        """
        carrying = [one for one in knowledge_graph.nodes if words_in(one.get_property(self.property_name))]
        with_text = [one for one in knowledge_graph.nodes if text_of(one).strip()]
        for nodes in (carrying, with_text):
            chunks = [one for one in nodes if one.type is NodeType.CHUNK]
            documents = [one for one in nodes if one.type is NodeType.DOCUMENT]
            chosen = chunks if len(chunks) > len(documents) else documents
            if chosen or nodes:
                return [*(chosen or nodes), *_left_out(chosen or nodes, with_text, knowledge_graph)]
        return []

    async def _generate_scenarios(
        self, n: int, knowledge_graph: KnowledgeGraph, persona_list: list[Persona], callbacks: Any = None
    ) -> list[SingleHopScenario]:
        nodes = self.get_node_clusters(knowledge_graph)
        if not nodes:
            return []
        sources = Sources(knowledge_graph)
        nodes = interleaved(nodes, sources.of, self.random("nodes"))
        each = max(1, ceil(n / len(nodes)))
        nodes = nodes[:n]
        terms = {one.id: self._terms(one)[:each] for one in nodes}
        themes = [term for one in nodes for term in terms[one.id]]
        concepts = await persona_themes(self.theme_persona_matching_prompt, self.llm, themes, persona_list)
        of_nodes = [
            self.sample_combinations(
                self.prepare_combinations(one, terms[one.id], persona_list, concepts), each
            )
            for one in nodes
        ]
        # One of every node before the second of any.
        return [found[turn] for turn in range(each) for found in of_nodes if turn < len(found)][:n]

    def _terms(self, node: Node) -> list[str]:
        found = words_in(node.get_property(self.property_name)) or entities(text_of(node)) or [""]
        self.random("terms", text_of(node)[:500]).shuffle(found)
        return found[:MOST_TERMS]


def _left_out(chosen: list[Node], with_text: list[Node], kg: KnowledgeGraph) -> list[Node]:
    """Texts of documents of which no node was chosen: no document is without questions because nothing is named in it."""
    sources = Sources(kg)
    covered = {sources.of(one) for one in chosen}
    missing: dict[str, list[Node]] = {}
    for node in with_text:
        if sources.of(node) not in covered:
            missing.setdefault(sources.of(node), []).append(node)
    return [
        one for nodes in missing.values() for one in ([n for n in nodes if n.type is NodeType.CHUNK] or nodes)
    ]
