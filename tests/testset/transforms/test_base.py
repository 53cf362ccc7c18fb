"""What transformations are built on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from tests.testset.graphs import graph, places, with_property

from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.transforms.base import (
    BaseGraphTransformation,
    Extractor,
    LLMBasedExtractor,
    LLMBasedNodeFilter,
    NodeFilter,
    RelationshipBuilder,
    Splitter,
)


def even(node: Node) -> bool:
    """Every other node."""
    return bool(node.properties["place"] % 2 == 0)


def carried_out(steps: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Await all steps at once."""

    async def all_of_them() -> None:
        await asyncio.gather(*steps)

    asyncio.run(all_of_them())


@dataclass
class Length(Extractor):
    """How long a text is."""

    async def extract(self, node: Node) -> tuple[str, Any]:
        return "Length", len(node.properties["text"])


@dataclass
class Halves(Splitter):
    """Two halves; the first node takes the longest, a text of one letter is its own only part."""

    async def split(self, node: Node) -> tuple[list[Node], list[Relationship]]:
        await asyncio.sleep(0.02 / len(node.properties["text"]))
        text = node.properties["text"]
        if len(text) < 2:
            return [node], []
        parts = [Node(properties={"text": half}, type=NodeType.CHUNK) for half in (text[0], text[1:])]
        return parts, [Relationship(type="child", source=node, target=part) for part in parts]


@dataclass
class Chain(RelationshipBuilder):
    """Each node to the next."""

    async def transform(self, kg: KnowledgeGraph) -> list[Relationship]:
        pairs = zip(kg.nodes, kg.nodes[1:], strict=False)
        return [Relationship(type="next", source=a, target=b) for a, b in pairs]


@dataclass
class Small(NodeFilter):
    """Removes nodes in the front; counts the nodes it saw, and fails on one."""

    fails_on: int = -1
    below: int = 2

    async def custom_filter(self, node: Node, kg: KnowledgeGraph) -> bool:
        await asyncio.sleep(0)
        assert len(kg.nodes) == 4
        if node.properties["place"] == self.fails_on:
            raise PermissionError("key revoked")
        return bool(node.properties["place"] < self.below)


def test_the_part_of_a_graph_that_is_worked_on() -> None:
    """`filter` gives the chosen nodes, the same objects, and the relationships between two of them."""
    kg = graph(4, [(0, 2), (0, 1), (1, 3)])
    part = Chain(filter_nodes=even).filter(kg)
    assert places([part.nodes]) == [[0, 2]]
    assert part.nodes[0] is kg.nodes[0]
    assert part.relationships == kg.relationships[:1]


def test_an_extractor_adds_a_property() -> None:
    """`transform` finds without changing; the plan writes, and leaves a property that is there as it is."""
    kg = with_property("text", ["a", "abc"])
    assert asyncio.run(Length().transform(kg)) == [
        (kg.nodes[0], ("Length", 1)),
        (kg.nodes[1], ("Length", 3)),
    ]
    assert "length" not in kg.nodes[0].properties
    kg.nodes[1].properties["length"] = 99
    carried_out(Length().generate_execution_plan(kg))
    assert [node.properties["length"] for node in kg.nodes] == [1, 99]


def test_an_extractor_fills_in_what_is_none() -> None:
    """A property that was left None, in whatever case, is filled by a later extractor."""
    kg = with_property("text", ["a", "b"])
    kg.nodes[0].properties["length"] = None
    kg.nodes[1].properties["LENGTH"] = None
    carried_out(Length().generate_execution_plan(kg))
    assert [node.properties for node in kg.nodes] == [{"text": "a", "length": 1}, {"text": "b", "length": 1}]


def test_a_skipped_property_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Which property of which node was there already is logged."""
    kg = with_property("length", [4])
    kg.nodes[0].properties["text"] = "abc"
    carried_out(Length().generate_execution_plan(kg))
    assert "'Length' already exists" in caplog.text


def test_parts_stand_in_the_order_of_their_nodes() -> None:
    """Whichever node is split first, parts come in the order of the nodes, and no node is in the graph twice."""
    kg = with_property("text", ["ab", "c", "abcdefgh"])
    nodes, links = asyncio.run(Halves().transform(kg))
    assert (len(nodes), len(links), len(kg.nodes)) == (5, 4, 3)
    carried_out(Halves().generate_execution_plan(kg))
    assert [node.properties["text"] for node in kg.nodes] == [
        *("ab", "c", "abcdefgh"),
        *("a", "b", "a", "bcdefgh"),
    ]
    assert [link.source for link in kg.relationships] == [kg.nodes[0]] * 2 + [kg.nodes[2]] * 2


def test_a_builder_adds_relationships_between_chosen_nodes() -> None:
    """The plan adds to the graph what `transform` finds among the nodes that pass."""
    kg = graph(4, [])
    carried_out(Chain(filter_nodes=even).generate_execution_plan(kg))
    assert places((link.source, link.target) for link in kg.relationships) == [[0, 2]]


def test_a_filter_judges_the_whole_graph_and_removes_afterwards() -> None:
    """Every decision is made on the whole graph; then the nodes go with their relationships."""
    kg = graph(4, [(0, 1), (2, 3)])
    rest = asyncio.run(Small().transform(kg))
    assert places([rest.nodes, kg.nodes]) == [[2, 3], [0, 1, 2, 3]]
    carried_out(Small(filter_nodes=even).generate_execution_plan(kg))
    assert places([kg.nodes]) == [[1, 2, 3]]
    assert len(kg.relationships) == 1


def test_a_step_that_fails_does_not_undo_the_others() -> None:
    """When one decision fails, its error is raised, and the others count once all are made."""

    async def tried(steps: Sequence[Coroutine[Any, Any, None]]) -> list[BaseException | None]:
        return await asyncio.gather(*steps, return_exceptions=True)

    kg = graph(4, [])
    outcomes = asyncio.run(tried(Small(fails_on=3).generate_execution_plan(kg)))
    assert [type(one) for one in outcomes] == [type(None)] * 3 + [PermissionError]
    assert places([kg.nodes]) == [[2, 3]]


def test_the_default_judge_is_used_when_none_is_given() -> None:
    """Judge-based transformations have a judge, and their documented limits."""

    class Told(LLMBasedExtractor):
        async def extract(self, node: Node) -> tuple[str, Any]:
            return "told", None

    class Kept(LLMBasedNodeFilter):
        async def custom_filter(self, node: Node, kg: KnowledgeGraph) -> bool:
            return False

    assert Kept(llm="mine").llm == "mine"
    assert Kept().llm.name == Told().llm.name
    told = Told(llm="mine")
    assert (told.merge_if_possible, told.max_token_limit) == (True, 32000)
    assert told.split_text_by_token_limit("one two three four", 2) == ["one two ", "three four"]


def test_the_base_is_for_subclasses() -> None:
    """Without its methods a transformation cannot be made."""
    with pytest.raises(TypeError, match="abstract"):
        BaseGraphTransformation()  # type: ignore[abstract]
