"""Vectors of the texts of nodes."""

from __future__ import annotations

import asyncio

import pytest
from tests.testset.transforms.scripts import graph

from ragas.exceptions import ConfigurationError
from ragas.testing import HashEmbeddings
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.transforms import EmbeddingExtractor, apply_transforms


def test_the_vector_of_a_property() -> None:
    """The property named is embedded and the vector kept under the name given."""
    node = Node(properties={"page_content": "a", "summary": "bees hum"})
    embeddings = HashEmbeddings()
    extractor = EmbeddingExtractor(
        property_name="summary_embedding", embed_property_name="summary", embedding_model=embeddings
    )
    assert asyncio.run(extractor.extract(node)) == ("summary_embedding", embeddings.embed_text("bees hum"))


def test_many_texts_in_one_request() -> None:
    """Up to 32 nodes are embedded at a time, and nodes that have a vector keep it."""
    kg = graph(*(f"text {n}" for n in range(40)))
    kg.nodes[3].properties["embedding"] = [1.0]
    embeddings = HashEmbeddings()
    apply_transforms(kg, EmbeddingExtractor(embedding_model=embeddings), show_progress=False)
    assert [len(call) for call in embeddings.calls] == [32, 7]
    assert kg.nodes[3].properties["embedding"] == [1.0]
    assert kg.nodes[39].properties["embedding"] == HashEmbeddings().embed_text("text 39")


def test_any_embeddings_will_do() -> None:
    """An object with LangChain's methods, or a function, is taken as it is."""

    class LangChain:
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [[float(len(text)), 1.0] for text in texts]

        def embed_query(self, text: str) -> list[float]:
            return [float(len(text)), 1.0]

    kg = graph("four", "seven")
    apply_transforms(kg, EmbeddingExtractor(embedding_model=LangChain()), show_progress=False)
    assert [node.properties["embedding"] for node in kg.nodes] == [[4.0, 1.0], [5.0, 1.0]]


def test_of_a_long_text_the_beginning() -> None:
    """A text longer than a model takes is embedded as far as the limit."""
    embeddings = HashEmbeddings()
    apply_transforms(
        graph("word " * 50),
        EmbeddingExtractor(embedding_model=embeddings, max_token_limit=10),
        show_progress=False,
    )
    assert embeddings.calls == [["word " * 10]]


@pytest.mark.parametrize("value", [None, "", " ", 7, ["a"]])
def test_what_is_no_text_is_refused(value: object) -> None:
    """A missing, blank or other property is named before anything is sent."""
    embeddings = HashEmbeddings()
    kg = KnowledgeGraph([Node(properties={"page_content": value})])
    with pytest.raises(ValueError, match=r"'page_content' of Node.* must be a text to embed"):
        apply_transforms(kg, EmbeddingExtractor(embedding_model=embeddings), show_progress=False)
    assert embeddings.calls == []


def test_without_embeddings_it_says_what_to_pass() -> None:
    """No embeddings given and none configured: the error names both ways."""
    with pytest.raises(ConfigurationError, match="embedding_factory"):
        apply_transforms(graph("a"), EmbeddingExtractor(embedding_model=None), show_progress=False)
