"""Rubrics that come with the samples."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import InputError, ReplyError
from ragas.metrics.collections.instance_specific_rubrics import InstanceSpecificRubrics
from ragas.testing import ScriptedJudge

RUBRIC = {"score0_description": "no platform", "score2_description": "names the platform"}


def scores(*numbers: int) -> ScriptedJudge:
    return ScriptedJudge([{"feedback": f"feedback {number}", "score": number} for number in numbers])


def test_each_sample_is_scored_by_its_own_levels() -> None:
    """The value is the level, normalized it compares samples."""
    result = InstanceSpecificRubrics(llm=scores(1)).score(rubrics=RUBRIC, response="r")
    assert result.value == 1
    assert result.traces is not None
    assert result.traces["output"]["normalized"] == 0.5
    with pytest.raises(ReplyError, match="from 0 to 2"):
        InstanceSpecificRubrics(llm=scores(3, 3)).score(rubrics=RUBRIC, response="r")


def test_the_rubric_is_fenced_with_the_sample() -> None:
    """It is data of a row, so it stands in a block."""
    judge = scores(1)
    InstanceSpecificRubrics(llm=judge).score(rubrics=RUBRIC, response="r")
    assert "<rubric " in judge.calls[0].prompt


@pytest.mark.parametrize("rubrics", [{}, None, "good", {"good": "x"}, {"score1": "only"}])
def test_a_rubric_without_levels_is_an_input_error(rubrics: Any) -> None:
    """It names what is wrong and asks no judge."""
    judge = scores()
    with pytest.raises(InputError, match="rubric"):
        InstanceSpecificRubrics(llm=judge).score(rubrics=rubrics, response="r")
    assert judge.calls == []
