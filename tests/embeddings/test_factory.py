"""embedding_factory."""

from __future__ import annotations

import asyncio
import importlib.util
from typing import Any

import openai
import pytest
from google import genai

import ragas.embeddings.base
from ragas.embeddings import GoogleEmbeddings, HuggingFaceEmbeddings, embedding_factory
from ragas.embeddings.factory import modern_embedding_factory
from ragas.engine.runner import Runner
from ragas.exceptions import ConfigurationError, MissingDependencyError
from tests.servers import GoogleServer
from tests.servers.openai import vector_of


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key of the developer's machine reaches a test."""
    for key in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(key, raising=False)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({}, "openai:text-embedding-3-small"),
        ({"provider": "openai", "model": "text-embedding-3-large"}, "openai:text-embedding-3-large"),
        ({"provider": "openai/text-embedding-3-large"}, "openai:text-embedding-3-large"),
        ({"provider": "openai:text-embedding-3-large"}, "openai:text-embedding-3-large"),
        ({"provider": "text-embedding-ada-002"}, "openai:text-embedding-ada-002"),
        ({"provider": "OpenAI", "interface": "modern"}, "openai:text-embedding-3-small"),
        (
            {"provider": "openai", "interface": "legacy", "run_config": object()},
            "openai:text-embedding-3-small",
        ),
    ],
)
def test_names(monkeypatch: pytest.MonkeyPatch, arguments: dict[str, Any], name: str) -> None:
    """Every way earlier versions could name a model."""
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert embedding_factory(**arguments).name == name


def test_a_missing_key_names_the_variable() -> None:
    """And the ways out."""
    with pytest.raises(ValueError, match=r"requires a client instance or a key.*OPENAI_API_KEY.*'local'"):
        embedding_factory()
    with pytest.raises(ConfigurationError, match="GOOGLE_API_KEY"):
        embedding_factory("google")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"provider": "opnai", "model": "m"}, "opnai"),
        ({"provider": "cohere"}, "needs model="),
        ({"interface": "future"}, "Unknown interface 'future'"),
    ],
)
def test_what_cannot_be_built_is_said(arguments: dict[str, Any], message: str) -> None:
    """At once, as a ValueError."""
    with pytest.raises(ValueError, match=message):
        embedding_factory(**arguments)


@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is not None, reason="it is installed here"
)
@pytest.mark.parametrize(
    "make", [HuggingFaceEmbeddings, lambda model: embedding_factory("huggingface", model=model)]
)
def test_a_missing_package_says_what_to_install(make: Any) -> None:
    """sentence-transformers is an extra."""
    with pytest.raises(MissingDependencyError, match=r'pip install "ragas\[sentence-transformers\]"'):
        make("BAAI/bge-small-en-v1.5")


class TestGoogle:
    def test_the_client_is_used(self, google_server: GoogleServer, run: Runner) -> None:
        """From sync and async code and several loops, many texts in one request."""
        client = genai.Client(api_key="x", http_options={"base_url": google_server.url})
        embeddings = embedding_factory("google", client=client)
        assert isinstance(embeddings, GoogleEmbeddings)
        assert embeddings.client is client
        assert embeddings.name == "google:gemini-embedding-001"
        expected = [vector_of("a"), vector_of("bb")]
        assert embeddings.embed_texts(["a", "bb"]) == expected
        for i in range(2):
            assert asyncio.run(embeddings.aembed_texts([f"x{i}", "a", "bb"]))[1:] == expected
        assert len(google_server.requests) == 3

    def test_other_clients_are_refused(self) -> None:
        """With the name of the right one."""
        with pytest.raises(ConfigurationError, match=r"google\.genai\.Client"):
            GoogleEmbeddings(openai.OpenAI(api_key="x"))


def test_wrong_arguments_are_said_at_once() -> None:
    """What is no cache or no provider's name; None is the default provider."""
    with pytest.raises(ConfigurationError, match="cache=5 is no cache"):
        embedding_factory(api_key="x", cache=5)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="provider is a name"):
        embedding_factory(5)  # type: ignore[arg-type]
    assert embedding_factory(None, api_key="x").name == "openai:text-embedding-3-small"


def test_the_client_stands_third_under_the_other_earlier_name() -> None:
    """`modern_embedding_factory(provider, model, client)` is `embedding_factory` in that order."""
    assert ragas.embeddings.base.modern_embedding_factory is modern_embedding_factory
    client = openai.OpenAI(api_key="k")
    made: Any = modern_embedding_factory("openai", "text-embedding-3-small", client, dimensions=8)
    assert (made.client, made.model, made.is_async) == (client, "text-embedding-3-small", False)
    other: Any = modern_embedding_factory(client=openai.AsyncOpenAI(api_key="k"))
    assert (other.is_async, other.model) == (True, "text-embedding-3-small")
