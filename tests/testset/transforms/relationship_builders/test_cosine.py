"""Relationships by embeddings."""

from __future__ import annotations

import asyncio
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.testset.graphs import with_property

from ragas.metrics.similarity import cosine
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.transforms.relationship_builders import (
    CosineSimilarityBuilder,
    SummaryCosineSimilarityBuilder,
)

numbers = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0, 3.0])
vectors = st.lists(st.lists(numbers, min_size=3, max_size=3), max_size=9)


def related(builder: CosineSimilarityBuilder, kg: KnowledgeGraph) -> dict[tuple[int, int], float]:
    """The pairs of places with their similarity."""
    place = {node.id: index for index, node in enumerate(kg.nodes)}
    name = builder.new_property_name
    found = asyncio.run(builder.transform(kg))
    assert all(one.bidirectional and one.type == name for one in found)
    pairs = {(place[one.source.id], place[one.target.id]): one.properties[name] for one in found}
    assert len(pairs) == len(found)
    return pairs


@given(vectors, st.sampled_from([-1.0, 0.0, 0.3, 0.9, 1.0]), st.integers(1, 4))
def test_every_pair_at_or_over_the_threshold(some: list[list[float]], threshold: float, block: int) -> None:
    """The pairs are those that a loop over all finds, whatever the size of the blocks."""
    found = related(
        CosineSimilarityBuilder(threshold=threshold, block_size=block), with_property("embedding", some)
    )
    expected = {
        (a, b): similarity
        for a in range(len(some))
        for b in range(a + 1, len(some))
        if (similarity := cosine(some[a], some[b])) >= threshold - 1e-12
    }
    assert found == pytest.approx(expected)


def test_equal_directions_reach_a_threshold_of_one() -> None:
    """Rounding does not decide: multiples of a vector are exactly alike."""
    some = [[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.3, 0.6, 0.9]]
    assert related(CosineSimilarityBuilder(threshold=1.0), with_property("embedding", some)) == {
        (0, 1): pytest.approx(1.0),
        (0, 2): pytest.approx(1.0),
        (1, 2): pytest.approx(1.0),
    }


def test_arrays_and_other_names() -> None:
    """Embeddings may be arrays of numpy, under any property; the relationships have the new name."""
    kg = with_property("vector", [np.array([1.0, 0.0]), np.array([1.0, 0.1])])
    builder = CosineSimilarityBuilder(property_name="vector", new_property_name="near", threshold=0.5)
    assert related(builder, kg) == {(0, 1): pytest.approx(0.995, abs=1e-3)}


def test_only_chosen_nodes_need_an_embedding() -> None:
    """Nodes that filter_nodes leaves out are neither related nor asked for an embedding."""
    kg = with_property("embedding", [[1.0], [1.0]])
    kg.nodes.append(Node(type=NodeType.CHUNK))
    builder = CosineSimilarityBuilder(filter_nodes=lambda node: node.type == NodeType.DOCUMENT)
    assert related(builder, kg) == {(0, 1): 1.0}


def test_a_node_that_is_there_twice_is_not_related_to_itself() -> None:
    """The same node twice makes no relationship."""
    kg = with_property("embedding", [[1.0, 2.0]])
    kg.nodes.append(kg.nodes[0])
    assert related(CosineSimilarityBuilder(), kg) == {}


@pytest.mark.parametrize(
    ("some", "complaint"),
    [
        ([[1.0], None], "has no embedding"),
        ([[1.0], [1.0, 2.0]], "index 1 has length 2, expected 1"),
        ([[1.0], [float("nan")]], "not finite"),
    ],
)
def test_embeddings_that_cannot_be_compared_are_named(some: list[Any], complaint: str) -> None:
    """A missing embedding, another length and a number that is none are errors that say which."""
    with pytest.raises(ValueError, match=complaint):
        asyncio.run(CosineSimilarityBuilder().transform(with_property("embedding", some)))


def test_nothing_to_compare() -> None:
    """No nodes, and one node, make no relationships."""
    assert related(CosineSimilarityBuilder(), KnowledgeGraph()) == {}
    assert related(CosineSimilarityBuilder(), with_property("embedding", [[1.0]])) == {}


def test_summaries_of_documents() -> None:
    """Only documents are related by their summaries, in the plan too; the threshold is low."""
    kg = with_property("summary_embedding", [[1.0, 0.0], [1.0, 1.0]])
    kg.nodes.append(Node(type=NodeType.CHUNK))
    assert related(SummaryCosineSimilarityBuilder(), kg) == {(0, 1): pytest.approx(0.7071, abs=1e-4)}
    for step in SummaryCosineSimilarityBuilder().generate_execution_plan(kg):
        asyncio.run(step)
    assert [one.type for one in kg.relationships] == ["summary_cosine_similarity"]


def test_pairs_of_an_array() -> None:
    """Rows of an array are compared directly too."""
    builder = CosineSimilarityBuilder()
    rows = np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
    assert builder._find_similar_embedding_pairs(rows, 0.5) == [(0, 1, 1.0)]
    assert builder._block_cosine_similarity(rows[:1], rows).tolist() == [[1.0, 1.0, 0.0]]


def test_memory_grows_with_the_block_not_with_all_pairs() -> None:
    """Comparing 2,000 nodes in blocks of 64 takes a small part of the 32 MB that all their cosines would."""
    rows = np.random.default_rng(0).normal(size=(2000, 32)).tolist()
    kg = with_property("embedding", rows)
    tracemalloc.start()
    try:
        assert related(CosineSimilarityBuilder(threshold=1.0, block_size=64), kg) == {}
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000
