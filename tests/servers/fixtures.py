"""Fixtures of the tests that go through real SDKs to the servers of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anthropic
import openai
import pytest
from google import genai

from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from tests.servers import AnthropicServer, GoogleServer, OpenAIServer


@pytest.fixture
def run() -> Iterator[Runner]:
    """A run of its own, with short deadlines."""
    with use_runner(Runner(RunConfig(timeout=10, max_retries=3, max_wait=1))) as runner:
        yield runner


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def anthropic_server() -> Iterator[AnthropicServer]:
    with AnthropicServer() as server:
        yield server


@pytest.fixture
def google_server() -> Iterator[GoogleServer]:
    with GoogleServer() as server:
        yield server


@pytest.fixture(autouse=True)
def closes_clients(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Sync clients that tests open are closed after them, as a tidy user would: the collector may come too late."""
    opened: list[Any] = []
    for kind in (openai.OpenAI, anthropic.Anthropic, genai.Client):
        init = kind.__init__

        def recording(self: Any, *args: Any, __init: Any = init, **kwargs: Any) -> None:
            __init(self, *args, **kwargs)
            opened.append(self)

        monkeypatch.setattr(kind, "__init__", recording)
    yield
    for client in opened:
        client.close()
