"""The embeddings interface of the first generation: what is wrapped embeds, under old and new names."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ragas import RunConfig, evaluate
from ragas.cache import SQLiteCache
from ragas.embeddings.adapt import as_embedder
from ragas.exceptions import ConfigurationError
from ragas.legacy.embeddings import (
    BaseRagasEmbeddings,
    LangchainEmbeddingsWrapper,
    LlamaIndexEmbeddingsWrapper,
)
from ragas.metrics.collections import AnswerRelevancy
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.replies import questions


class LangChain:
    """LangChain's methods."""

    def embed_query(self, text: str) -> list[float]:
        return [float(len(text)), 1.0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]


class LlamaIndex:
    """LlamaIndex's methods."""

    def get_text_embedding(self, text: str) -> list[float]:
        return [float(len(text)), 1.0]


class Own(BaseRagasEmbeddings):
    """A user's embeddings in the form of the first generation."""

    def embed_query(self, text: str) -> list[float]:
        return [float(len(text)), 1.0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    async def aembed_query(self, text: str) -> list[float]:
        return self.embed_query(text)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.embed_documents(texts)


@pytest.fixture(params=["LangChain", "LlamaIndex", "a user's own"])
def embeddings(request: pytest.FixtureRequest) -> BaseRagasEmbeddings:
    """Embeddings of each kind, under the old interface."""
    if request.param == "LangChain":
        return LangchainEmbeddingsWrapper(LangChain())
    return LlamaIndexEmbeddingsWrapper(LlamaIndex()) if request.param == "LlamaIndex" else Own()


def test_old_names_embed(embeddings: BaseRagasEmbeddings) -> None:
    """Queries and documents, sync and async, one vector a text."""
    expected = [[3.0, 1.0], [5.0, 1.0]]
    assert embeddings.embed_query("abc") == expected[0]
    assert embeddings.embed_documents(["abc", "abcde"]) == expected
    assert asyncio.run(embeddings.aembed_query("abc")) == expected[0]
    assert asyncio.run(embeddings.aembed_documents(["abc", "abcde"])) == expected
    assert asyncio.run(embeddings.embed_text("abc")) == expected[0]
    for is_async in (True, False):
        assert asyncio.run(embeddings.embed_texts(["abc", "abcde"], is_async)) == expected


def test_they_serve_a_run(embeddings: BaseRagasEmbeddings) -> None:
    """Given to evaluate, they embed for every metric that needs it."""
    judge = ScriptedJudge([questions("q?", "q?", "q?")])
    rows = [{"user_input": "q?", "response": "r"}]
    result = evaluate(rows, [AnswerRelevancy()], llm=judge, embeddings=embeddings, show_progress=False)
    assert result["answer_relevancy"] == [1.0]  # type: ignore[index]


def test_they_are_embedders_on_request(embeddings: BaseRagasEmbeddings) -> None:
    """`as_embedder` takes them, and the new names work."""
    assert as_embedder(embeddings).embed_texts(["abc"]) == [[3.0, 1.0]]
    embeddings.set_run_config(RunConfig(timeout=3))
    assert embeddings.run_config.timeout == 3


def test_a_wrapper_shows_what_it_holds() -> None:
    """The repr names the wrapped class."""
    wrapper = LangchainEmbeddingsWrapper(LangChain())
    assert repr(wrapper) == "LangchainEmbeddingsWrapper(LangChain(...))"
    assert isinstance(wrapper, BaseRagasEmbeddings)


class Counted:
    """LangChain's and LlamaIndex's methods; notes what it is asked."""

    def __init__(self, asked: list[str]) -> None:
        self._asked = asked

    def embed_query(self, text: str) -> list[float]:
        self._asked.append(text)
        return [float(len(text)), 1.0]

    get_text_embedding = embed_query


@pytest.mark.parametrize(
    "wrap",
    [
        lambda asked, cache: LangchainEmbeddingsWrapper(Counted(asked), cache=cache),
        lambda asked, cache: LlamaIndexEmbeddingsWrapper(Counted(asked), cache=cache),
    ],
    ids=["LangChain", "LlamaIndex"],
)
def test_vectors_are_kept(wrap: Any, tmp_path: Path) -> None:
    """`cache` of a wrapper is that of the embedder: a text that was embedded is not sent again."""
    asked: list[str] = []
    store = SQLiteCache(tmp_path / "c.sqlite")
    for _ in range(2):
        embeddings = wrap(asked, store)
        assert as_embedder(embeddings).embed_text("abc") == [3.0, 1.0]
        assert embeddings.embed_query("abc") == [3.0, 1.0]
    assert asked == ["abc"]
    assert len(store) == 1
    as_embedder(wrap(asked, None)).embed_text("abc")
    assert asked == ["abc", "abc"]
    store.close()


def test_a_cache_that_would_keep_nothing_is_refused(tmp_path: Path) -> None:
    """What is no cache, and an embedder that cannot use one, are named before a call is made."""
    with pytest.raises(ConfigurationError, match="is no cache"):
        LangchainEmbeddingsWrapper(LangChain(), cache="folder")
    store = SQLiteCache(tmp_path / "c.sqlite")
    with pytest.raises(ConfigurationError, match="cannot keep the vectors of 'hash'"):
        LangchainEmbeddingsWrapper(HashEmbeddings(), cache=store)
