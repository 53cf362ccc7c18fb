"""A graph as it was, to return to."""

from __future__ import annotations

from ragas.testset.graph import KnowledgeGraph


class Snapshot:
    """Remembers which nodes and relationships a graph has, and their properties."""

    def __init__(self, kg: KnowledgeGraph) -> None:
        self._nodes = [(node, dict(node.properties)) for node in kg.nodes]
        self._links = [(link, dict(link.properties)) for link in kg.relationships]
        self._types = [node.type for node in kg.nodes]

    @property
    def relationships(self) -> int:
        """How many there were."""
        return len(self._links)

    def restore(self, kg: KnowledgeGraph) -> None:
        """Make the graph what it was."""
        for (node, properties), kind in zip(self._nodes, self._types, strict=True):
            node.properties = properties
            node.type = kind
        for link, properties in self._links:
            link.properties = properties
        kg.nodes = [node for node, _ in self._nodes]
        kg.relationships = [link for link, _ in self._links]
