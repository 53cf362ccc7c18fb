"""Promises of `ragas.engine.tasks`, the functions of `ragas.async_utils`."""

import asyncio

import pytest

from ragas import async_utils


async def value(number: int, fail: bool = False) -> int:
    await asyncio.sleep(0)
    if fail:
        raise ValueError(f"task {number}")
    return number


def test_run() -> None:
    """A coroutine or an async function is run, outside and inside a loop; asyncio needs no patch for it."""

    async def main() -> tuple[int, bool]:
        assert async_utils.is_event_loop_running()
        return async_utils.run(value(2)), async_utils.apply_nest_asyncio()

    assert async_utils.run(lambda: value(1)) == 1
    assert asyncio.run(main()) == (2, False)
    assert not async_utils.is_event_loop_running()


def test_as_completed_and_process_futures() -> None:
    """All results come, as many at once as allowed; an exception comes as a value."""

    async def main() -> list[object]:
        futures = async_utils.as_completed([value(n, fail=n == 1) for n in range(4)], max_workers=2)
        return [outcome async for outcome in async_utils.process_futures(futures)]

    outcomes = asyncio.run(main())
    assert {outcome for outcome in outcomes if isinstance(outcome, int)} == {0, 2, 3}
    assert [str(outcome) for outcome in outcomes if isinstance(outcome, ValueError)] == ["task 1"]


def test_process_plain_futures() -> None:
    """A plain list of awaitables may be processed, too; a cancellation is raised."""

    async def main() -> None:
        assert [outcome async for outcome in async_utils.process_futures([value(1), value(2)])] == [1, 2]
        cancelled: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await anext(async_utils.process_futures([cancelled]))

    asyncio.run(main())


def test_run_async_tasks(caplog: pytest.LogCaptureFixture) -> None:
    """All tasks run, in batches or not; every failure is logged and the first is raised once all are done."""
    done: list[int] = []

    async def work(number: int) -> int:
        done.append(await value(number))
        return number

    async def main() -> None:
        for batch_size in (None, 2):
            results = await async_utils.run_async_tasks(
                [work(n) for n in range(5)], batch_size, show_progress=False, max_workers=2
            )
            assert sorted(results) == list(range(5))
        with pytest.raises(ValueError, match="task"):
            await async_utils.run_async_tasks(
                [value(7, fail=True), value(8, fail=True), work(9)], show_progress=False
            )

    asyncio.run(main())
    assert done[-1] == 9
    assert caplog.text.count("Task failed: ValueError") == 2


def test_a_cancel_check_stops_it() -> None:
    """Once the check says so, the rest is not run."""
    done: list[int] = []

    async def work(number: int) -> int:
        done.append(await value(number))
        return number

    async def main() -> list[int]:
        coroutines = [work(n) for n in range(20)]
        results = await async_utils.run_async_tasks(
            coroutines, show_progress=False, max_workers=1, cancel_check=lambda: len(done) >= 3
        )
        for coroutine in coroutines:
            coroutine.close()
        return results

    assert asyncio.run(main()) == [0, 1, 2]
