"""Graphs on disk."""

from __future__ import annotations

import json
from datetime import date
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from ragas.exceptions import InputError
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from tests.testset.graphs import graph

texts = st.text(max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
properties = st.dictionaries(texts, values, max_size=3)

EARLIER = """{
  "nodes": [
    {
      "id": "2dfa9bea-1147-457c-ad0b-809d6791a30f",
      "properties": {
        "page_content": "Bienenstöcke",
        "summary_embedding": [
          0.25,
          -1.0
        ]
      },
      "type": "document"
    },
    {
      "id": "00000000-0000-0000-0000-000000000005",
      "properties": {},
      "type": ""
    }
  ],
  "relationships": [
    {
      "id": "bebbbcf9-07d9-4195-8941-d737901ba3f4",
      "type": "summary_similarity",
      "source": "2dfa9bea-1147-457c-ad0b-809d6791a30f",
      "target": "00000000-0000-0000-0000-000000000005",
      "bidirectional": true,
      "properties": {
        "summary_similarity": 0.5
      }
    }
  ]
}"""


def plain(kg: KnowledgeGraph) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All that a graph holds."""
    return [n.model_dump(mode="json") for n in kg.nodes], [
        r.model_dump(mode="json") for r in kg.relationships
    ]


@given(st.data())
def test_a_graph_comes_back_as_it_was(data: st.DataObject) -> None:
    """Ids, types, directions, ends and properties survive the file, whatever text they hold."""
    nodes = [
        Node(properties=one, type=data.draw(st.sampled_from(NodeType)))
        for one in data.draw(st.lists(properties, max_size=4))
    ]
    links = []
    if nodes:
        end = st.sampled_from(nodes)
        links = [
            Relationship(type=kind, source=a, target=b, bidirectional=both, properties=more)
            for kind, a, b, both, more in data.draw(
                st.lists(st.tuples(texts, end, end, st.booleans(), properties), max_size=4)
            )
        ]
    kg = KnowledgeGraph(nodes, links)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deep" / "graph.json"
        kg.save(path)
        back = KnowledgeGraph.load(path)
        assert [file.name for file in path.parent.iterdir()] == ["graph.json"]
    assert plain(back) == plain(kg)
    assert all(link.source in back.nodes for link in back.relationships)
    assert all(any(link.target is node for node in back.nodes) for link in back.relationships)


def test_files_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """A file in the layout of Ragas 0.4 is the graph it was."""
    (tmp_path / "graph.json").write_text(EARLIER, encoding="utf-8")
    kg = KnowledgeGraph.load(str(tmp_path / "graph.json"))
    document, other = kg.nodes
    assert document.type is NodeType.DOCUMENT
    assert document.properties == {"page_content": "Bienenstöcke", "summary_embedding": [0.25, -1.0]}
    (link,) = kg.relationships
    assert (link.source, link.target, link.bidirectional) == (document, other, True)


def test_files_have_the_layout_of_earlier_versions(tmp_path: Path) -> None:
    """What is written is the same JSON that Ragas 0.4 reads and writes."""
    (tmp_path / "earlier.json").write_text(EARLIER, encoding="utf-8")
    KnowledgeGraph.load(tmp_path / "earlier.json").save(tmp_path / "graph.json")
    assert json.loads((tmp_path / "graph.json").read_text(encoding="utf-8")) == json.loads(EARLIER)


class Colour(Enum):
    """A value of an enumeration."""

    RED = "red"


class Person(BaseModel):
    """A value of a model."""

    name: str


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (np.array([[0.5, 1.0]]), [[0.5, 1.0]]),
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (("a", 1), ["a", 1]),
        ({"b", "a"}, ["a", "b"]),
        (date(2024, 2, 29), "2024-02-29"),
        (Path("a/b"), "a/b"),
        (Colour.RED, "red"),
        (Person(name="Ada"), {"name": "Ada"}),
    ],
)
def test_values_of_python_and_numpy_are_kept_as_json_has_them(
    tmp_path: Path, value: object, kept: object
) -> None:
    """Arrays, numbers of numpy, sets, dates, paths and models are saved."""
    KnowledgeGraph([Node(properties={"value": value})]).save(tmp_path / "graph.json")
    assert KnowledgeGraph.load(tmp_path / "graph.json").nodes[0].properties["value"] == kept


def test_half_a_character_survives(tmp_path: Path) -> None:
    """Text that was cut in the middle of a character does not stop a save."""
    KnowledgeGraph([Node(properties={"text": "cut \ud83d"})]).save(tmp_path / "graph.json")
    assert KnowledgeGraph.load(tmp_path / "graph.json").nodes[0].properties["text"] == "cut \ud83d"


def test_a_save_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """A property that no file can hold is named, and what was saved before is still there."""
    path = tmp_path / "graph.json"
    graph(2, [(0, 1)]).save(path)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(InputError, match=r"properties: \['model'\]\) cannot be saved: .*object"):
        KnowledgeGraph([Node(), Node(properties={"model": object()})]).save(path)
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(InputError, match="cannot be saved"):
        KnowledgeGraph([Node(properties={"loop": loop})]).save(path)
    assert path.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_graph_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    """An end of a relationship that was never added is named before anything is written."""
    kg = graph(1, [])
    kg.relationships.append(Relationship(type="next", source=kg.nodes[0], target=Node()))
    with pytest.raises(InputError, match="an end that is not in the graph"):
        kg.save(tmp_path / "graph.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "not a JSON file"),
        ("[]", "needs the lists 'nodes' and 'relationships'"),
        ('{"nodes": []}', "needs the lists"),
        ('{"nodes": [{"type": "page"}], "relationships": []}', "node 0 cannot be read"),
        ('{"nodes": [3], "relationships": []}', "node 0 cannot be read"),
        (
            '{"nodes": [], "relationships": [{"type": "next", "source": "a", "target": "b"}]}',
            "relationship 0 cannot be read: .*'a'",
        ),
        ('{"nodes": [], "relationships": [{"type": "next"}]}', "relationship 0 cannot be read: .*'source'"),
    ],
)
def test_a_file_that_is_no_graph_is_named(tmp_path: Path, content: str, complaint: str) -> None:
    """The message says which file and which entry cannot be read."""
    path = tmp_path / "broken.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=complaint) as caught:
        KnowledgeGraph.load(path)
    assert "broken.json" in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing file is a FileNotFoundError."""
    with pytest.raises(FileNotFoundError):
        KnowledgeGraph.load(tmp_path / "none.json")


def test_two_nodes_of_one_id_are_refused(tmp_path: Path) -> None:
    """Neither written nor read: relationships could not tell them apart. The error says which."""
    node = Node(properties={"page_content": "a"})
    with pytest.raises(InputError, match="twice"):
        KnowledgeGraph([node, node]).save(tmp_path / "graph.json")
    entry = f'{{"id": "{node.id}", "properties": {{}}, "type": "chunk"}}'
    (tmp_path / "graph.json").write_text(f'{{"nodes": [{entry}, {entry}], "relationships": []}}')
    with pytest.raises(InputError, match=f"node 1 has the id of another one, {node.id}"):
        KnowledgeGraph.load(tmp_path / "graph.json")
