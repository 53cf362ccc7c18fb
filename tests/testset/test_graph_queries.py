"""Parts and wholes."""

from __future__ import annotations

from ragas.testset.graph import Relationship
from ragas.testset.graph_queries import get_child_nodes, get_parent_nodes
from tests.testset.graphs import graph, places


def test_parts_and_wholes_by_level() -> None:
    """Children and parents come nearest first, down or up to the level asked for; other types are not followed."""
    kg = graph(5, [(0, 1), (0, 2), (1, 3), (3, 4)], kind="child")
    kg.relationships.append(Relationship(type="next", source=kg.nodes[1], target=kg.nodes[2]))
    assert places([get_child_nodes(kg.nodes[0], kg)]) == [[1, 2]]
    assert [node.properties["place"] for node in get_child_nodes(kg.nodes[0], kg, level=2)] == [1, 2, 3]
    assert [node.properties["place"] for node in get_child_nodes(kg.nodes[0], kg, level=9)] == [1, 2, 3, 4]
    assert [node.properties["place"] for node in get_parent_nodes(kg.nodes[4], kg, level=2)] == [3, 1]
    assert get_parent_nodes(kg.nodes[0], kg) == []
    assert get_child_nodes(kg.nodes[4], kg) == []


def test_a_circle_of_parts_ends() -> None:
    """Nodes that are parts of each other come once, and a node is no part of itself."""
    kg = graph(3, [(0, 1), (1, 2), (2, 0)], kind="child")
    assert places([get_child_nodes(kg.nodes[0], kg, level=10)]) == [[1, 2]]


def test_parts_that_are_reached_on_two_ways_come_once() -> None:
    """At the nearest level, whichever of the nodes beside them leads there, too."""
    kg = graph(5, [(0, 1), (0, 2), (0, 3), (1, 3), (2, 4), (3, 4), (3, 2)], kind="child")
    assert [node.properties["place"] for node in get_child_nodes(kg.nodes[0], kg, level=4)] == [1, 2, 3, 4]
    assert [node.properties["place"] for node in get_parent_nodes(kg.nodes[4], kg, level=4)] == [2, 3, 0, 1]
