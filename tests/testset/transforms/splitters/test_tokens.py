"""Splitting by length."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.testset.transforms.scripts import BEES, prose

from ragas.engine.token_estimate import estimated_tokens
from ragas.testset.graph import Node
from ragas.testset.transforms import TokenSplitter


def cut(text: str, splitter: TokenSplitter) -> list[str]:
    chunks, _ = asyncio.run(splitter.split(Node(properties={"page_content": text})))
    return [chunk.properties["page_content"] for chunk in chunks]


def test_about_equal_lengths_at_the_ends_of_paragraphs() -> None:
    """Chunks are about equally long, at most the length asked for, and paragraphs stay whole where they can."""
    text = prose("mills", 50)
    chunks = cut(text, TokenSplitter(max_tokens=300))
    assert "".join(chunks) == text
    assert all(150 <= estimated_tokens(chunk) <= 300 for chunk in chunks)
    assert all(chunk.endswith("\n\n") for chunk in chunks[:-1])


def test_a_text_that_fits_stays_whole() -> None:
    """Up to the length asked for, the node is its own only part."""
    assert cut(BEES, TokenSplitter(max_tokens=500)) == [BEES]


def test_overlap_repeats_the_last_sentences() -> None:
    """With an overlap, a chunk begins with whole sentences of the one before it, and none is too long."""
    text = prose("clocks", 40)
    chunks = cut(text, TokenSplitter(max_tokens=300, overlap_tokens=60))
    for one, other in pairwise(chunks):
        shared = next(n for n in range(min(len(one), len(other)), 0, -1) if one.endswith(other[:n]))
        assert 0 < estimated_tokens(other[:shared]) <= 60
        assert other.startswith("In the year")
    assert all(estimated_tokens(chunk) <= 300 for chunk in chunks)


@given(st.text(alphabet="ab. \n#`。字", max_size=300), st.integers(5, 40))
def test_together_the_chunks_are_the_text(text: str, most: int) -> None:
    """Whatever the text, nothing is lost or doubled, blank chunks at the ends excepted."""
    chunks = cut(text, TokenSplitter(max_tokens=most))
    assert "".join("".join(chunks).split()) == "".join(text.split())
    assert "".join(chunks) in text


def test_tokens_of_a_tokenizer_of_ones_own() -> None:
    """A tokenizer with `encode` counts instead of the estimate."""

    class Letters:
        def encode(self, text: str) -> list[int]:
            return list(text.encode())

    chunks = cut(BEES, TokenSplitter(max_tokens=80, tokenizer=Letters()))
    assert "".join(chunks) == BEES
    assert all(len(chunk) <= 80 for chunk in chunks)


@pytest.mark.parametrize("overlap", [-1, 500])
def test_an_overlap_that_cannot_be_is_refused(overlap: int) -> None:
    """An overlap below nothing, or as long as a chunk, is named."""
    with pytest.raises(ValueError, match=f"overlap_tokens={overlap}"):
        TokenSplitter(max_tokens=500, overlap_tokens=overlap)
