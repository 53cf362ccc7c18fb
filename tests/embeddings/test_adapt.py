"""Whatever a user has becomes an embedder."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import openai
import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_openai import OpenAIEmbeddings as LangChainOpenAI

from ragas.embeddings import Embedder, as_embedder
from ragas.embeddings.adapt import embed
from ragas.engine.event_loop import run_sync
from ragas.engine.runner import Runner
from ragas.exceptions import ConfigurationError, InputError, JudgeCallError, ReplyError
from ragas.testing import HashEmbeddings
from tests.servers import OpenAIServer
from tests.servers.openai import vector_of


def test_an_embedder_is_an_embedder() -> None:
    """It is given back as it is."""
    embeddings = HashEmbeddings()
    assert as_embedder(embeddings) is embeddings


def test_langchain_embeddings_are_taken_as_they_are(openai_server: OpenAIServer, run: Runner) -> None:
    """Many texts in one request, the order kept, nothing of the object changed."""
    model = LangChainOpenAI(
        model="m", base_url=openai_server.url, api_key="x", check_embedding_ctx_length=False
    )  # type: ignore[arg-type]
    before = model.model_dump()
    embeddings = as_embedder(model)
    assert embeddings.embed_texts(["a", "bb"]) == [vector_of("a"), vector_of("bb")]
    assert asyncio.run(embeddings.aembed_text("c")) == vector_of("c")
    assert len(openai_server.requests) == 2
    run_sync(model.async_client._client.close())  # LangChain's connections are the user's to close
    assert model.model_dump() == before
    assert embeddings.name == "m"


def test_langchains_fake_works(run: Runner) -> None:
    """The newest langchain-core's."""
    fake = DeterministicFakeEmbedding(size=3)
    assert as_embedder(fake).embed_text("a") == fake.embed_query("a")


def test_async_methods_go_first(run: Runner) -> None:
    """The sync ones run in a thread, so the loop keeps turning."""
    main = threading.get_ident()
    seen: list[int] = []

    def embed_documents(texts: list[str]) -> list[list[float]]:
        seen.append(threading.get_ident())
        return [[1.0] for _ in texts]

    asyncio.run(as_embedder(SimpleNamespace(embed_documents=embed_documents)).aembed_texts(["a", "b"]))
    assert seen
    assert main not in seen

    async def aembed_documents(texts: list[str]) -> list[list[float]]:
        return [[2.0] for _ in texts]

    both = SimpleNamespace(embed_documents=embed_documents, aembed_documents=aembed_documents)
    assert as_embedder(both).embed_texts(["a", "b"]) == [[2.0], [2.0]]


@pytest.mark.parametrize(
    "model",
    [
        SimpleNamespace(get_text_embedding=lambda text: [float(len(text))]),
        SimpleNamespace(get_text_embedding_batch=lambda texts: [[float(len(text))] for text in texts]),
        SimpleNamespace(embed_text=lambda text: [float(len(text))]),
        SimpleNamespace(encode=lambda texts: [[float(len(text))] for text in texts]),
        lambda text: [float(len(text))],
        lambda texts: [[float(len(text))] for text in texts],
    ],
    ids=[
        "llama-index",
        "llama-index batch",
        "embed_text",
        "sentence-transformers",
        "function",
        "function of many",
    ],
)
def test_other_kinds(run: Runner, model: Any) -> None:
    """LlamaIndex, sentence-transformers, functions."""
    assert as_embedder(model).embed_texts(["a", "bb"]) == [[1.0], [2.0]]


def test_an_async_function(run: Runner) -> None:
    """Is awaited."""

    async def embed(text: str) -> list[float]:
        return [float(len(text))]

    assert as_embedder(embed).embed_text("abc") == [3.0]


def test_blank_texts_never_reach_it(run: Runner) -> None:
    """Whatever it is."""
    with pytest.raises(InputError, match="blank"):
        as_embedder(lambda text: [1.0]).embed_text("")


@pytest.mark.parametrize("thing", [None, 7, HashEmbeddings, openai.OpenAI(api_key="x")])
def test_other_things_are_refused(thing: Any) -> None:
    """The message names the factory."""
    with pytest.raises(ConfigurationError, match="embedding_factory"):
        as_embedder(thing)


def test_embedding_guards_an_embedder_of_the_users(run: Runner) -> None:
    """A user's own subclass gets the run's retries."""

    class Busy(Exception):
        status_code = 429
        retry_after = 0.01

    class Own(Embedder):
        tries = 0

        def embed_text(self, text: str, **kwargs: Any) -> list[float]:
            raise NotImplementedError

        async def aembed_text(self, text: str, **kwargs: Any) -> list[float]:
            self.tries += 1
            if self.tries == 1:
                raise Busy
            return [1.0]

    assert asyncio.run(embed(Own(), ["a"])) == [[1.0]]
    assert asyncio.run(embed(HashEmbeddings({"a": [2.0]}), ["a"])) == [[2.0]]


UNUSABLE = {
    "nan": [1.0, float("nan")],
    "inf": [1.0, float("inf")],
    "both infinities": [float("inf"), float("-inf")],
    "none": [1.0, None],
    "words": ["a", "b"],
    "no vector": None,
}


@pytest.mark.parametrize("vector", UNUSABLE.values(), ids=UNUSABLE.keys())
@pytest.mark.parametrize("own", [False, True], ids=["function", "subclass"])
def test_numbers_that_are_not_finite_are_never_scored(run: Runner, vector: Any, own: bool) -> None:
    """Whoever the embedder is from, a clear error instead of a similarity of nothing."""
    embedder = _Fixed(vector) if own else as_embedder(lambda text: vector)
    with pytest.raises(JudgeCallError, match="the embeddings hold a number that is not finite"):
        asyncio.run(embed(embedder, ["a"]))


@pytest.mark.parametrize("own", [False, True], ids=["function", "subclass"])
def test_a_vector_without_numbers_is_never_scored(run: Runner, own: bool) -> None:
    """It has no cosine with anything."""
    embedder = _Fixed([]) if own else as_embedder(lambda text: [])
    with pytest.raises(JudgeCallError, match="has no length"):
        asyncio.run(embed(embedder, ["a"]))


def test_zeros_are_numbers(run: Runner) -> None:
    """A model that knows no word of a text may say so; what that is worth is the metric's decision."""
    assert asyncio.run(embed(_Fixed([0.0, 0.0]), ["a"])) == [[0.0, 0.0]]


def test_large_numbers_are_finite(run: Runner) -> None:
    """Even where their sum is not."""
    assert asyncio.run(embed(_Fixed([1e308, 1e308]), ["a"])) == [[1e308, 1e308]]


def test_every_text_needs_a_vector(run: Runner) -> None:
    """One too few would be compared with the wrong text."""

    class Short(_Fixed):
        async def aembed_texts(self, texts: Any, **kwargs: Any) -> list[list[float]]:
            return [[1.0]]

    with pytest.raises(ReplyError, match="1 vectors for 2 texts"):
        asyncio.run(embed(Short([1.0]), ["a", "b"]))


class _Fixed(Embedder):
    """A user's own embedder that gives one vector for everything."""

    def __init__(self, vector: Any) -> None:
        super().__init__()
        self.vector = vector

    def embed_text(self, text: str, **kwargs: Any) -> list[float]:
        return list(self.vector)

    async def aembed_text(self, text: str, **kwargs: Any) -> list[float]:
        given: list[float] = self.vector
        return given
