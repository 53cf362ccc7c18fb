"""Relationships by items in common."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import pytest
from tests.testset.graphs import with_property

from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.transforms.relationship_builders.traditional import (
    DistanceMeasure,
    JaccardSimilarityBuilder,
    OverlapScoreBuilder,
)

Builder = JaccardSimilarityBuilder | OverlapScoreBuilder


def related(builder: Builder, kg: KnowledgeGraph) -> dict[tuple[int, int], dict[str, Any]]:
    """The pairs of places with the properties of their relationship."""
    place = {node.id: index for index, node in enumerate(kg.nodes)}
    found = asyncio.run(builder.transform(kg))
    assert all(one.bidirectional for one in found)
    return {(place[one.source.id], place[one.target.id]): one.properties for one in found}


def entities(*groups: Any) -> KnowledgeGraph:
    """A graph of nodes with these entities."""
    return with_property("entities", groups)


def test_jaccard() -> None:
    """Two nodes are related when they share enough of what they have together."""
    kg = entities(["a", "b"], ["A", "b"], ["a", "b", "c", "c"], [])
    assert related(JaccardSimilarityBuilder(), kg) == {(0, 2): {"jaccard_similarity": pytest.approx(2 / 3)}}
    types = {one.type for one in asyncio.run(JaccardSimilarityBuilder(threshold=0.1).transform(kg))}
    assert types == {"jaccard_similarity"}


def test_jaccard_takes_a_key_of_a_property() -> None:
    """With a key, the items are what stands under it; a node without the key has none."""
    kg = entities({"ORG": ["Acme"]}, {"ORG": ["Acme"], "GPE": ["Paris"]}, {"GPE": ["Paris"]}, None)
    assert set(related(JaccardSimilarityBuilder(key_name="ORG"), kg)) == {(0, 1)}


def test_jaccard_plan_keeps_to_the_chosen_nodes() -> None:
    """filter_nodes holds in the plan too."""
    kg = entities(["a"], ["a"], ["a"])
    first = kg.nodes[0]
    for step in JaccardSimilarityBuilder(filter_nodes=lambda node: node != first).generate_execution_plan(kg):
        asyncio.run(step)
    assert [(one.source, one.target) for one in kg.relationships] == [(kg.nodes[1], kg.nodes[2])]


def test_overlap_keeps_what_matched() -> None:
    """Spellings in another case match; the score is the share of the pairs of items, and the pairs are kept."""
    kg = entities(["Apple Inc", "Paris", "London"], ["apple inc", "Paris", "Berlin", "Acme"], ["Rome"])
    assert related(OverlapScoreBuilder(), kg) == {
        (0, 1): {
            "entities_overlap_score": pytest.approx(2 / 12),
            "overlapped_items": [("Apple Inc", "apple inc"), ("Paris", "Paris")],
        }
    }
    (link,) = asyncio.run(OverlapScoreBuilder().transform(kg))
    assert link.type == "entities_overlap"


def test_two_nodes_that_share_one_item_are_related() -> None:
    """The most frequent item of a small graph is not thrown away."""
    assert set(related(OverlapScoreBuilder(), entities(["Acme"], ["Acme"]))) == {(0, 1)}


def test_an_item_of_nearly_all_nodes_relates_none() -> None:
    """What stands everywhere tells nothing about two nodes."""
    groups = [["Acme", f"{letter * 6}"] for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert related(OverlapScoreBuilder(), entities(*groups)) == {}


@pytest.mark.parametrize("measure", DistanceMeasure)
def test_every_measure_is_a_similarity(measure: DistanceMeasure) -> None:
    """Equal texts match and unlike texts do not, by each measure."""
    kg = entities(["Paris"], ["Paris"], ["Tokyo tower"])
    assert set(related(OverlapScoreBuilder(distance_measure=measure), kg)) == {(0, 1)}


def test_thresholds_of_overlap() -> None:
    """A score at the threshold counts; without a match there is no relationship whatever the threshold."""
    kg = entities(["a"], ["a", "b"], ["z"])
    assert set(related(OverlapScoreBuilder(threshold=0.5), kg)) == {(0, 1)}
    assert set(related(OverlapScoreBuilder(threshold=0.51), kg)) == set()
    assert set(related(OverlapScoreBuilder(threshold=0), kg)) == {(0, 1)}


def test_other_names_and_text_that_is_one_item() -> None:
    """Relationship and properties are named after the property; a text counts as one item, not as letters."""
    kg = with_property("themes", ["bees", "bees", ["seeb"]])
    (link,) = asyncio.run(OverlapScoreBuilder(property_name="themes").transform(kg))
    assert link.type == "themes_overlap"
    assert link.properties == {"themes_overlap_score": 1.0, "overlapped_items": [("bees", "bees")]}


@pytest.mark.parametrize("builder", [JaccardSimilarityBuilder(), OverlapScoreBuilder()])
def test_a_missing_property_is_named(builder: Builder) -> None:
    """A node that nothing was extracted from is an error that names it and the property; None is no items."""
    kg = entities(["a"])
    kg.nodes.append(Node())
    with pytest.raises(ValueError, match=f"Node {kg.nodes[1].id} has no entities"):
        asyncio.run(builder.transform(kg))
    kg.nodes[1].properties["entities"] = None
    assert related(builder, kg) == {}
    assert related(builder, KnowledgeGraph()) == {}


@pytest.mark.parametrize(
    "builder", [JaccardSimilarityBuilder(threshold=0.1), OverlapScoreBuilder()], ids=["jaccard", "overlap"]
)
def test_a_thousand_nodes_take_moments(builder: Builder) -> None:
    """A thousand nodes with eight entities each are related within 5 s of work."""
    rng = Random(1)
    names = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=9)) for _ in range(2000)]
    kg = entities(*(rng.sample(names, 8) for _ in range(1000)))
    begun = time.process_time()
    assert related(builder, kg)
    assert time.process_time() - begun < 5
