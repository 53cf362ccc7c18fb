"""Knowledge graphs and their queries."""

from __future__ import annotations

import copy
import json
import time
from itertools import pairwise
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship, UUIDEncoder
from tests.testset.graphs import Edge, graph, groups_on_paths, links_of, places, random_edges

sizes = st.integers(2, 6)


@st.composite
def edges(draw: st.DrawFn) -> tuple[int, list[Edge]]:
    """A size, and relationships between so many nodes."""
    size = draw(sizes)
    node = st.integers(0, size - 1)
    return size, draw(st.lists(st.tuples(node, node, st.booleans()), max_size=12))


def test_properties_do_not_distinguish_case() -> None:
    """A property is found in whatever case it was written and is asked for, and cannot be added twice."""
    node = Node(properties={"Title": "Bees"})
    node.add_property("Summary", "About bees.")
    assert node.get_property("TITLE") == node.get_property("title") == "Bees"
    assert node.properties["summary"] == node.get_property("SUMMARY") == "About bees."
    assert node.get_property("author") is None
    with pytest.raises(ValueError, match="'TITLE' already exists"):
        node.add_property("TITLE", "Wasps")


def test_nodes_and_relationships_are_known_by_their_ids() -> None:
    """Copies of a node are equal to it and count once in a set."""
    node = Node(properties={"a": 1}, type=NodeType.CHUNK)
    link = Relationship(type="next", source=node, target=Node())
    assert {node, copy.deepcopy(node)} == {node}
    assert {link, copy.deepcopy(link)} == {link}
    assert node != Node(properties={"a": 1}, type=NodeType.CHUNK)
    assert node != str(node.id)
    assert link.source is node


def test_how_they_are_shown() -> None:
    """Representations name ids, direction, type and properties."""
    node = Node(id=UUID(int=0), properties={"a": 1}, type=NodeType.DOCUMENT)
    link = Relationship(type="child", source=node, target=Node(id=UUID(int=1)), properties={"score": 1})
    assert repr(node) == "Node(id: 000000, type: NodeType.DOCUMENT, properties: ['a'])"
    assert (
        str(link) == "Relationship(Node(id: 000000) -> Node(id: 000000), type: child, properties: ['score'])"
    )
    link.bidirectional = True
    assert "<->" in repr(link)
    assert repr(KnowledgeGraph([node], [link])) == "KnowledgeGraph(nodes: 1, relationships: 1)"
    assert link.model_dump()["source"] == node.id
    assert link.get_property("Score") == 1


def test_a_graph_holds_nodes_and_relationships_only() -> None:
    """Anything else is refused by name."""
    kg = graph(2, [])
    kg.add(Relationship(type="next", source=kg.nodes[0], target=kg.nodes[1]))
    kg.add(Node())
    assert (len(kg.nodes), len(kg.relationships)) == (3, 1)
    with pytest.raises(ValueError, match="Invalid item type: <class 'str'>"):
        kg.add("node")  # type: ignore[arg-type]


def test_nodes_are_found_by_id_also_after_the_lists_were_changed() -> None:
    """Whatever a user does to the list of nodes, an id gives its node or None."""
    kg = graph(3, [])
    first, second, third = kg.nodes
    assert kg.get_node_by_id(second.id) is second
    assert kg.get_node_by_id(str(third.id)) is third
    kg.nodes.pop(0)
    assert kg.get_node_by_id(first.id) is None
    assert kg.get_node_by_id(third.id) is third
    kg.nodes.append(first)
    assert kg.get_node_by_id(first.id) is first
    kg.nodes[0] = Node()
    assert kg.get_node_by_id(second.id) is None
    with pytest.raises(ValueError, match="UUID"):
        kg.get_node_by_id("not an id")


def test_every_node_of_a_large_graph_is_found_quickly() -> None:
    """Looking up each of 8,000 nodes takes well under a second of work."""
    kg = KnowledgeGraph([Node() for _ in range(8_000)])
    begun = time.process_time()
    assert all(kg.get_node_by_id(node.id) is node for node in kg.nodes)
    assert time.process_time() - begun < 1


def test_removing_a_node() -> None:
    """Its relationships go too; with inplace=False they go from a copy, and the graph keeps them."""
    kg = graph(3, [(0, 1), (1, 2), (2, 0)])
    rest = kg.remove_node(kg.nodes[1], inplace=False)
    assert rest is not None
    assert (len(rest.nodes), len(rest.relationships)) == (2, 1)
    assert rest.nodes[0] is not kg.nodes[0]
    assert (len(kg.nodes), len(kg.relationships)) == (3, 3)
    gone = kg.nodes[1]
    assert kg.remove_node(gone) is None
    assert (len(kg.nodes), len(kg.relationships)) == (2, 1)
    with pytest.raises(ValueError, match="not present"):
        kg.remove_node(gone)


def test_removing_many_nodes() -> None:
    """Several nodes go at once with their relationships; a stranger among them changes nothing."""
    kg = graph(4, [(0, 1), (1, 2), (2, 3)])
    kg.remove_nodes([kg.nodes[0], Node(), kg.nodes[1]])
    assert places([kg.nodes]) == [[2, 3]]
    assert places((link.source, link.target) for link in kg.relationships) == [[2, 3]]


def test_sets_of_nodes_get_the_order_of_the_graph() -> None:
    """`ordered` puts nodes where they stand in the graph, and strangers last."""
    kg = graph(5, [])
    stranger = Node()
    assert kg.ordered({kg.nodes[4], stranger, kg.nodes[1]}) == [kg.nodes[1], kg.nodes[4], stranger]


@given(edges(), st.integers(2, 4))
def test_indirect_clusters_against_all_orders(case: tuple[int, list[Edge]], depth: int) -> None:
    """The clusters are the node sets of all paths along the relationships, each once, short ones first."""
    size, some = case
    found = places(graph(size, some).find_indirect_clusters(depth_limit=depth))
    assert {frozenset(one) for one in found} == groups_on_paths(links_of(size, some), depth + 1)
    assert len({frozenset(one) for one in found}) == len(found)
    assert [len(one) for one in found] == sorted(len(one) for one in found)


@given(edges(), st.integers(2, 4), st.integers(1, 5), st.integers(0, 3))
def test_too_many_clusters_are_drawn(case: tuple[int, list[Edge]], depth: int, most: int, seed: int) -> None:
    """No more than `most` clusters are given; each is one of all, none comes twice, and a seed gives the same again."""
    size, some = case
    kg = graph(size, some)
    found = places(kg.find_indirect_clusters(depth_limit=depth, most=most, seed=seed))
    every = groups_on_paths(links_of(size, some), depth + 1)
    assert len(found) <= most
    assert {frozenset(one) for one in found} <= every
    assert len({frozenset(one) for one in found}) == len(found)
    assert found or not every
    again = graph(size, some).find_indirect_clusters(depth_limit=depth, most=most, seed=seed)
    assert places(again) == found


@given(edges(), st.integers(2, 5), st.integers(1, 12), st.integers(0, 3))
def test_n_clusters_against_all_orders(case: tuple[int, list[Edge]], depth: int, n: int, seed: int) -> None:
    """There are n clusters, or all that are part of no other; each lies on a path, and none is part of another."""
    size, some = case
    links = links_of(size, some)
    kg = graph(size, some)
    if not any(links):
        with pytest.raises(ValueError, match="No relationships"):
            kg.find_n_indirect_clusters(n, depth_limit=depth)
        return
    found = [frozenset(one) for one in places(kg.find_n_indirect_clusters(n, depth_limit=depth, seed=seed))]
    every = groups_on_paths(links, depth)
    widest = {one for one in every if not any(one < other for other in every)}
    assert set(found) <= every
    assert not any(a < b or (a == b and i != j) for i, a in enumerate(found) for j, b in enumerate(found))
    assert len(found) == n or set(found) == widest
    again = graph(size, some).find_n_indirect_clusters(n, depth_limit=depth, seed=seed)
    assert [frozenset(one) for one in places(again)] == found


@given(edges())
def test_pairs_against_all_pairs(case: tuple[int, list[Edge]]) -> None:
    """Each two related nodes are a pair once, given as the relationship goes, in the order of the nodes."""
    size, some = case
    found = graph(size, some).find_two_nodes_single_rel()
    assert all(link.source is source and link.target is target for source, link, target in found)
    pairs = [tuple(one) for one in places((source, target) for source, _, target in found)]
    assert pairs == sorted({(min(a, b), max(a, b)) for a, b, _ in some if a != b})


def test_direction_is_respected() -> None:
    """A relationship that goes one way is not followed the other way; a bidirectional one is."""
    into = [(1, 0), (2, 0)]
    assert places(graph(3, into).find_indirect_clusters()) == [[0, 1], [0, 2]]
    both = [(1, 0, True), (2, 0, True)]
    assert places(graph(3, both).find_indirect_clusters()) == [[0, 1], [0, 2], [0, 1, 2]]
    assert places(graph(3, both).find_n_indirect_clusters(5)) == [[0, 1, 2]]


def test_only_relationships_that_pass_are_followed() -> None:
    """The condition decides, in every query."""
    kg = graph(4, [(0, 1), (1, 2)])
    kg.relationships.append(Relationship(type="next", source=kg.nodes[2], target=kg.nodes[3]))

    def following(relationship: Relationship) -> bool:
        return relationship.type == "next"

    assert places(kg.find_indirect_clusters(following)) == [[2, 3]]
    assert places(kg.find_n_indirect_clusters(3, following)) == [[2, 3]]
    assert [link.type for _, link, _ in kg.find_two_nodes_single_rel(following)] == ["next"]


def test_two_types_between_two_nodes_are_two_pairs() -> None:
    """Mutual and repeated relationships of a type are one pair; another type is another pair."""
    kg = graph(2, [(0, 1), (1, 0), (0, 1, True)])
    kg.relationships.append(Relationship(type="next", source=kg.nodes[1], target=kg.nodes[0]))
    assert [link.type for _, link, _ in kg.find_two_nodes_single_rel()] == ["alike", "next"]


def test_queries_refuse_what_makes_no_clusters() -> None:
    """Depths below 2, and asking for no clusters, are errors that name the number."""
    kg = graph(2, [(0, 1)])
    with pytest.raises(ValueError, match="at least 2, not 1"):
        kg.find_indirect_clusters(depth_limit=1)
    with pytest.raises(ValueError, match="depth_limit must be at least 2, not 0"):
        kg.find_n_indirect_clusters(1, depth_limit=0)
    with pytest.raises(ValueError, match="n must be at least 1, not 0"):
        kg.find_n_indirect_clusters(0)
    assert KnowledgeGraph().find_indirect_clusters() == []
    assert KnowledgeGraph().find_two_nodes_single_rel() == []


def test_clusters_spread_over_the_graph() -> None:
    """Ten separate triangles, ten clusters: one of each."""
    triangles = [(3 * t + a, 3 * t + b, True) for t in range(10) for a, b in ((0, 1), (1, 2), (0, 2))]
    found = places(graph(30, triangles).find_n_indirect_clusters(10, depth_limit=2))
    assert {one[0] // 3 for one in found} == set(range(10))


@pytest.mark.parametrize("seed", range(6))
def test_a_path_that_goes_on_at_its_start_is_no_cluster(seed: int) -> None:
    """Wherever the search begins: of three nodes in a row the one cluster is all three."""
    nodes = [Node(properties={"at": at}) for at in range(3)]
    links = [Relationship(source=one, target=other, type="next") for one, other in pairwise(nodes)]
    assert KnowledgeGraph(nodes, links).find_n_indirect_clusters(1, seed=seed) == [set(nodes)]


def test_ends_that_were_never_added_are_found_too() -> None:
    """A relationship to a node outside the list of nodes still makes a cluster."""
    kg = graph(1, [])
    outside = Node(properties={"place": 9})
    kg.relationships.append(Relationship(type="next", source=kg.nodes[0], target=outside))
    assert places(kg.find_indirect_clusters()) == [[0, 9]]
    assert places((a, b) for a, _, b in kg.find_two_nodes_single_rel()) == [[0, 9]]


def test_a_long_way_through_a_clique_ends() -> None:
    """Asking 14 fully linked nodes for paths through all of them takes a moment, not the factorial of 14."""
    clique = random_edges(14, 1.0, 0)
    begun = time.process_time()
    assert places(graph(14, clique).find_n_indirect_clusters(20, depth_limit=14)) == [list(range(14))]
    assert len(graph(14, clique).find_indirect_clusters(depth_limit=13, most=500)) == 500
    assert time.process_time() - begun < 10


def test_c22c_dense_graphs_are_searched_quickly_and_alike() -> None:
    """Of 200 nodes with 30 % of the pairs linked, clusters come within seconds, the same from graphs with other ids."""
    linked = random_edges(200, 0.3, 1)
    begun = time.process_time()
    one, other = graph(200, linked), graph(200, linked)
    other.relationships.reverse()
    assert places(one.find_n_indirect_clusters(100)) == places(other.find_n_indirect_clusters(100))
    drawn = places(one.find_indirect_clusters(depth_limit=2, most=5_000))
    assert drawn == places(other.find_indirect_clusters(depth_limit=2, most=5_000))
    assert len(drawn) == 5_000
    assert drawn != places(one.find_indirect_clusters(depth_limit=2, most=5_000, seed=1))
    assert {place for cluster in drawn for place in cluster} == set(range(200))
    assert len(one.find_two_nodes_single_rel()) == len(linked)
    assert time.process_time() - begun < 15


def test_ids_can_be_written_as_json() -> None:
    """With `UUIDEncoder` a node's fields are JSON; what has no form there is still refused."""
    node = Node(properties={"title": "Bees"})
    assert json.loads(json.dumps(node.model_dump(), cls=UUIDEncoder))["id"] == str(node.id)
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps(object(), cls=UUIDEncoder)
