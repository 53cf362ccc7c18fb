"""Tests of a generator on a model behind a server: usage, price, budget, resume."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from ragas.cli import app
from ragas.llms.factory import llm_factory
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from tests.servers.instances import instance_of
from tests.servers.openai import OpenAIServer
from tests.servers.server import Recorded
from tests.testset.scripted import TOPICS, reply

FIELDS = {
    frozenset({"query", "answer"}): "GeneratedQueryAnswer",
    frozenset({"verdicts"}): "StatementVerdicts",
    frozenset({"reason", "understandable", "answered", "fits", "false_premise"}): "QuestionReview",
    frozenset({"name", "role_description"}): "Persona",
    frozenset({"score"}): "QuestionPotentialOutput",
    frozenset({"output"}): "ThemesAndConcepts",
    frozenset({"entities"}): "NEROutput",
}


def _answer(request: Recorded) -> Any:
    schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema") or {}
    name = FIELDS.get(frozenset(schema.get("properties", {})))
    if name is None:
        return instance_of(schema) if schema else '{"mapping": {}}'
    return reply(request.body["messages"][-1]["content"], SimpleNamespace(__name__=name))  # type: ignore[arg-type]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A model that answers every step."""
    with OpenAIServer() as running:
        running.default = _answer
        monkeypatch.setenv("OPENAI_BASE_URL", running.url)
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
        yield running


def _made(run: Path | None = None, budget: float | None = None) -> Testset:
    generator = TestsetGenerator(llm_factory("gpt-4o-mini"), HashEmbeddings())
    return generator.generate_with_documents(
        list(TOPICS.values()), 6, run=run, budget=budget, show_progress=False
    )


def test_usage_and_price_are_booked(server: OpenAIServer) -> None:
    """Every call is counted with its tokens and price; a test set tells them."""
    testset = _made()
    assert len(testset) == 6
    assert testset.usage is not None
    assert testset.usage["judge_calls"] == len(server.requests)
    assert testset.total_tokens().input_tokens == 100 * len(server.requests)
    assert testset.usage["cost"] > 0


def test_a_spent_budget_and_a_larger_one(server: OpenAIServer, tmp_path: Path) -> None:
    """A run out of budget keeps what it has; the same call with more goes on and pays only for the rest."""
    whole = _made()
    calls, cost = len(server.requests), whole.usage["cost"]  # type: ignore[index]
    short = _made(tmp_path, budget=cost * 0.6)
    assert len(short) < 6
    assert short.report is not None
    assert "budget of" in short.report.notes[-1]
    paid = len(server.requests) - calls
    assert paid < calls
    again = _made(tmp_path, budget=10 * cost)
    assert again.to_list() == whole.to_list()
    assert len(server.requests) - calls - paid <= calls - paid + 1


def test_the_command_says_what_was_paid_now(
    server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command again takes its answers from the run: what it all took, and that now nothing was sent."""
    monkeypatch.chdir(tmp_path)
    for name, text in enumerate(TOPICS.values()):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    command = [
        "testset",
        ".",
        "--size",
        "6",
        "--llm",
        "openai:gpt-4o-mini",
        "--embeddings",
        "local",
        "--out",
        "t.jsonl",
    ]
    first = CliRunner().invoke(app, command)
    assert "of these now" not in first.output
    sent = len(server.requests)
    again = CliRunner().invoke(app, command)
    assert len(server.requests) == sent
    shown = " ".join(again.output.split())
    assert f"{sent} judge calls" in shown
    assert re.search(
        r"of these now: nothing was sent to a model; \d+ answers of an earlier run were at hand", shown
    )
