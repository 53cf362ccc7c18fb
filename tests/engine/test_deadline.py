"""Promises of `ragas.engine.deadline`."""

import asyncio

import pytest

from ragas.engine.deadline import DeadlinePassed, within
from ragas.exceptions import JudgeCallError


async def answer() -> str:
    await asyncio.sleep(0)
    return "yes"


@pytest.mark.parametrize("seconds", [None, 10])
def test_in_time(seconds: float | None) -> None:
    """A call that is in time returns its result."""
    assert asyncio.run(within(seconds, answer)) == "yes"


def test_late() -> None:
    """A call that is late is cancelled."""

    async def main() -> None:
        cancelled = asyncio.Event()

        async def hang() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise

        with pytest.raises(DeadlinePassed):
            await within(0.01, hang)
        await asyncio.wait_for(cancelled.wait(), 10)

    asyncio.run(main())


def test_a_call_that_swallows_its_cancellation() -> None:
    """The deadline holds for a call that ignores being cancelled, and its late failure is not reported anywhere."""
    reported: list[object] = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
        go = asyncio.Event()

        async def stubborn() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                await go.wait()
                raise ValueError("too late") from None

        with pytest.raises(DeadlinePassed):
            await within(0.01, stubborn)
        go.set()
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(main())
    assert reported == []


def test_a_cancelled_caller_cancels_the_call() -> None:
    """When the caller is cancelled, so is the call."""

    async def main() -> None:
        cancelled = asyncio.Event()

        async def hang() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        caller = asyncio.ensure_future(within(60, hang))
        for _ in range(3):
            await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        await asyncio.wait_for(cancelled.wait(), 10)

    asyncio.run(main())


def test_a_call_that_cancels_itself_is_an_error() -> None:
    """A cancellation that comes from inside the call does not cancel the caller."""

    async def cancel_self() -> None:
        raise asyncio.CancelledError

    with pytest.raises(JudgeCallError, match="cancelled from inside"):
        asyncio.run(within(10, cancel_self))
