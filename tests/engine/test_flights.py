"""Promises of `ragas.engine.flights`."""

import asyncio

import pytest

from ragas.engine.flights import Flights


def test_made_once_for_all_who_wait() -> None:
    """Those who ask while it is being made get the same result; exactly one is told it is the first."""

    async def main() -> tuple[int, list[tuple[int, bool]]]:
        flights: Flights[int] = Flights(remember=0)
        made = 0
        go = asyncio.Event()

        async def make() -> int:
            nonlocal made
            made += 1
            await go.wait()
            return 7

        asking = [asyncio.ensure_future(flights.share("k", make)) for _ in range(5)]
        await asyncio.sleep(0)
        go.set()
        results = list(await asyncio.gather(*asking))
        return made, results

    made, results = asyncio.run(main())
    assert made == 1
    assert [value for value, _ in results] == [7] * 5
    assert [first for _, first in results].count(True) == 1


@pytest.mark.parametrize(("remember", "made"), [(0, 4), (1, 4), (2, 3), (8, 2)])
def test_finished_results_are_remembered_up_to_a_number(remember: int, made: int) -> None:
    """The last finished results are kept, the one not asked for the longest goes first."""
    count = 0

    async def make() -> int:
        nonlocal count
        count += 1
        return count

    async def main() -> None:
        flights: Flights[int] = Flights(remember)
        for key in "aba" if remember == 2 else "abab":
            await flights.share(key, make)
        if remember == 2:
            await flights.share("c", make)  # "b" goes: "a" was used since
            assert (await flights.share("a", make))[1] is False

    asyncio.run(main())
    assert count == made


def test_heavy_results_are_not_hoarded() -> None:
    """What is remembered stays within a weight, and a result that takes much of it alone is not kept at all."""

    async def main() -> list[str]:
        flights: Flights[str] = Flights(remember=1000, weigh=len, budget=160)

        async def made(text: str) -> bool:
            async def make() -> str:
                return text

            return (await flights.share(text, make))[1]

        for text in [*(f"{n:010d}" for n in range(20)), "heavy" * 10]:
            await made(text)
        return [text for text in [*(f"{n:010d}" for n in range(20)), "heavy" * 10] if not await made(text)]

    kept = asyncio.run(main())
    assert "heavy" * 10 not in kept
    assert len(kept) <= 16


def test_failures_are_not_remembered() -> None:
    """A failure reaches all who wait, and the next one tries afresh."""

    async def main() -> None:
        flights: Flights[int] = Flights(remember=8)
        outcomes: list[int | Exception] = [ValueError("bad"), 3]

        async def make() -> int:
            await asyncio.sleep(0)
            outcome = outcomes.pop(0)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        both = await asyncio.gather(*(flights.share("k", make) for _ in range(2)), return_exceptions=True)
        assert all(isinstance(outcome, ValueError) for outcome in both)
        assert await flights.share("k", make) == (3, True)

    asyncio.run(main())


def test_one_who_leaves_does_not_stop_the_others() -> None:
    """When the one who asked first is cancelled, the others still get the result."""

    async def main() -> None:
        flights: Flights[int] = Flights(remember=0)
        go = asyncio.Event()

        async def make() -> int:
            await go.wait()
            return 1

        first = asyncio.ensure_future(flights.share("k", make))
        second = asyncio.ensure_future(flights.share("k", make))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        go.set()
        assert (await second)[0] == 1
        assert first.cancelled()

    asyncio.run(main())


def test_when_all_leave_it_is_cancelled() -> None:
    """When nobody waits any more the work is cancelled, and the next one who asks starts it anew."""

    async def main() -> None:
        flights: Flights[int] = Flights(remember=0)
        ended = asyncio.Event()

        async def hang() -> int:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()
            return 0

        async def quick() -> int:
            return 2

        asking = [asyncio.ensure_future(flights.share("k", hang)) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        assert await flights.share("k", quick) == (2, True)
        await asyncio.wait_for(ended.wait(), 10)

    asyncio.run(main())


def test_several_loops() -> None:
    """A second event loop never waits for tasks of the first, and sees its finished results."""
    flights: Flights[str] = Flights(remember=8)

    async def make() -> str:
        await asyncio.sleep(0)
        return "made"

    assert asyncio.run(flights.share("k", make)) == ("made", True)
    assert asyncio.run(flights.share("k", make)) == ("made", False)
