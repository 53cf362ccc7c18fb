"""Promises of `ragas.engine.side_loop`."""

import asyncio
import contextvars
import threading
import time

import pytest

from ragas.engine.deadline import DeadlinePassed, within
from ragas.engine.event_loop import run_sync, side_loop
from ragas.engine.side_loop import on_side_loop
from ragas.exceptions import JudgeCallError

colour: contextvars.ContextVar[str] = contextvars.ContextVar("colour", default="none")


async def thread() -> str:
    await asyncio.sleep(0)
    return threading.current_thread().name


def test_foreign_work_has_a_loop_of_its_own() -> None:
    """Behind a sync door it runs beside the shared loop, always on the same one; it sees the caller's context."""

    async def look() -> str:
        return colour.get()

    async def main() -> tuple[str, str, str, str]:
        colour.set("blue")
        inside = on_side_loop(lambda: on_side_loop(thread))
        return await thread(), await on_side_loop(thread), await inside, await on_side_loop(look)

    assert run_sync(main()) == ("ragas-loop-0", "ragas-loop-1", "ragas-loop-1", "blue")


def test_on_your_loop_it_stays_there() -> None:
    """Where the caller brought the loop, its judges stay on it, with the connections they have there."""

    async def main() -> bool:
        return await on_side_loop(thread) == await thread()

    assert asyncio.run(main())


def test_errors_and_cancellation_pass() -> None:
    """What the work raises reaches the caller, StopIteration as a RuntimeError; a cancelled caller cancels the work."""

    async def fail(error: BaseException) -> None:
        await asyncio.sleep(0)
        raise error

    with pytest.raises(KeyError):
        run_sync(on_side_loop(lambda: fail(KeyError("x"))))

    def make() -> asyncio.Future[None]:
        raise StopIteration

    with pytest.raises(RuntimeError, match="StopIteration"):
        run_sync(on_side_loop(make))
    with pytest.raises(JudgeCallError, match="cancelled from inside"):
        run_sync(within(10, lambda: on_side_loop(lambda: fail(asyncio.CancelledError()))))

    ended = threading.Event()

    async def hang() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    with pytest.raises(DeadlinePassed):
        run_sync(within(0.05, lambda: on_side_loop(hang)))
    assert ended.wait(10)


def test_sync_doors_work_on_a_side_loop() -> None:
    """A judge that calls a sync door, in which another judge is asked, waits for nobody but that one."""

    async def inner() -> str:
        return await on_side_loop(thread)

    async def outer() -> str:
        return run_sync(inner())

    assert run_sync(on_side_loop(outer)) == "ragas-loop-3"


def test_a_blocked_loop_is_left_behind() -> None:
    """The call that blocks meets its deadline, those it held up are answered, and the next ones have a new loop."""
    release = threading.Event()
    begun: list[int] = []

    async def work(number: int) -> int:
        begun.append(number)
        await asyncio.sleep(0.01)
        if number == 2:
            release.wait(60)
        await asyncio.sleep(0.01)
        return number

    async def main() -> tuple[list[object], bool]:
        first = side_loop()
        calls = (within(0.3, lambda n=n: on_side_loop(lambda: work(n))) for n in range(5))
        results = await asyncio.gather(*calls, return_exceptions=True)
        return list(results), side_loop() is not first

    results, moved = run_sync(main())
    release.set()
    blocked = results.pop(2)
    assert isinstance(blocked, DeadlinePassed)
    assert blocked.blocked
    assert (results, moved) == ([0, 1, 3, 4], True)
    assert sorted(begun) == sorted([0, 1, 2, 3, 4, 0, 1, 3, 4]), "who was held up began again, once"


def test_time_others_took_is_not_counted() -> None:
    """Calls that block one after another, each within its deadline, are all answered though the last waited longer."""

    async def work(number: int) -> int:
        time.sleep(0.25)  # noqa: ASYNC251  that it blocks is the point
        return number

    async def main() -> list[int]:
        return await asyncio.gather(
            *(within(0.9, lambda n=n: on_side_loop(lambda: work(n))) for n in range(5))
        )

    assert run_sync(main()) == [0, 1, 2, 3, 4]
