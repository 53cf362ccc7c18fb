"""Custom metrics in a run, together with others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult, RunConfig, evaluate
from ragas.legacy.metrics_custom import AspectCritic as LegacyCritic
from ragas.metrics.collections import Faithfulness
from ragas.metrics.collections.aspect_critic import AspectCritic
from ragas.metrics.collections.domain_specific_rubrics import DomainSpecificRubrics
from ragas.metrics.collections.simple_criteria_score import SimpleCriteriaScore
from ragas.metrics.discrete import DiscreteMetric, discrete_metric
from ragas.metrics.numeric import NumericMetric, numeric_metric
from ragas.metrics.ranking import RankingMetric
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

pytestmark = pytest.mark.filterwarnings("ignore:unknown column:")

ROWS = [
    {"user_input": "q1", "response": "short", "retrieved_contexts": ["c"], "notes": "n1"},
    {"user_input": "q2", "response": "a longer response", "retrieved_contexts": ["c"], "notes": "n2"},
]
TALK = [
    {"type": "human", "content": "When does it leave?"},
    {"type": "ai", "content": "At nine."},
]


def judge() -> ScriptedJudge:
    return ScriptedJudge(
        {
            "Statements": statements("a"),
            "StatementVerdicts": verdicts(True),
            "DiscreteReply": {"reason": "d", "value": "pass"},
            "NumericReply": {"reason": "n", "value": 3},
            "RankingReply": {"reason": "k", "value": ["x", "y"]},
            "RubricScore": {"feedback": "f", "score": 4},
            "AspectVerdict": {"reason": "a", "verdict": True},
            "CriteriaScore": {"reason": "c", "score": 5},
        }
    )


def run(rows: Any, metrics: list[Any], timeout: float = 20, **settings: Any) -> EvaluationResult:
    once = RunConfig(max_retries=1, timeout=timeout)
    result = evaluate(
        EvaluationDataset.from_list(rows), metrics, show_progress=False, run_config=once, **settings
    )
    assert isinstance(result, EvaluationResult)
    return result


@discrete_metric(name="brief")
def brief(response: str, limit: int = 10) -> str:
    """Whether a response is brief."""
    return "pass" if len(response) <= limit else "fail"


@numeric_metric(name="broken")
def broken(response: str) -> float:
    """Fails on long responses."""
    if len(response) > 10:
        raise LookupError("no such list")
    return 7.0


def test_metrics_of_all_kinds_run_together(tmp_path: Path) -> None:
    """Prompts, functions, rubrics, critics, modern and first-generation ones; columns of the user's own count."""
    result = run(
        ROWS,
        [
            Faithfulness(),
            DiscreteMetric("tone", prompt="Is {response} polite? See {notes}."),
            NumericMetric("clarity", range(1, 6), "Rate {response}"),
            RankingMetric("order", 2, "Rank {response}"),
            brief,
            DomainSpecificRubrics(),
            SimpleCriteriaScore(definition="d"),
            AspectCritic(name="critic", definition="d"),
            LegacyCritic("old", "d"),
        ],
        llm=judge(),
    )
    assert [cell.value for cell in result.cells[0].values()] == [
        *(1.0, "pass", 3, ["x", "y"], "pass"),
        *(4.0, 5.0, 1.0, 1.0),
    ]
    assert result.cell(1, "brief").value == "fail"
    assert result.cell(0, "tone").reason == "d"
    result.save(tmp_path / "run.json")


def test_the_prompt_is_filled_from_the_row() -> None:
    """Each row's own columns stand in what the judge is asked."""
    asked = judge()
    run(ROWS, [DiscreteMetric("tone", prompt="{response} {notes}")], llm=asked)
    assert sorted(call.prompt for call in asked.calls) == ["a longer response n2", "short n1"]


def test_a_missing_column_stops_the_run_before_any_call() -> None:
    """The message names the metric and the column."""
    with pytest.raises(ValueError, match="tone needs colour"):
        run(ROWS, [DiscreteMetric("tone", prompt="{colour}")], llm=judge())

    @discrete_metric()
    def needs(colour: str) -> str:
        return "pass"

    with pytest.raises(ValueError, match="needs needs colour"):
        run(ROWS, [needs])


def test_failures_are_cells_with_their_cause() -> None:
    """A value out of range and an exception: two causes, never a number."""
    with pytest.warns(UserWarning, match="failed"):
        result = run(ROWS, [broken])
    first, second = result.cell(0, "broken"), result.cell(1, "broken")
    assert (first.status, first.value) == ("failed", None)
    assert "7.0 is out of range" in str(first.cause)
    assert (second.status, second.error, second.cause) == ("failed", "LookupError", "no such list")


def test_a_value_out_of_range_is_a_failed_cell() -> None:
    """C25 (a) in a run: unscored with the cause."""
    asked = ScriptedJudge(lambda prompt, model: {"reason": "r", "value": 42})
    with pytest.warns(UserWarning, match="out of range"):
        result = run(ROWS[:1], [NumericMetric("clarity", (0, 10), "Rate {response}")], llm=asked)
    cell = result.cell(0, "clarity")
    assert (cell.status, cell.value, cell.error) == ("failed", None, "ReplyError")


def test_a_metric_with_its_own_judge_keeps_it() -> None:
    """The run's judge serves the others."""
    own = ScriptedJudge(lambda prompt, model: {"reason": "own", "value": "fail"})
    result = run(
        ROWS[:1],
        [DiscreteMetric("mine", prompt="{response}", llm=own), DiscreteMetric("theirs", prompt="{response}")],
        llm=judge(),
    )
    assert [cell.value for cell in result.cells[0].values()] == ["fail", "pass"]


def test_a_function_gets_the_judge_of_the_run() -> None:
    """A parameter `llm` is lent, not looked for among the columns."""

    @discrete_metric(name="asks")
    def asks(response: str, llm: Any) -> str:
        from ragas.prompt.grading import AspectVerdict

        return "pass" if llm.generate(response, AspectVerdict).verdict else "fail"

    assert run(ROWS, [asks], llm=judge()).cell(1, "asks").value == "pass"


def test_conversations_are_scored_too() -> None:
    """Prompts, rubrics and critics take conversations."""
    result = run(
        [{"user_input": TALK, "reference": "At nine."}],
        [
            DiscreteMetric("tone", prompt="{user_input}"),
            DomainSpecificRubrics(),
            AspectCritic(name="critic", definition="d"),
            LegacyCritic("old", "d"),
        ],
        llm=judge(),
    )
    assert [cell.value for cell in result.cells[0].values()] == ["pass", 4.0, 1.0, 1.0]


def test_several_votes_are_several_calls_in_a_run() -> None:
    """Equal questions of one metric are asked as often as `strictness` says, not once."""
    asked = judge()
    run(ROWS[:1], [AspectCritic(name="critic", definition="d", strictness=3)], llm=asked)
    assert len(asked.calls) == 3


def test_a_function_that_hangs_is_given_up() -> None:
    """A user's own code is bounded by the run, though the metric around it is ours."""

    @discrete_metric(name="hangs")
    async def hangs(response: str) -> str:
        await asyncio.sleep(60)
        return "pass"

    with pytest.warns(UserWarning, match="failed"):
        result = run(ROWS[:1], [hangs], timeout=0.2)
    assert result.cell(0, "hangs").status == "failed"
