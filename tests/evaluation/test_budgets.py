"""Budgets: what they need to be kept, and what a run is that met one."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from ragas import EvaluationResult, evaluate
from ragas.engine.request import RawReply
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ConfigurationError
from ragas.llms.model_judge import ModelJudge
from ragas.metrics.collections import AspectCritic, ExactMatch
from tests.servers import OpenAIServer

ROWS = [{"user_input": "Who?", "response": "Ada.", "reference": "Ada."}]
asked: list[str] = []


def in_house(prompt: str) -> str:
    """A judge that is a function."""
    asked.append(prompt)
    return '{"reason": "so", "verdict": true}'


@pytest.mark.parametrize("whose", ["the run's", "the metric's own"])
def test_a_budget_is_refused_before_anything_is_sent(tmp_path: Path, whose: str) -> None:
    """The judge is named, whoever brought it, and no folder is left behind."""
    asked.clear()
    own = whose == "the metric's own"
    critic = AspectCritic(name="kind", definition="Is it kind?", llm=in_house if own else None)
    settings: dict[str, Any] = {} if own else {"llm": in_house}
    with pytest.raises(ConfigurationError, match=r"price of 'in_house' is unknown.* nothing was sent"):
        evaluate(ROWS, [critic], budget=1.0, run=tmp_path / "run", show_progress=False, **settings)
    assert not asked
    assert not (tmp_path / "run").exists()


def test_a_judge_that_is_not_asked_needs_no_price() -> None:
    """Metrics that ask nobody run under any budget."""
    result: Any = evaluate(ROWS, [ExactMatch()], llm=in_house, budget=1.0, show_progress=False)
    assert result["exact_match"] == [1.0]


def judged(run: Path, **settings: Any) -> EvaluationResult:
    """Four rows, one call each, one after the other."""
    rows = [{"user_input": f"Pier {number}?", "response": f"Pier {number}."} for number in range(4)]
    critic = AspectCritic(name="kind", definition="Is it kind?")
    one_by_one = RunConfig(max_workers=1)
    result = evaluate(
        rows,
        [critic],
        llm="openai:gpt-4o-mini",
        run=run,
        run_config=one_by_one,
        show_progress=False,
        **settings,
    )
    assert isinstance(result, EvaluationResult)
    return result


def state(result: EvaluationResult) -> Any:
    return (result.run or {})["state"]


def test_a_run_that_was_done_is_finished_whatever_it_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last call may meet the budget: only a run that left a cell out is out of budget, and more money finishes it."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        cost = judged(tmp_path / "free").total_cost()
        assert cost is not None
        met = judged(tmp_path / "met", budget=cost)
        assert (met["kind"], state(met)) == ([1] * 4, "finished")
        short = judged(tmp_path / "short", budget=cost / 2)
        assert [row["kind"].status for row in short.cells] == ["scored", "scored", "skipped", "skipped"]
        assert state(short) == "out of budget"
        assert state(judged(tmp_path / "short", budget=1)) == "finished"


def test_a_cell_that_the_budget_cut_short_is_judged_to_the_end_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mean of fewer judgings than were asked for is no score; what was paid for it is not paid again."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        cost = judged(tmp_path / "free").total_cost()
        assert cost is not None
        before = len(server.requests)
        short = judged(tmp_path / "run", repeats=3, budget=cost * 1.1)
        assert [row["kind"].status for row in short.cells] == ["scored", "skipped", "skipped", "skipped"]
        assert state(short) == "out of budget"
        whole = judged(tmp_path / "run", repeats=3, budget=1)
        assert all(len(row["kind"].traces["output"]["repeats"]) == 3 for row in whole.cells)
        assert len(server.requests) - before == 12


def test_a_budget_is_one_of_the_whole_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same call again sends nothing more and says what was spent; a larger budget counts what is paid already."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        cost = judged(tmp_path / "free").total_cost()
        assert cost is not None
        before = len(server.requests)
        for _ in range(3):
            short = judged(tmp_path / "run", budget=cost * 0.3)
            assert len(server.requests) - before == 2
            assert (state(short), short.total_cost()) == ("out of budget", pytest.approx(cost / 2))
            cause = short.cell(3, "kind").cause or ""
            assert re.search(r"budget of \$[\d.]+ is spent \(\$[\d.]+\); this cell was not asked for", cause)
        more = judged(tmp_path / "run", budget=cost * 0.6)
        assert (len(server.requests) - before, state(more)) == (3, "out of budget")
        assert state(judged(tmp_path / "run")) == "finished"


def test_what_a_cell_that_broke_off_took_counts_against_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its calls are taken up for nothing, and no other is sent."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        cost = judged(tmp_path / "free").total_cost()
        assert cost is not None
        before = len(server.requests)
        for _ in range(3):
            short = judged(tmp_path / "run", repeats=3, budget=cost * 0.4)
            assert short.cell(0, "kind").status == "skipped"
            assert short.total_cost() == pytest.approx(cost / 2)
            assert len(server.requests) - before == 2


def test_a_run_with_calls_of_unknown_price_is_no_longer_one_for_a_budget(tmp_path: Path) -> None:
    """What it has cost cannot be told, so a limit could not be kept."""
    usages = iter([None])

    class Provider:
        provider, model, url, parameters = (
            "openai",
            "gpt-4o-mini",
            "http://127.0.0.1/v1",
            MappingProxyType({}),
        )

        async def send(self, messages: Any, reply: Any, *, max_tokens: int | None = None) -> RawReply:
            return RawReply('{"reason": "so", "verdict": true}', next(usages), "stop", self.model)

    settings: dict[str, Any] = {
        "metrics": [AspectCritic(name="kind", definition="Is it kind?")],
        "llm": ModelJudge(Provider()),
        "run": tmp_path / "run",
        "show_progress": False,
    }
    evaluate(ROWS, **settings)
    result: Any = evaluate([*ROWS, *ROWS], budget=1.0, **settings)
    assert [row["kind"].status for row in result.cells] == ["scored", "skipped"]
    assert "The price of 'gpt-4o-mini' is unknown" in result.cell(1, "kind").cause
