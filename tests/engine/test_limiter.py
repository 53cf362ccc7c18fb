"""Promises of `ragas.engine.limiter`."""

import asyncio
import threading
import time

import pytest

from ragas.engine.event_loop import run_sync
from ragas.engine.limiter import PAUSE_AFTER, Limiter, Limiters, Slots


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_slots_are_given_in_order() -> None:
    """Those who wait get slots in the order in which they came."""

    async def main() -> list[int]:
        slots = Slots(1)
        order: list[int] = []

        async def use(number: int) -> None:
            await slots.take()
            order.append(number)
            await asyncio.sleep(0)
            slots.give_back()

        await asyncio.gather(*(use(number) for number in range(6)))
        assert slots.taken == 0
        return order

    assert asyncio.run(main()) == list(range(6))


def test_a_cancelled_wait_loses_no_slot() -> None:
    """Whenever a waiting task is cancelled, also in the moment it is served, no slot is lost."""

    async def main() -> None:
        for pauses in range(4):
            slots = Slots(1)
            await slots.take()
            waiting = [asyncio.ensure_future(slots.take()) for _ in range(2)]
            await settle()
            slots.give_back()
            for _ in range(pauses):
                await asyncio.sleep(0)
            waiting[0].cancel()
            await settle()
            if waiting[0].cancelled():
                assert waiting[1].done()
            slots.give_back()
            await settle()
            if not waiting[0].cancelled():
                slots.give_back()
            assert slots.taken == 0, pauses

    asyncio.run(main())


def test_slots_serve_several_loops() -> None:
    """Loops in several threads share one set of slots."""
    slots = Slots(2)
    lock = threading.Lock()
    inside = peak = 0

    async def use() -> None:
        nonlocal inside, peak
        await slots.take()
        with lock:
            inside += 1
            peak = max(peak, inside)
        await asyncio.sleep(0.0005)
        with lock:
            inside -= 1
        slots.give_back()

    async def many() -> None:
        await asyncio.gather(*(use() for _ in range(10)))

    threads = [threading.Thread(target=lambda: asyncio.run(many())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)
    assert slots.taken == 0
    assert peak <= 2


def test_a_limiter_halves_once_and_grows_back() -> None:
    """Refusals of calls under way together halve the cap once; successes bring it back, never above the start."""
    limiter = Limiter(16)
    started = time.monotonic()
    for _ in range(5):
        limiter.overloaded(started)
    assert limiter.size == 1, "nothing was under way, so one at a time is the measure"

    limiter = Limiter(16)

    async def fill() -> None:
        for _ in range(16):
            await limiter.enter()

    asyncio.run(fill())
    for _ in range(5):
        limiter.overloaded(started)
    assert limiter.size == 8
    limiter.overloaded(time.monotonic() + 1)
    assert limiter.size == 4
    for _ in range(100):
        limiter.succeeded()
    assert limiter.size == 16


def test_the_cap_never_falls_below_one() -> None:
    """However often a server refuses, one call at a time goes on."""
    limiter = Limiter(4)
    for second in range(10):
        limiter.overloaded(time.monotonic() + second)
    assert limiter.size == 1


def test_a_pause_holds_all_calls_of_the_model() -> None:
    """After refusals in a row with a waiting time, no call of that model starts before it is over; others do."""

    async def main() -> None:
        limiters = Limiters(4)
        paused, other, gone = (limiters.for_model(name) for name in ("a", "b", "c"))
        begun = time.monotonic()
        for _ in range(PAUSE_AFTER):
            paused.overloaded(begun, retry_after=0.08)
            gone.overloaded(begun, retry_after=3600)
        async with limiters.slot(other):
            pass
        async with limiters.slot(paused):
            assert time.monotonic() - begun >= 0.08

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_pause_is_not_made_shorter() -> None:
    """A refusal that asks for less does not end the pause that an earlier one asked for."""

    async def main() -> None:
        limiters = Limiters(4)
        limiter = limiters.for_model("a")
        begun = time.monotonic()
        for wait in (*[0.08] * PAUSE_AFTER, 0.001):
            limiter.overloaded(begun, retry_after=wait)
        async with limiters.slot(limiter):
            assert time.monotonic() - begun >= 0.08

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_refusal_now_and_then_pauses_nobody_else() -> None:
    """Between successes, a refusal neither lowers the cap nor holds up other calls."""

    async def main() -> None:
        limiter = Limiter(8)
        for _ in range(20):
            limiter.overloaded(time.monotonic(), retry_after=3600)
            limiter.succeeded()
            assert limiter.size == 8
        await limiter.enter()

    asyncio.run(asyncio.wait_for(main(), 10))


def test_the_run_has_one_cap_for_all_models() -> None:
    """Calls of all models together stay within `max_workers`."""

    async def main() -> int:
        limiters = Limiters(3)
        inside = peak = 0

        async def use(model: str) -> None:
            nonlocal inside, peak
            async with limiters.slot(limiters.for_model(model)):
                inside += 1
                peak = max(peak, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(use(model) for model in "abcdefgh" * 3))
        return peak

    assert asyncio.run(main()) == 3


@pytest.mark.parametrize("max_workers", [0, -1])
def test_no_limit(max_workers: int) -> None:
    """0 or less means no limit."""

    async def main() -> int:
        limiters = Limiters(max_workers)
        limiter = limiters.for_model("a")
        inside = peak = 0

        async def use() -> None:
            nonlocal inside, peak
            async with limiters.slot(limiter):
                inside += 1
                peak = max(peak, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(use() for _ in range(100)))
        return peak

    assert asyncio.run(main()) == 100


def test_a_call_inside_a_call_needs_no_second_slot() -> None:
    """A judge that asks another judge of the same run does not wait for the slot it holds itself."""

    async def main() -> bool:
        limiters = Limiters(1)
        async with limiters.slot(limiters.for_model("outer")), limiters.slot(limiters.for_model("inner")):
            return True

    assert asyncio.run(asyncio.wait_for(main(), 10))


def test_a_sync_call_on_the_shared_loop_needs_no_slot() -> None:
    """A sync call made from code on the shared loop does not wait for slots of tasks that stand still meanwhile."""
    limiters = Limiters(1)
    limiter = limiters.for_model("a")

    async def inner() -> str:
        async with limiters.slot(limiter):
            return "done"

    async def main() -> str:
        holding = asyncio.Event()
        release = asyncio.Event()

        async def hold() -> None:
            async with limiters.slot(limiter):
                holding.set()
                await release.wait()

        holder = asyncio.ensure_future(hold())
        await holding.wait()
        result = run_sync(inner())
        release.set()
        await holder
        return result

    assert run_sync(main()) == "done"


def test_lost_calls_do_not_use_up_a_lowered_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that hangs stops counting for the model's cap after a while, though never for the run's."""
    monkeypatch.setattr("ragas.engine.limiter.OUTLIVED", 0.05)

    async def main() -> tuple[bool, bool]:
        limiters = Limiters(2)
        limiter = limiters.for_model("m")
        for second in range(4):
            limiter.overloaded(time.monotonic() + second)
        assert limiter.size == 1
        release = asyncio.Event()

        async def hold() -> None:
            async with limiters.slot(limiter):
                await release.wait()

        async def come_in() -> bool:
            async with limiters.slot(limiter):
                return True

        first = asyncio.ensure_future(hold())
        entered = await asyncio.wait_for(come_in(), 10)
        second_call = asyncio.ensure_future(hold())
        await asyncio.sleep(0.2)
        third = asyncio.ensure_future(come_in())
        await asyncio.sleep(0.1)
        capped = not third.done()
        release.set()
        await asyncio.gather(first, second_call, third)
        assert limiter.under_way == 0
        return entered, capped

    assert asyncio.run(main()) == (True, True)


def test_slow_models_are_given_longer() -> None:
    """What is long depends on how long the model's answers usually take."""
    limiter = Limiter(4)
    assert limiter.patience == 10
    for _ in range(100):
        limiter.succeeded(20.0)
    assert limiter.patience == pytest.approx(100, rel=0.01)
