"""The transformations chosen for documents of any mix of lengths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from tests.testset.transforms.scripts import BEES, SUBJECTS, article, graph, judge, prose

from ragas.engine.token_estimate import estimated_tokens
from ragas.llms import LocalJudge
from ragas.testing import HashEmbeddings
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.graph_queries import get_child_nodes
from ragas.testset.transforms import (
    Parallel,
    apply_transforms,
    default_transforms,
    default_transforms_for_prechunked,
)
from ragas.testset.transforms.default import is_leaf


@dataclass
class Document:
    page_content: str


def names(transforms: Any) -> list[str]:
    flat: list[str] = []
    for one in transforms:
        flat += names(one.transformations) if isinstance(one, Parallel) else [type(one).__name__]
    return flat


def applied(*texts: str, llm: Any = None) -> KnowledgeGraph:
    kg = graph(*texts)
    transforms = default_transforms([Document(text) for text in texts], llm or judge(), HashEmbeddings())
    apply_transforms(kg, transforms, show_progress=False)
    return kg


def leaves(kg: KnowledgeGraph) -> list[Node]:
    return [node for node in kg.nodes if is_leaf(node)]


def test_one_document_of_forty_words() -> None:
    """One short note gets a summary, themes and entities; it is its own summary, and three things are asked."""
    asked = judge()
    kg = applied(BEES, llm=asked)
    properties = kg.nodes[0].properties
    assert properties["summary"] == BEES
    assert {"summary_embedding", "themes", "entities"} <= set(properties)
    assert sorted(call.response_model.__name__ for call in asked.calls) == [
        "NEROutput",
        "QuestionPotentialOutput",
        "ThemesAndConcepts",
    ]


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ([], "no documents"),
        (["", "  \n "], "at least one needs 10 tokens .* they have 0, 1"),
        (["Yes."], "they have 2"),
        ([7], "int is no document"),
    ],
)
def test_nothing_to_ask_about_is_refused_before_any_call(documents: list[Any], said: str) -> None:
    """No documents, blank ones and ones of a word or two: the error says what is needed and what was measured."""
    asked = judge()
    with pytest.raises(ValueError, match=said):
        default_transforms(documents, asked, HashEmbeddings())
    assert asked.calls == []


def test_ten_documents_of_middling_length() -> None:
    """Documents of 150 to 450 tokens stay whole, and all default steps work on them."""
    texts = [prose(subject, 8 + at) for at, subject in enumerate(SUBJECTS)]
    assert all(150 <= estimated_tokens(text) <= 450 for text in texts)
    kg = applied(*texts)
    assert len(kg.nodes) == 10
    for node in kg.nodes:
        assert {"summary", "summary_embedding", "themes", "entities"} <= set(node.properties)
    assert {one.type for one in kg.relationships} == {"summary_similarity", "entities_overlap"}


@pytest.mark.parametrize("llm", [judge(), LocalJudge()], ids=["scripted", "embedded"])
def test_any_mix_of_lengths(llm: Any) -> None:
    """A blank page, a note, a page and a book in one graph: every part to ask about has themes and entities, once."""
    texts = ["", "Yes.", BEES, prose("kilns", 12), article("ferries", 12)]
    kg = applied(*texts, llm=llm)
    documents = [node for node in kg.nodes if node.type is NodeType.DOCUMENT]
    assert [node.properties["page_content"] for node in documents] == texts
    assert get_child_nodes(documents[3], kg) == []
    parts = get_child_nodes(documents[4], kg)
    assert len(parts) > 3
    assert "".join(part.properties["page_content"] for part in parts) == texts[4]
    for node in leaves(kg):
        assert node.properties["themes"]
        assert node.properties["entities"]
    assert len(leaves(kg)) == len(parts) + 2
    assert [bool(node.get_property("summary_embedding")) for node in documents] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert len({node.id for node in kg.nodes}) == len(kg.nodes)


def test_long_documents_always_make_parts() -> None:
    """A long document without a heading or a full stop is split as well: nobody asks about all of it at once."""
    kg = applied("word " * 3000)
    assert [300 <= estimated_tokens(node.properties["page_content"]) <= 800 for node in kg.nodes[1:]] == [
        True
    ] * 4


def test_steps_that_have_nothing_to_do_are_left_out() -> None:
    """Headings are looked for only where a document is long enough to be split."""
    short = names(default_transforms([BEES], judge(), HashEmbeddings()))
    assert "HeadlinesExtractor" not in short
    mixed = names(default_transforms([BEES, Document(article("maps", 9))], judge(), HashEmbeddings()))
    assert mixed == ["HeadlinesExtractor", "HeadlineSplitter", *short]


def test_chunks_cut_by_the_user() -> None:
    """For chunks the same is done without splitting, and each keeps a summary of its own."""
    kg = graph(BEES, prose("kilns", 8), kind=NodeType.CHUNK)
    transforms = default_transforms_for_prechunked(judge(), HashEmbeddings())
    assert "HeadlineSplitter" not in names(transforms)
    apply_transforms(kg, transforms, show_progress=False)
    for node in kg.nodes:
        assert {"summary", "summary_embedding", "themes", "entities"} <= set(node.properties)


def test_documents_of_either_library_texts_and_nodes() -> None:
    """Documents of LangChain and LlamaIndex, texts and nodes are measured alike."""

    @dataclass
    class Llama:
        text: str

    for one in (Document(BEES), Llama(BEES), BEES, graph(BEES).nodes[0]):
        assert names(default_transforms([one], judge(), HashEmbeddings()))
