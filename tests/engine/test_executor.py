"""Promises of `ragas.engine.executor`."""

import asyncio
import math
import subprocess
import sys
import textwrap
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any

import pytest

from ragas import executor as door
from ragas.engine.executor import Executor, run_async_batch, stream
from ragas.engine.run_config import RunConfig


async def echo(item: int) -> int:
    await asyncio.sleep(0)
    return item


async def collected(*args: Any, **kwargs: Any) -> list[tuple[int, Any]]:
    running = stream(*args, **kwargs)
    async with aclosing(running):
        return [pair async for pair in running]


def test_order_is_kept() -> None:
    """Results come in the order of the items, whatever finishes first."""

    async def slow_first(item: int) -> int:
        for _ in range(5 - item):
            await asyncio.sleep(0)
        return item * 10

    results = asyncio.run(collected(range(5), slow_first, limit=5))
    assert results == [(i, i * 10) for i in range(5)]


def test_async_items() -> None:
    """Items may come from an async iterator, and finished results do not wait for the next item."""

    async def main() -> list[int]:
        released = asyncio.Event()

        async def items() -> AsyncIterator[int]:
            yield 1
            await released.wait()
            yield 2

        seen = []
        async for _, result in stream(items(), echo, limit=4):
            seen.append(result)
            released.set()
        return seen

    assert asyncio.run(asyncio.wait_for(main(), 10)) == [1, 2]


def test_no_more_than_the_limit_at_once() -> None:
    """At most `limit` items are worked on at once."""
    under_way = peak = 0

    async def work(item: int) -> None:
        nonlocal under_way, peak
        under_way += 1
        peak = max(peak, under_way)
        await asyncio.sleep(0)
        under_way -= 1

    asyncio.run(collected(range(50), work, limit=4))
    assert peak == 4


@pytest.mark.parametrize("ordered", [True, False])
def test_memory_is_flat(ordered: bool) -> None:
    """Of 5,000 items, never more than the window of 32 are held."""
    taken = given = most = 0

    def items() -> Iterator[int]:
        nonlocal taken, most
        for item in range(5000):
            taken += 1
            most = max(most, taken - given)
            yield item

    async def main() -> None:
        nonlocal given
        async for _ in stream(items(), echo, limit=8, window=32, ordered=ordered):
            given += 1

    asyncio.run(main())
    assert given == 5000
    assert most <= 33  # the one being taken may be in hand while the window is full


def test_exceptions_are_results() -> None:
    """A failing item gives its exception; a cancellation from inside does not make an item vanish."""

    async def work(item: int) -> int:
        if item == 1:
            raise ValueError("one")
        if item == 2:
            raise asyncio.CancelledError
        return item

    results = dict(asyncio.run(collected(range(4), work, limit=2)))
    assert results[0] == 0
    assert results[3] == 3
    assert isinstance(results[1], ValueError)
    assert "item 2" in str(results[2])


def test_a_stuck_item_holds_up_only_itself() -> None:
    """With `ordered=False`, one item that never ends does not keep the others back."""

    async def main() -> set[int]:
        async def work(item: int) -> int:
            if item == 0:
                await asyncio.Event().wait()
            return item

        seen: set[int] = set()
        running = stream(range(200), work, limit=2, ordered=False)
        async with aclosing(running):
            async for index, _ in running:
                seen.add(index)
                if len(seen) == 199:
                    break
        return seen

    assert asyncio.run(asyncio.wait_for(main(), 10)) == set(range(1, 200))


def test_a_stuck_item_in_order_stops_at_the_window() -> None:
    """In order, the items behind a stuck one are worked on up to the window, and no further."""

    async def main() -> int:
        released = asyncio.Event()
        begun = 0

        async def work(item: int) -> int:
            nonlocal begun
            begun += 1
            if item == 0:
                await released.wait()
            return item

        consumer = asyncio.ensure_future(collected(range(100), work, limit=2))
        for _ in range(200):
            await asyncio.sleep(0)
        reached = begun
        released.set()
        assert len(await consumer) == 100
        return reached

    assert asyncio.run(main()) == 8


def test_cancelling_the_consumer() -> None:
    """A cancelled consumer keeps the results it has, and the work under way is cancelled."""

    async def main() -> tuple[list[int], list[int]]:
        kept: list[int] = []
        all_stuck = asyncio.Event()
        cancelled: list[int] = []

        async def work(item: int) -> int:
            if item >= 9:
                if item == 11:
                    all_stuck.set()
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    cancelled.append(item)
                    raise
            return item

        async def consume() -> None:
            async for index, _ in stream(range(20), work, limit=3, ordered=False):
                kept.append(index)

        consumer = asyncio.ensure_future(consume())
        await asyncio.wait_for(all_stuck.wait(), 10)
        for _ in range(3):
            await asyncio.sleep(0)
        consumer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await consumer
        return kept, sorted(cancelled)

    kept, cancelled = asyncio.run(main())
    assert kept == list(range(9))
    assert cancelled == [9, 10, 11]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
def test_ctrl_c_leaves_the_finished_results() -> None:
    """Ctrl-C while one of ten items hangs leaves the nine others' results with the consumer, and the process ends."""
    program = """
        import asyncio, os, signal
        from ragas.engine.event_loop import run_sync
        from ragas.engine.executor import stream

        kept = []

        async def work(item):
            if item == 7:
                await asyncio.Event().wait()
            return item

        async def main():
            async for index, result in stream(range(10), work, limit=3, ordered=False):
                kept.append(result)
                if len(kept) == 9:
                    os.kill(os.getpid(), signal.SIGINT)

        try:
            run_sync(main())
        except KeyboardInterrupt:
            print(sorted(kept))
    """
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (result.stdout, result.stderr) == ("[0, 1, 2, 3, 4, 5, 6, 8, 9]\n", "")


def test_an_error_of_the_items_comes_last() -> None:
    """An error of the iterable itself is raised after the results of the items before it."""

    def items() -> Iterator[int]:
        yield 0
        yield 1
        raise OSError("line 3 is broken")

    async def main() -> list[int]:
        async def consume() -> None:
            async for _, result in stream(items(), echo, limit=8):
                seen.append(result)

        seen: list[Any] = []
        with pytest.raises(OSError, match="line 3"):
            await consume()
        return seen

    assert asyncio.run(main()) == [0, 1]


def test_no_items() -> None:
    """Nothing in, nothing out."""
    assert asyncio.run(collected([], echo, limit=3)) == []


def quiet(**kwargs: Any) -> Executor:
    return Executor(show_progress=False, **kwargs)


async def job(value: int, fail: bool = False) -> int:
    await asyncio.sleep(0)
    if fail:
        raise RuntimeError(f"job {value}")
    return value


def test_executor_results_in_order_once() -> None:
    """Results come in the order of submission; the queue is then empty. It works inside a running loop."""
    executor = quiet()

    async def main() -> list[int]:
        for value in range(5):
            executor.submit(job, value, name=f"job {value}")
        return executor.results()

    assert asyncio.run(main()) == [0, 1, 2, 3, 4]
    assert executor.results() == []
    assert door.Executor is Executor


def test_executor_failure(caplog: pytest.LogCaptureFixture) -> None:
    """A failed job is NaN and a log line, or raises on request."""
    executor = quiet()
    executor.submit(job, 1)
    executor.submit(job, 2, fail=True)
    first, second = executor.results()
    assert first == 1
    assert math.isnan(second)
    assert "Exception raised in Job[1]: RuntimeError(job 2)" in caplog.text

    executor = quiet(raise_exceptions=True)
    executor.submit(job, 3, fail=True)
    with pytest.raises(RuntimeError, match="job 3"):
        executor.results()


@pytest.mark.parametrize("batch_size", [None, 2])
def test_executor_limits(batch_size: int | None) -> None:
    """`max_workers` jobs run at once, with and without batches."""
    under_way = peak = 0

    async def work(value: int) -> int:
        nonlocal under_way, peak
        under_way += 1
        peak = max(peak, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return value

    executor = quiet(run_config=RunConfig(max_workers=2), batch_size=batch_size)
    for value in range(7):
        executor.submit(work, value)
    assert executor.results() == list(range(7))
    assert peak == 2


def test_executor_cancel_from_another_thread() -> None:
    """Cancelling from another thread returns what was done, at once; cancelled before the start, nothing."""
    executor = quiet()
    reached = threading.Event()

    async def hang() -> None:
        reached.set()
        await asyncio.Event().wait()

    executor.submit(job, 1)
    executor.submit(hang)
    stopper = threading.Thread(target=lambda: (reached.wait(10), executor.cancel()))
    stopper.start()
    results = executor.results()
    stopper.join(10)
    assert executor.is_cancelled()
    assert results in ([1], [])
    executor.submit(job, 2)
    assert executor.results() == []


def test_run_async_batch() -> None:
    """One call for each set of arguments, results in order, the first error raised."""
    assert run_async_batch("Trying", job, [{"value": 1}, {"value": 2}]) == [1, 2]
    with pytest.raises(RuntimeError, match="job 5"):
        run_async_batch("Trying", job, [{"value": 5, "fail": True}])
