"""Every block of code in README and docs runs and prints what the page shows."""

from __future__ import annotations

import gc
import json
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import PAGES, ROOT, blocks, commands, run_page
from tests.servers import OpenAIServer, Recorded
from tests.servers.instances import instance_of

COLUMNS = 88
VERDICTS = 20
"""More than any example has statements or chunks; numbers that were not asked for are ignored."""


def answer(request: Recorded) -> Any:
    """What a willing judge says: everything is supported and useful."""
    if "embeddings" in request.path:
        return json.dumps({})
    schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema")
    if schema is None:  # a model that is told in the prompt how to answer
        said = request.body["messages"][-1]["content"]
        schema = json.loads(said.rpartition("JSON schema:\n")[2])
    reply = instance_of(schema)
    if isinstance(reply, dict) and "verdicts" in reply:
        reply["verdicts"] = [{**reply["verdicts"][0], "number": number} for number in range(1, VERDICTS + 1)]
    return reply


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        running.default = answer
        yield running


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: OpenAIServer) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    for provider in ("OPENAI", "ANTHROPIC", "GOOGLE"):
        monkeypatch.setenv(f"{provider}_API_KEY", "a-key-for-tests")
    for name in ("RAGAS_LLM", "RAGAS_EMBEDDINGS", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_run_in_order(page: Path, folder: Path) -> None:
    """A reader who types a page from top to bottom gets what the page shows."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    found = list(run_page(page, namespace))
    namespace.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # pages do not close the clients of other libraries
        gc.collect()
    assert found == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_have_a_known_language(page: Path) -> None:
    """No block escapes by a misspelt language: python and console run, the others are named as not running."""
    known = {"python", "pycon", "console", "text", "json", "csv", "yaml"}
    assert {block.language for block in blocks(page)} <= known


def test_readme_shows_python_and_commands() -> None:
    """The README is not skipped by accident: it has Python blocks and commands that run."""
    found = blocks(ROOT / "README.md")
    assert sum(block.language == "python" for block in found) >= 4
    assert any(one.runs for block in found if block.language == "console" for one in commands(block))
