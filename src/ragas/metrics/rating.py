"""The mean of two ratings, asked for in different words: what the rating metrics share."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragas.engine.request import use_sample
from ragas.exceptions import ReplyError
from ragas.llms.adapt import ask
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import mean
from ragas.prompt.ratings import AccuracyRating, Rating

if TYPE_CHECKING:
    from ragas.llms.judge import Judge
    from ragas.prompt.fence import Data
    from ragas.prompt.judge_prompt import JudgePrompt

GivenRating = Rating | AccuracyRating


async def rate(
    judge: Judge, prompt: JudgePrompt, data: Mapping[str, Data], scale: Sequence[int], max_retries: int
) -> GivenRating:
    """One rating on the scale; any other number is asked for again, up to `max_retries` times.

    Raises:
        ReplyError: the last rating was not on the scale either.
    """
    levels = ", ".join(map(str, scale))
    text = prompt.render(data)
    given: list[int] = []
    for attempt in range(max_retries + 1):
        hint = f"\n\nThe rating {given[-1]} is not allowed. Allowed ratings: {levels}." if given else ""
        with use_sample(attempt):
            reply: Any = await ask(judge, text + hint, prompt.reply)
        if reply.rating in scale:
            return reply  # type: ignore[no-any-return]  # the prompt's own reply model
        given.append(reply.rating)
    raise ReplyError(
        f"The judge gave the rating {', '.join(map(str, given))}; only {levels} are on the scale of {prompt.name}."
    )


async def two_ratings(
    judge: Judge,
    prompts: Sequence[JudgePrompt],
    blocks: Sequence[Mapping[str, Data]],
    scale: Sequence[int],
    max_retries: int,
) -> MetricResult:
    """The mean of one rating a prompt, divided by the top of the scale. A rating that fails, fails the whole."""
    ratings = await asyncio.gather(
        *(rate(judge, prompt, data, scale, max_retries) for prompt, data in zip(prompts, blocks, strict=True))
    )
    top = max(scale)
    numbers = [one.rating for one in ratings]
    decisive = min(ratings, key=lambda one: one.rating).reason.strip()
    reason = f"Rated {' and '.join(map(str, numbers))} of {top}."
    return MetricResult(
        mean([number / top for number in numbers]),
        f"{reason} {decisive}" if decisive else reason,
        {"output": {"ratings": [{"rating": one.rating, "reason": one.reason} for one in ratings]}},
    )


def check_max_retries(max_retries: Any) -> None:
    """Refuse a number of repetitions that is none.

    Raises:
        ValueError: it is not an integer of at least 0.
    """
    if not isinstance(max_retries, int) or isinstance(max_retries, bool) or max_retries < 0:
        raise ValueError(
            f"max_retries is how often a rating off the scale is asked for again, 0 or more, not {max_retries!r}"
        )
