"""Numbered items: all of them, in order, or an error."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from ragas.exceptions import IncompleteReplyError, TruncatedReplyError
from ragas.metrics.numbered import all_numbered


class Item(BaseModel):
    """A reply that says which item it was meant for."""

    number: int
    about: int


class Verdict(BaseModel):
    """A reply that decides something."""

    number: int
    reason: str = ""
    supported: bool


def asking(left_out: Sequence[set[int]], first: int = 1) -> tuple[list[list[int]], Any]:
    """A judge that leaves out some items, round by round, and counts from `first`."""
    rounds: list[list[int]] = []

    async def ask(numbers: Sequence[int]) -> list[Item]:
        skipped = left_out[len(rounds)] if len(rounds) < len(left_out) else set()
        rounds.append(list(numbers))
        given = [
            Item(number=at, about=number) for at, number in enumerate(numbers, first) if number not in skipped
        ]
        return given[::-1]

    return rounds, ask


@given(st.integers(0, 8), st.sampled_from([0, 1]))
def test_replies_come_in_order(count: int, first: int) -> None:
    """Whatever the order of the reply, and also when it counts from zero, item n is about n."""
    _, ask = asking([], first)
    found = asyncio.run(all_numbered(ask, count))
    assert [one.about for one in found] == list(range(1, count + 1))


def test_missing_items_are_asked_for_once_more() -> None:
    """Only those that are missing are asked about again."""
    rounds, ask = asking([{2, 4}])
    found = asyncio.run(all_numbered(ask, 4))
    assert [one.about for one in found] == [1, 2, 3, 4]
    assert rounds == [[1, 2, 3, 4], [2, 4]]


def test_missing_twice_is_an_error() -> None:
    """The denominator never shrinks; the message names what is missing."""
    rounds, ask = asking([{2}, {2}])
    with pytest.raises(IncompleteReplyError, match=r"2 of 3 answers.* number 2,"):
        asyncio.run(all_numbered(ask, 3, "answers"))
    assert len(rounds) == 2


def answered(*rounds: list[Verdict]) -> Any:
    """A judge that gives these replies, round by round."""
    left = iter(rounds)

    async def ask(numbers: Sequence[int]) -> list[Verdict]:
        return next(left)

    return ask


def test_items_nobody_asked_about_are_ignored() -> None:
    """Numbers beyond the last item change nothing, nor does a verdict that is given twice."""
    right = Verdict(number=1, supported=True)
    again = Verdict(number=1, reason="in other words", supported=True)
    extra = Verdict(number=7, supported=False)
    assert asyncio.run(all_numbered(answered([right, again, extra]), 1)) == [right]


def test_an_item_answered_yes_and_no_is_asked_about_again() -> None:
    """Two verdicts that contradict each other are none."""
    yes, no = Verdict(number=1, supported=True), Verdict(number=1, supported=False)
    assert asyncio.run(all_numbered(answered([yes, no], [no]), 1)) == [no]
    with pytest.raises(IncompleteReplyError, match="number 1"):
        asyncio.run(all_numbered(answered([yes, no], [yes, no]), 1))


def test_numbers_that_may_count_from_zero_or_one_are_not_trusted() -> None:
    """A verdict on the wrong item is worse than none."""
    doubtful = [Verdict(number=0, supported=True), Verdict(number=2, supported=False)]
    clear = [Verdict(number=n, supported=True) for n in (1, 2, 3)]
    assert asyncio.run(all_numbered(answered(doubtful, clear), 3)) == clear


def test_a_reply_that_was_cut_off_is_asked_for_in_halves() -> None:
    """Nothing of the cut reply counts, not even its complete items; both halves together are the answer."""
    rounds: list[list[int]] = []

    async def ask(numbers: Sequence[int]) -> list[Item]:
        rounds.append(list(numbers))
        if len(numbers) > 5:
            raise TruncatedReplyError("cut off after 64 tokens")
        return [Item(number=at, about=number) for at, number in enumerate(numbers, 1)]

    found = asyncio.run(all_numbered(ask, 9))
    assert [one.about for one in found] == list(range(1, 10))
    assert [len(one) for one in rounds] == [9, 4, 5]


@pytest.mark.parametrize(("count", "calls"), [(1, 1), (2, 2), (9, 2)])
def test_a_half_that_is_cut_off_too_is_an_error(count: int, calls: int) -> None:
    """One item cannot be halved, and a half is not halved again."""
    asked: list[int] = []

    async def ask(numbers: Sequence[int]) -> list[Item]:
        asked.append(len(numbers))
        raise TruncatedReplyError("cut off after 64 tokens")

    with pytest.raises(TruncatedReplyError, match="64 tokens"):
        asyncio.run(all_numbered(ask, count))
    assert len(asked) == calls
