"""Two ratings, each on its scale or asked for again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragas.exceptions import ReplyError
from ragas.metrics.rating import check_max_retries, rate, two_ratings
from ragas.prompt.ratings import GROUNDEDNESS, GROUNDEDNESS_AGAIN
from ragas.testing import ScriptedJudge

DATA = {"response": "r", "chunk": ["c"]}


def ratings(*numbers: int) -> list[dict[str, Any]]:
    return [{"reason": f"reason {number}", "rating": number} for number in numbers]


def test_the_value_is_the_mean_over_the_top_of_the_scale() -> None:
    """2 and 1 of 2 are 0.75; the reason gives both and says what the lower one rests on."""
    judge = ScriptedJudge(ratings(2, 1))
    prompts = (GROUNDEDNESS, GROUNDEDNESS_AGAIN)
    result = asyncio.run(two_ratings(judge, prompts, (DATA, DATA), (0, 1, 2), 5))
    assert result.value == 0.75
    assert result.reason == "Rated 2 and 1 of 2. reason 1"
    assert result.traces == {
        "output": {"ratings": [{"rating": 2, "reason": "reason 2"}, {"rating": 1, "reason": "reason 1"}]}
    }


def test_a_rating_off_the_scale_is_asked_for_again() -> None:
    """The judge is told which rating was not allowed and which are."""
    judge = ScriptedJudge(ratings(9, 2))
    assert asyncio.run(rate(judge, GROUNDEDNESS, DATA, (0, 1, 2), 1)).rating == 2
    assert "The rating 9 is not allowed. Allowed ratings: 0, 1, 2." in judge.calls[1].prompt
    assert "not allowed" not in judge.calls[0].prompt


@pytest.mark.parametrize("retries", [0, 2])
def test_max_retries_counts_repetitions(retries: int) -> None:
    """0 asks once; when all are used up the error names the ratings given."""
    judge = ScriptedJudge(ratings(*[7] * 9))
    with pytest.raises(ReplyError, match=r"rating 7.*only 0, 1, 2 are on the scale"):
        asyncio.run(rate(judge, GROUNDEDNESS, DATA, (0, 1, 2), retries))
    assert len(judge.calls) == retries + 1


def test_one_failing_judge_fails_the_metric() -> None:
    """The other rating does not stand in for it."""
    judge = ScriptedJudge([RuntimeError("no credit left"), *ratings(2)])
    prompts = (GROUNDEDNESS, GROUNDEDNESS_AGAIN)
    with pytest.raises(RuntimeError, match="no credit left"):
        asyncio.run(two_ratings(judge, prompts, (DATA, DATA), (0, 1, 2), 5))


@pytest.mark.parametrize("bad", [-1, 1.5, True, "3", None])
def test_max_retries_is_a_count(bad: Any) -> None:
    """Anything but a whole number from 0 on is refused by name."""
    with pytest.raises(ValueError, match="max_retries"):
        check_max_retries(bad)


def rated(*numbers: int) -> float:
    prompts = (GROUNDEDNESS, GROUNDEDNESS_AGAIN)
    judge = ScriptedJudge(ratings(*numbers))
    return float(asyncio.run(two_ratings(judge, prompts, (DATA, DATA), (0, 1, 2), 0)).value)


@settings(max_examples=20)
@given(st.integers(0, 2), st.integers(0, 2))
def test_two_ratings_are_symmetric_monotone_and_in_range(one: int, other: int) -> None:
    """The same in either order, greater with a greater rating, 0.0 and 1.0 exactly at the ends."""
    value = rated(one, other)
    assert value == rated(other, one) == (one + other) / 4
    if one < 2:
        assert rated(one + 1, other) > value
    assert (value == 1.0) is (one == other == 2)
    assert (value == 0.0) is (one == other == 0)
