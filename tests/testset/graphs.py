"""Small graphs for tests, written as numbers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations
from typing import Any

from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship

Edge = tuple[int, int, bool]


def graph(size: int, edges: Iterable[tuple[int, int] | Edge], kind: str = "alike") -> KnowledgeGraph:
    """A graph of `size` nodes with relationships (source, target[, bidirectional])."""
    nodes = [Node(properties={"place": place}) for place in range(size)]
    relationships = [
        Relationship(
            type=kind, source=nodes[edge[0]], target=nodes[edge[1]], bidirectional=edge[2:3] == (True,)
        )
        for edge in edges
    ]
    return KnowledgeGraph(nodes, relationships)


def with_property(name: str, values: Iterable[Any], kind: NodeType = NodeType.DOCUMENT) -> KnowledgeGraph:
    """A graph without relationships, with one node for each value."""
    return KnowledgeGraph([Node(properties={name: value}, type=kind) for value in values])


def places(clusters: Iterable[Iterable[Node]]) -> list[list[int]]:
    """Sets of nodes as sorted places in the graph, in the order given."""
    return [sorted(node.properties["place"] for node in cluster) for cluster in clusters]


def links_of(size: int, edges: Sequence[Edge]) -> list[list[int]]:
    """The neighbours that relationships lead to."""
    links: list[set[int]] = [set() for _ in range(size)]
    for source, target, both in edges:
        if source != target:
            links[source].add(target)
            if both:
                links[target].add(source)
    return [sorted(there) for there in links]


def groups_on_paths(links: Sequence[Sequence[int]], longest: int) -> set[frozenset[int]]:
    """Every set of nodes on a path of 2 to `longest` nodes, by trying all orders."""
    return {
        frozenset(path)
        for length in range(2, longest + 1)
        for path in permutations(range(len(links)), length)
        if all(there in links[here] for here, there in pairwise(path))
    }


def random_edges(size: int, share: float, seed: int, *, both: bool = True) -> list[Edge]:
    """Edges between so large a share of the pairs."""
    rng = random.Random(seed)
    return [(a, b, both) for a in range(size) for b in range(a + 1, size) if rng.random() < share]
