"""The filter that takes out what no good question can be asked about."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from tests.testset.transforms.scripts import BEES, data, graph

from ragas.testing import ScriptedJudge
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.transforms import CustomNodeFilter, apply_transforms

CONTENTS = "1 Hives ........ 3\n2 Frames ....... 9\n3 Honey ........ 14"


def rating(prompt: str, reply: Any) -> dict[str, Any]:
    return {"score": 2 if "...." in data(prompt, "content") else 3}


def summarised(*texts: str) -> KnowledgeGraph:
    kg = graph(*texts)
    for node in kg.nodes:
        node.properties["summary"] = "On bees."
    return kg


def contents(kg: KnowledgeGraph) -> list[str]:
    return [node.properties["page_content"] for node in kg.nodes]


@pytest.mark.parametrize("llm", [ScriptedJudge(rating), "local"], ids=["scripted", "embedded"])
def test_nodes_rated_low_are_removed(llm: Any) -> None:
    """A table of contents goes, a text with facts stays: with a judge and by rules."""
    kg = summarised(CONTENTS, BEES)
    apply_transforms(kg, CustomNodeFilter(llm=llm), show_progress=False)
    assert contents(kg) == [BEES]


def test_min_score_is_the_highest_that_goes() -> None:
    """Nodes rated `min_score` or lower are removed."""
    kg = summarised(CONTENTS, BEES)
    apply_transforms(kg, CustomNodeFilter(llm=ScriptedJudge(rating), min_score=1), show_progress=False)
    assert contents(kg) == [CONTENTS, BEES]


def test_never_everything(caplog: pytest.LogCaptureFixture) -> None:
    """When every node would go, none does, and the log says so."""
    kg = summarised(CONTENTS, BEES)
    with caplog.at_level(logging.WARNING, logger="ragas.testset"):
        apply_transforms(kg, CustomNodeFilter(llm=ScriptedJudge(rating), min_score=5), show_progress=False)
    assert contents(kg) == [CONTENTS, BEES]
    assert "All 2 nodes were rated 5 or lower; none was removed." in caplog.text


def test_a_chunk_is_judged_with_its_documents_summary() -> None:
    """The judge sees the summary of a chunk itself, else that of its document, with the rubric by number."""
    kg = summarised(BEES)
    chunk = Node(
        type=NodeType.CHUNK, properties={"page_content": "Bees hum in May and Ada Wren listens to them."}
    )
    own = Node(type=NodeType.CHUNK, properties={"page_content": "Bees fly a mile.", "summary": "Flight."})
    kg.nodes += [chunk, own]
    kg.relationships += [Relationship(type="child", source=kg.nodes[0], target=one) for one in (chunk, own)]
    asked = ScriptedJudge(rating)
    apply_transforms(
        kg,
        CustomNodeFilter(llm=asked, filter_nodes=lambda node: node.type is NodeType.CHUNK),
        show_progress=False,
    )
    assert [data(call.prompt, "document summary") for call in asked.calls] == ["On bees.", "Flight."]
    assert data(asked.calls[0].prompt, "rubric").startswith("[1] It states nothing")


def test_without_a_summary_a_node_stays(caplog: pytest.LogCaptureFixture) -> None:
    """A node with nothing to be judged by stays, with a warning."""
    kg = graph(CONTENTS)
    asked = ScriptedJudge(rating)
    with caplog.at_level(logging.WARNING, logger="ragas.testset"):
        apply_transforms(kg, CustomNodeFilter(llm=asked), show_progress=False)
    assert contents(kg) == [CONTENTS]
    assert asked.calls == []
    assert "no summary" in caplog.text
