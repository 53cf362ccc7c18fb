"""What every transformation of a knowledge graph is built on."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragas.llms.default import default_judge
from ragas.testset.graph import KnowledgeGraph, Node, Relationship

logger = logging.getLogger("ragas.testset")

Step = Coroutine[Any, Any, None]
"""One piece of work on one node, or on the whole graph, that changes the graph when it is awaited."""


def every_node(node: Node) -> bool:
    """Every node is worked on."""
    return True


default_filter = every_node


@dataclass
class BaseGraphTransformation(ABC):
    """A change to a knowledge graph.

    `transform` computes what changes and leaves the graph as it is; `generate_execution_plan` gives the steps that
    change it. `filter_nodes` says which nodes are worked on.
    """

    name: str = ""
    filter_nodes: Callable[[Node], bool] = field(default_factory=lambda: every_node)

    @abstractmethod
    async def transform(self, kg: KnowledgeGraph) -> Any:
        """What the transformation finds, without changing the graph."""

    @abstractmethod
    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """The steps that change the graph; they can be awaited in any order, and at the same time."""

    def filter(self, kg: KnowledgeGraph) -> KnowledgeGraph:
        """The nodes that pass `filter_nodes`, with the relationships between them. The objects are shared."""
        nodes = [node for node in kg.nodes if self.filter_nodes(node)]
        ids = {node.id for node in nodes}
        kept = [one for one in kg.relationships if one.source.id in ids and one.target.id in ids]
        return KnowledgeGraph(nodes, kept)

    def _chosen(self, kg: KnowledgeGraph) -> list[Node]:
        return [node for node in kg.nodes if self.filter_nodes(node)]


@dataclass
class Extractor(BaseGraphTransformation):
    """Finds one property of a node: write `extract`."""

    @abstractmethod
    async def extract(self, node: Node) -> tuple[str, Any]:
        """The name and the value of the property."""

    async def transform(self, kg: KnowledgeGraph) -> list[tuple[Node, tuple[str, Any]]]:
        """Each node with the property found for it."""
        return [(node, await self.extract(node)) for node in self._chosen(kg)]

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """A step a node. A property that a node has already is left as it is."""

        async def step(node: Node) -> None:
            name, value = await self.extract(node)
            if node.get_property(name) is None:
                node.properties = {
                    key: old for key, old in node.properties.items() if key.lower() != name.lower()
                }
                node.add_property(name, value)
            else:
                logger.warning("Property %r already exists on node %s. Skipping.", name, str(node.id)[:6])

        return [step(node) for node in self._chosen(kg)]


@dataclass
class LLMBasedExtractor(Extractor):
    """An extractor that asks a judge.

    A text longer than `max_token_limit` tokens is asked about in pieces. Tokens are estimated, unless a `tokenizer`
    with `encode` and `decode` is given. `merge_if_possible` is accepted for code that sets it.
    """

    llm: Any = field(default_factory=default_judge)
    merge_if_possible: bool = True
    max_token_limit: int = 32000
    tokenizer: Any = None

    def split_text_by_token_limit(self, text: str, max_token_limit: int) -> list[str]:
        """`text` in pieces of at most `max_token_limit` tokens, which together are the text."""
        from ragas.testset.transforms.pieces import pieces

        return pieces(text, max_token_limit, self.tokenizer)


@dataclass
class Splitter(BaseGraphTransformation):
    """Cuts a node into nodes: write `split`."""

    @abstractmethod
    async def split(self, node: Node) -> tuple[list[Node], list[Relationship]]:
        """The parts of a node, and the relationships they have to it and to each other."""

    async def transform(self, kg: KnowledgeGraph) -> tuple[list[Node], list[Relationship]]:
        """All the parts, and all their relationships."""
        nodes: list[Node] = []
        relationships: list[Relationship] = []
        for node in self._chosen(kg):
            parts, links = await self.split(node)
            nodes += parts
            relationships += links
        return nodes, relationships

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """A step a node. A node that is its own only part is not added a second time.

        Parts stand in the graph in the order of the nodes they are of, whichever step ends first.
        """
        chosen = self._chosen(kg)
        found: dict[int, tuple[list[Node], list[Relationship]]] = {}
        left = len(chosen)

        async def step(index: int, node: Node) -> None:
            nonlocal left
            try:
                found[index] = await self.split(node)
            finally:
                left -= 1
                if not left:
                    known = {one.id for one in kg.nodes}
                    for _, (parts, links) in sorted(found.items()):
                        kg.nodes.extend(part for part in parts if part.id not in known)
                        kg.relationships.extend(links)

        return [step(index, node) for index, node in enumerate(chosen)]


@dataclass
class RelationshipBuilder(BaseGraphTransformation):
    """Finds relationships between nodes: write `transform`."""

    @abstractmethod
    async def transform(self, kg: KnowledgeGraph) -> list[Relationship]:
        """The relationships found."""

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """One step, which adds the relationships among the nodes that pass `filter_nodes`."""

        async def step() -> None:
            kg.relationships.extend(await self.transform(self.filter(kg)))

        return [step()]


@dataclass
class NodeFilter(BaseGraphTransformation):
    """Removes nodes: write `custom_filter`."""

    @abstractmethod
    async def custom_filter(self, node: Node, kg: KnowledgeGraph) -> bool:
        """Whether the node is to be removed."""

    async def transform(self, kg: KnowledgeGraph) -> KnowledgeGraph:
        """The nodes that pass `filter_nodes` and stay, with the relationships between them."""
        graph = self.filter(kg)
        graph.remove_nodes([node for node in graph.nodes if await self.custom_filter(node, kg)])
        return graph

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """A step a node. Every step sees the whole graph; what is to go goes with the last one."""
        chosen = self._chosen(kg)
        gone: list[Node] = []
        left = len(chosen)

        async def step(node: Node) -> None:
            nonlocal left
            try:
                if await self.custom_filter(node, kg):
                    gone.append(node)
            finally:
                left -= 1
                if not left:
                    kg.remove_nodes(gone)

        return [step(node) for node in chosen]


@dataclass
class LLMBasedNodeFilter(NodeFilter):
    """A filter that asks a judge."""

    llm: Any = field(default_factory=default_judge)
