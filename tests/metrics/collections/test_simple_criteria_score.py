"""A score by a criterion."""

from __future__ import annotations

import pytest

from ragas.exceptions import ReplyError
from ragas.metrics.collections.simple_criteria_score import SimpleCriteriaScore
from ragas.testing import ScriptedJudge


def scores(*numbers: int) -> ScriptedJudge:
    return ScriptedJudge([{"reason": f"reason {number}", "score": number} for number in numbers])


def test_the_mean_of_several_votes() -> None:
    """The reason lists them and gives the reason of the most frequent one."""
    result = SimpleCriteriaScore(llm=scores(7, 1, 1), definition="d", strictness=3).score(response="r")
    assert result.value == 3.0
    assert result.reason == "3 votes: 7, 1, 1; 2 of them 1. reason 1"
    assert result.traces is not None
    assert result.traces["output"]["agreement"] == pytest.approx(2 / 3)
    assert result.traces["output"]["normalized"] == 0.3


def test_the_bounds_are_told_and_kept() -> None:
    """A score beyond them is asked for again, then fails."""
    judge = scores(6, 6)
    metric = SimpleCriteriaScore(llm=judge, definition="d", allowed_values=(0, 5))
    with pytest.raises(ReplyError, match="the score 6 is out of range; expected a whole number from 0 to 5"):
        metric.score(response="r")
    assert "The criterion: d\nThe score is a whole number from 0 to 5." in judge.calls[0].prompt


def test_without_bounds_any_score_counts() -> None:
    """The criterion may name its own."""
    judge = scores(70)
    metric = SimpleCriteriaScore(llm=judge, definition="0 to 100", allowed_values=None)
    result = metric.score(response="r")
    assert result.value == 70.0
    assert result.traces is not None
    assert "normalized" not in result.traces["output"]
    assert "The score is" not in judge.calls[0].prompt.partition("The criterion")[2]


def test_settings_are_checked() -> None:
    """Bounds in the wrong order and no votes are refused."""
    with pytest.raises(ValueError, match="allowed_values"):
        SimpleCriteriaScore(allowed_values=(5, 0))
    with pytest.raises(ValueError, match="strictness"):
        SimpleCriteriaScore(strictness=0)
