"""The embedder port and what is checked before a text is sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.embeddings import BaseRagasEmbedding, Embedder, batch_texts, get_optimal_batch_size, validate_texts
from ragas.embeddings.model_embedder import packed, unpacked


class Lengths(Embedder):
    """The length of a text as its vector."""

    def embed_text(self, text: str, **kwargs: Any) -> list[float]:
        return [float(len(text))]

    async def aembed_text(self, text: str, **kwargs: Any) -> list[float]:
        return self.embed_text(text)


def test_two_methods_make_an_embedder() -> None:
    """Many texts, and LangChain's names, come with them."""
    lengths = Lengths()
    assert lengths.embed_texts(["a", "bb"]) == [[1.0], [2.0]]
    assert lengths.embed_query("abc") == [3.0]
    assert lengths.embed_documents(["a"]) == [[1.0]]
    assert asyncio.run(lengths.aembed_query("ab")) == [2.0]
    assert asyncio.run(lengths.aembed_documents(["a", "b"])) == [[1.0], [1.0]]
    assert lengths.name == "Lengths"
    assert BaseRagasEmbedding is Embedder


@pytest.mark.parametrize("texts", [[], [""], ["a", "  "], "", ["a", None], [3]])
def test_blank_texts_never_leave(texts: Any) -> None:
    """A ValueError that names the text, before anything is sent."""
    with pytest.raises(ValueError, match=r"embed"):
        validate_texts(texts)


def test_one_text_is_a_list_of_one() -> None:
    """As earlier versions had it."""
    assert validate_texts("a") == ["a"]


def test_batches() -> None:
    """In order, the last one shorter."""
    assert batch_texts(["a", "b", "c"], 2) == [["a", "b"], ["c"]]
    with pytest.raises(ValueError, match="at least 1"):
        batch_texts(["a"], 0)
    assert [
        get_optimal_batch_size(name, "a-model") for name in ("openai", "cohere", "vertex", "huggingface", "x")
    ] == [
        100,
        96,
        5,
        32,
        10,
    ]


def test_vectors_are_kept_exactly() -> None:
    """The form they are cached in loses nothing."""
    vectors = [[0.1, -2.5e-17, 3.0], [1e300, 0.0, -0.1]]
    assert unpacked(packed(vectors)) == vectors
