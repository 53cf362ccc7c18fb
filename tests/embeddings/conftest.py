"""What every test of this folder starts from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from tests.servers import GoogleServer, OpenAIServer


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
def google_server() -> Iterator[GoogleServer]:
    with GoogleServer() as server:
        yield server
