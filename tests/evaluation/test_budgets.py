"""Budgets: what they need to be kept, and what a run is that met one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationResult, evaluate
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ConfigurationError
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
