"""Scores within bounds and votes."""

from __future__ import annotations

import asyncio

import pytest

from ragas.engine.request import current_sample
from ragas.exceptions import ReplyError
from ragas.metrics.grading import ask_score, check_strictness, votes
from ragas.prompt.grading import CriteriaScore
from ragas.testing import ScriptedJudge


def scores(*numbers: int) -> ScriptedJudge:
    return ScriptedJudge([{"reason": "r", "score": number} for number in numbers])


def test_a_score_beyond_the_bounds_is_asked_for_once_more() -> None:
    """The judge is told what was wrong; its second score counts."""
    judge = scores(9, 5)
    reply = asyncio.run(ask_score(judge, "m", "Score.", CriteriaScore, (1, 5)))
    assert reply.score == 5
    assert judge.calls[1].prompt == (
        "Score.\n\nYour last score was 9, which is not allowed. The score must be a whole number from 1 to 5."
    )


def test_a_second_score_beyond_the_bounds_fails() -> None:
    """The error names the metric, the score and the bounds, and holds the reply."""
    with pytest.raises(
        ReplyError, match="m: the score 0 is out of range; expected a whole number from 1 to 5"
    ) as found:
        asyncio.run(ask_score(scores(9, 0), "m", "Score.", CriteriaScore, (1, 5)))
    assert '"score":0' in found.value.reply


def test_without_bounds_any_score_counts() -> None:
    """Nothing is asked again."""
    assert asyncio.run(ask_score(scores(99), "m", "Score.", CriteriaScore, None)).score == 99


def test_every_vote_is_a_sample_of_its_own() -> None:
    """Equal questions are told apart, so that none is answered from another's reply."""

    async def number() -> int:
        return current_sample.get()

    assert asyncio.run(votes(3, number)) == [0, 1, 2]


def test_when_a_vote_fails_the_others_are_given_up() -> None:
    """What nobody waits for is not paid."""
    cancelled: list[int] = []

    async def cast() -> None:
        if current_sample.get() == 1:
            raise RuntimeError("no credit")
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.append(current_sample.get())
            raise

    async def poll() -> None:
        with pytest.raises(RuntimeError, match="no credit"):
            await votes(3, cast)
        await asyncio.sleep(0)

    asyncio.run(poll())
    assert cancelled == [0, 2]


@pytest.mark.parametrize("strictness", [0, -1, 1.5])
def test_there_is_at_least_one_vote(strictness: int) -> None:
    """The message names the value."""
    with pytest.raises(ValueError, match=str(strictness)):
        check_strictness(strictness)
