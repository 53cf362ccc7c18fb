"""Embeddings through the OpenAI SDK and a real server."""

from __future__ import annotations

import asyncio
import gc
import warnings
from types import SimpleNamespace
from typing import Any

import openai
import pytest

from ragas.embeddings import OpenAIEmbeddings, embedding_factory
from ragas.engine.cache import SQLiteCache
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import ConfigurationError, InputError, JudgeCallError
from tests.servers import OpenAIServer, Reply
from tests.servers.openai import vector_of


@pytest.mark.parametrize("sync", [False, True])
def test_many_texts_are_one_request(openai_server: OpenAIServer, run: Runner, sync: bool) -> None:
    """In order although the server answers out of order; from sync and async code and several loops."""
    kind = openai.OpenAI if sync else openai.AsyncOpenAI
    texts = ["a", "bb", "ccc", "bb"]
    openai_server.reversed = True
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        embeddings = OpenAIEmbeddings(kind(base_url=openai_server.url, api_key="x"))
        expected = [vector_of(text) for text in texts]
        assert embeddings.embed_texts(texts) == expected
        for i in range(2):
            assert asyncio.run(embeddings.aembed_texts([f"x{i}", *texts]))[1:] == expected
        gc.collect()
    assert len(openai_server.requests) == 3
    assert openai_server.bodies[0]["input"] == ["a", "bb", "ccc"]  # a text that repeats is sent once
    totals = run.ledger.total()
    assert (totals.embedding_calls, totals.judge_calls, totals.input_tokens) == (3, 0, 33)
    assert embeddings.name == "openai:text-embedding-3-small"


def test_large_batches_are_split_at_the_providers_limit(openai_server: OpenAIServer, run: Runner) -> None:
    """By number and by length; the order stays."""
    embeddings = OpenAIEmbeddings(openai.AsyncOpenAI(base_url=openai_server.url, api_key="x"))
    texts = [f"text {i}" for i in range(2500)]
    assert embeddings.embed_texts(texts) == [vector_of(text) for text in texts]
    assert sorted(len(body["input"]) for body in openai_server.bodies) == [452, 2048]
    long = [character * 200_000 for character in "ab"]
    embeddings.embed_texts(long)
    assert [len(body["input"]) for body in openai_server.bodies[2:]] == [1, 1]


def test_settings_are_sent(openai_server: OpenAIServer, run: Runner) -> None:
    """dimensions, user and the like."""
    client = openai.AsyncOpenAI(base_url=openai_server.url, api_key="x")
    embeddings = embedding_factory("openai", model="text-embedding-3-large", client=client, dimensions=3)
    assert embeddings.embed_text("abc") == vector_of("abc", 3)
    assert openai_server.bodies[0]["model"] == "text-embedding-3-large"


def test_a_blank_text_never_reaches_the_provider(openai_server: OpenAIServer, run: Runner) -> None:
    """Nothing is sent, not even the good texts beside it."""
    with pytest.raises(InputError, match="Text 1 to embed is blank"):
        embedding_factory(base_url=openai_server.url).embed_texts(["fine", " "])
    assert not openai_server.requests


def test_a_cache_saves_the_request(openai_server: OpenAIServer, tmp_path: Any) -> None:
    """The embedder's own; another model does not get its vectors."""
    cache = SQLiteCache(tmp_path / "vectors.sqlite")
    for model in ("m1", "m1", "m2"):
        with use_runner(Runner()):
            embeddings = embedding_factory("openai", model=model, base_url=openai_server.url, cache=cache)
            assert embeddings.embed_texts(["a", "b"]) == [vector_of("a"), vector_of("b")]
    assert len(openai_server.requests) == 2


def test_limits_are_the_runs(openai_server: OpenAIServer, run: Runner) -> None:
    """A 429 is retried by the run."""
    openai_server.script = [Reply(status=429, headers={"retry-after": "0.05"})]
    assert embedding_factory(base_url=openai_server.url).embed_text("a") == vector_of("a")
    assert run.stats.rate_limited == 1


def test_a_wrong_address_asks_about_the_url(openai_server: OpenAIServer, run: Runner) -> None:
    """What holds no embeddings is shown."""
    openai_server.default = Reply(body={"hello": "world"})
    with pytest.raises(JudgeCallError, match="Is the base_url right"):
        embedding_factory(base_url=openai_server.url).embed_text("a")


@pytest.mark.parametrize("asynchronous", [False, True])
def test_stand_ins_work(run: Runner, asynchronous: bool) -> None:
    """Anything with embeddings.create; floats or base64."""

    def create(model: str, input: list[str]) -> Any:
        return SimpleNamespace(data=[SimpleNamespace(embedding=[1.0, float(len(text))]) for text in input])

    async def acreate(**arguments: Any) -> Any:
        return create(**arguments)

    client = SimpleNamespace(embeddings=SimpleNamespace(create=acreate if asynchronous else create))
    assert OpenAIEmbeddings(client, "m").embed_texts(["a", "bb"]) == [[1.0, 1.0], [1.0, 2.0]]


def test_a_client_without_embeddings_is_refused() -> None:
    """At once, not at the first call."""
    with pytest.raises(ConfigurationError, match=r"requires a client with embeddings\.create"):
        OpenAIEmbeddings(object())


def test_half_a_character_is_no_error(openai_server: OpenAIServer, run: Runner) -> None:
    """A lone surrogate is sent as U+FFFD."""
    embeddings = OpenAIEmbeddings(openai.AsyncOpenAI(base_url=openai_server.url, api_key="x"))
    assert embeddings.embed_texts(["a\ud83d", "b"]) == [vector_of("a\ufffd"), vector_of("b")]


@pytest.mark.parametrize("given", [[float("nan"), 1.0], [None], None, []])
def test_an_answer_without_usable_numbers_is_not_cached(tmp_path: Any, given: Any) -> None:
    """It is told, and a later run asks again."""
    vectors = [given, [1.0]]

    def create(**body: Any) -> Any:
        return {"data": [{"index": 0, "embedding": vectors.pop(0)}]}

    cache = SQLiteCache(tmp_path / "c.sqlite")
    client = SimpleNamespace(embeddings=SimpleNamespace(create=create))
    embeddings = OpenAIEmbeddings(client, "m", cache)
    with use_runner(Runner(cache=cache)), pytest.raises(JudgeCallError, match=r"not finite|has no length"):
        embeddings.embed_text("a")
    with use_runner(Runner(cache=cache)):
        assert embeddings.embed_text("a") == [1.0]
    cache.close()
