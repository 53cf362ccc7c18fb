"""The transformations that make a graph ready for questions, chosen by how long the documents are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragas.engine.token_estimate import estimated_tokens
from ragas.exceptions import InputError
from ragas.testset.graph import Node, NodeType
from ragas.testset.transforms.base import BaseGraphTransformation
from ragas.testset.transforms.engine import Parallel, Transforms
from ragas.testset.transforms.extractors import (
    EmbeddingExtractor,
    HeadlinesExtractor,
    NERExtractor,
    SummaryExtractor,
    ThemesExtractor,
)
from ragas.testset.transforms.filters import CustomNodeFilter
from ragas.testset.transforms.relationship_builders import CosineSimilarityBuilder, OverlapScoreBuilder
from ragas.testset.transforms.splitters import HeadlineSplitter

SHORTEST = 10
"""Tokens that a document needs so that something can be asked about it."""

LONGEST = 800
"""Tokens up to which a document stays whole; a longer one is split, and questions are asked about its parts."""

SHORTEST_PART = 300
OWN_SUMMARY = 100
"""Tokens up to which a text is its own summary."""

HEADINGS = 20
"""How many headings are asked for; for a very long document, for each part that fits into one question."""

NEAR_WHEN_LONG = 0.7
NEAR_WHEN_SHORT = 0.5
"""How alike two summaries are, as a cosine, of documents that belong together: those of short ones hold less."""


def default_transforms(documents: Sequence[Any], llm: Any, embedding_model: Any) -> Transforms:
    """The transformations for a graph of these documents, of any mix of lengths.

    Documents of over 800 tokens are split at their headings; every document gets a summary and its vector; every part,
    and every document that stayed whole, is rated, and gets its themes and entities; then what is alike is linked.
    Nodes of fewer than 10 tokens are left alone.

    Args:
        documents: LangChain or LlamaIndex documents, texts, or nodes.

    Raises:
        ValueError: there are no documents, or all are too short; says how long they are. Nothing was asked.
    """
    lengths = [estimated_tokens(text_of(one)) for one in documents]
    check_lengths(lengths)
    usual = [length for length in lengths if length >= SHORTEST]
    split = splitting_transforms(llm) if max(usual) > LONGEST else []
    mostly_long = 2 * sum(length > LONGEST for length in usual) > len(usual)
    return [
        *split,
        SummaryExtractor(filter_nodes=is_document, llm=llm, short=OWN_SUMMARY),
        CustomNodeFilter(filter_nodes=is_leaf, llm=llm),
        Parallel(
            EmbeddingExtractor(
                filter_nodes=is_document,
                property_name="summary_embedding",
                embed_property_name="summary",
                embedding_model=embedding_model,
            ),
            ThemesExtractor(filter_nodes=is_leaf, llm=llm),
            NERExtractor(filter_nodes=is_leaf, llm=llm),
        ),
        Parallel(
            CosineSimilarityBuilder(
                filter_nodes=is_document,
                property_name="summary_embedding",
                new_property_name="summary_similarity",
                threshold=NEAR_WHEN_LONG if mostly_long else NEAR_WHEN_SHORT,
            ),
            OverlapScoreBuilder(filter_nodes=is_leaf, threshold=0.01),
        ),
    ]


def default_transforms_for_prechunked(llm: Any, embedding_model: Any) -> Transforms:
    """The transformations for a graph of chunks that the user has cut: the same, without splitting, on chunks only."""
    return [
        SummaryExtractor(filter_nodes=is_chunk, llm=llm, short=OWN_SUMMARY),
        CustomNodeFilter(filter_nodes=is_chunk, llm=llm),
        Parallel(
            EmbeddingExtractor(
                filter_nodes=is_chunk,
                property_name="summary_embedding",
                embed_property_name="summary",
                embedding_model=embedding_model,
            ),
            ThemesExtractor(filter_nodes=is_chunk, llm=llm),
            NERExtractor(filter_nodes=is_chunk, llm=llm),
        ),
        Parallel(
            CosineSimilarityBuilder(
                filter_nodes=is_chunk,
                property_name="summary_embedding",
                new_property_name="summary_similarity",
                threshold=NEAR_WHEN_LONG,
            ),
            OverlapScoreBuilder(filter_nodes=is_chunk, threshold=0.01),
        ),
    ]


def splitting_transforms(llm: Any) -> list[BaseGraphTransformation | Parallel]:
    """What splits documents of over 800 tokens at their headings, and leaves the others whole."""
    return [
        HeadlinesExtractor(filter_nodes=is_long_document, llm=llm, max_num=HEADINGS),
        HeadlineSplitter(filter_nodes=is_long_document, min_tokens=SHORTEST_PART, max_tokens=LONGEST),
    ]


def check_lengths(lengths: Sequence[int]) -> None:
    """Refuse documents that nothing can be asked about.

    Raises:
        InputError: there are none, or all are shorter than 10 tokens; says how long they are.
    """
    if not lengths:
        raise InputError("There are no documents to make a test set from.")
    if max(lengths) < SHORTEST:
        shown = ", ".join(map(str, lengths[:10])) + (", …" if len(lengths) > 10 else "")
        raise InputError(
            f"The documents are too short to make a test set from: at least one needs {SHORTEST} tokens (about seven "
            f"words) of text, and they have {shown}."
        )


def text_of(document: Any) -> str:
    """The text of a document of LangChain or LlamaIndex, of a node, or of a text itself.

    Raises:
        InputError: it has none.
    """
    if isinstance(document, Node):
        document = document.get_property("page_content")
    for name in ("page_content", "text"):
        if isinstance(found := getattr(document, name, None), str):
            return found
    if not isinstance(document, str):
        raise InputError(
            f"A {type(document).__name__} is no document: it has neither page_content nor text. Give texts, or "
            "documents of LangChain or LlamaIndex."
        )
    return document


def is_document(node: Node) -> bool:
    """Whether it is a document with enough text."""
    return node.type is NodeType.DOCUMENT and _tokens(node) >= SHORTEST


def is_long_document(node: Node) -> bool:
    """Whether it is a document that is split."""
    return node.type is NodeType.DOCUMENT and _tokens(node) > LONGEST


def is_chunk(node: Node) -> bool:
    """Whether it is a part of a document, with enough text."""
    return node.type is NodeType.CHUNK and _tokens(node) >= SHORTEST


def is_leaf(node: Node) -> bool:
    """Whether questions are asked about it: a part of a document, or a document that stays whole."""
    return is_chunk(node) or (is_document(node) and not is_long_document(node))


def _tokens(node: Node) -> int:
    text = node.get_property("page_content")
    return estimated_tokens(text) if isinstance(text, str) else 0
