"""The embeddings interface of the first generation: what is wrapped embeds, under old and new names."""

from __future__ import annotations

import asyncio

import pytest

from ragas import RunConfig, evaluate
from ragas.embeddings.adapt import as_embedder
from ragas.legacy.embeddings import (
    BaseRagasEmbeddings,
    LangchainEmbeddingsWrapper,
    LlamaIndexEmbeddingsWrapper,
)
from ragas.metrics.collections import AnswerRelevancy
from ragas.testing import ScriptedJudge
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
