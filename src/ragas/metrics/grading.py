"""Ask a judge for a score within bounds, or for several votes on one question."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from pydantic import BaseModel

from ragas.engine.request import use_sample
from ragas.exceptions import ReplyError
from ragas.llms.adapt import ask

if TYPE_CHECKING:
    from ragas.llms.judge import Judge

Vote = TypeVar("Vote")
Reply = TypeVar("Reply", bound=BaseModel)
Bounds = tuple[float, float]
"""The lowest and the highest score, both included."""


class Scored(Protocol):
    """A reply with a score."""

    score: int


def bounds_in_words(bounds: Bounds) -> str:
    """`a whole number from 1 to 5`."""
    return f"a whole number from {bounds[0]:g} to {bounds[1]:g}"


async def ask_score(
    judge: Judge, metric_name: str, text: str, reply_model: type[Reply], bounds: Bounds | None
) -> Reply:
    """The judge's reply, whose `score` lies within `bounds`; one that does not is asked for once more.

    Raises:
        ReplyError: the score is out of range, also when asked again.
    """
    reply = await ask(judge, text, reply_model)
    if bounds is None or _within(reply, bounds):
        return reply
    expected = bounds_in_words(bounds)
    wrong = cast(Scored, reply).score
    again = f"{text}\n\nYour last score was {wrong}, which is not allowed. The score must be {expected}."
    reply = await ask(judge, again, reply_model)
    if _within(reply, bounds):
        return reply
    score = cast(Scored, reply).score
    raise ReplyError(
        f"{metric_name}: the score {score} is out of range; expected {expected}, also when asked again.",
        reply=reply.model_dump_json(),
    )


async def votes(count: int, cast_vote: Callable[[], Awaitable[Vote]]) -> list[Vote]:
    """`count` answers to the same question, asked at the same time. If one fails, the others are given up."""

    async def one(number: int) -> Vote:
        with use_sample(number):
            return await cast_vote()

    asked = [asyncio.ensure_future(one(number)) for number in range(count)]
    try:
        return list(await asyncio.gather(*asked))
    except BaseException:
        for vote in asked:
            vote.cancel()
        raise


def check_strictness(strictness: int) -> None:
    """Refuse a number of votes below one.

    Raises:
        ValueError: it is no whole number from 1.
    """
    if not isinstance(strictness, int) or strictness < 1:
        raise ValueError(f"strictness is the number of votes, at least 1, not {strictness!r}")


def _within(reply: BaseModel, bounds: Bounds) -> bool:
    return bounds[0] <= cast(Scored, reply).score <= bounds[1]
