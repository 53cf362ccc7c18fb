"""The parts and the wholes of a node, by its `child` relationships."""

from __future__ import annotations

from ragas.testset.graph import KnowledgeGraph, Node

CHILD = "child"


def get_child_nodes(node: Node, graph: KnowledgeGraph, level: int = 1) -> list[Node]:
    """The nodes that `child` relationships lead to from `node`, in at most `level` steps, nearest first."""
    return _reached(node, graph, level, forward=True)


def get_parent_nodes(node: Node, graph: KnowledgeGraph, level: int = 1) -> list[Node]:
    """The nodes whose `child` relationships lead to `node`, in at most `level` steps, nearest first."""
    return _reached(node, graph, level, forward=False)


def _reached(node: Node, graph: KnowledgeGraph, level: int, *, forward: bool) -> list[Node]:
    links: dict[Node, list[Node]] = {}
    for relationship in graph.relationships:
        if relationship.type == CHILD:
            here, there = relationship.source, relationship.target
            if not forward:
                here, there = there, here
            links.setdefault(here, []).append(there)
    seen = {node}
    found: list[Node] = []
    edge = [node]
    for _ in range(level):
        edge = list(
            dict.fromkeys(there for here in edge for there in links.get(here, ()) if there not in seen)
        )
        if not edge:
            break
        seen.update(edge)
        found += edge
    return found
