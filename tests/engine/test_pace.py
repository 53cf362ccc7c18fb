"""Promises of `ragas.engine.pace`, and of limits a minute in a run."""

import asyncio
import time

import pytest

from ragas.engine.limiter import Limiters
from ragas.engine.pace import Pace, TokenPace
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import RawReply, Request, Runner
from ragas.engine.usage import Usage
from ragas.exceptions import ConfigurationError


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_shares_are_spread_over_the_minute(clock: list[float]) -> None:
    """120 a minute are one every half second; time in which nothing was asked for earns nothing."""
    pace = Pace(120)
    assert [pace.take() for _ in range(4)] == [0, 0.5, 1.0, 1.5]
    clock[0] += 60
    assert [pace.take(), pace.take(4), pace.take()] == [0, 0.5, 2.5]


def test_tokens_are_counted_when_they_are_known(clock: list[float]) -> None:
    """A call is let through on what is expected, and what it took is what counts."""
    pace = TokenPace(6000)
    assert pace.expected(400) == 100
    assert pace.take(100) == 0
    pace.used(300, 100)
    assert pace.expected(400) == 300
    assert pace.take(300) == pytest.approx(3.0)


async def starts(config: RunConfig, models: list[str]) -> list[float]:
    """When calls started that were all asked for at once."""
    runner = Runner(config)
    began: list[float] = []

    async def send() -> RawReply:
        began.append(time.monotonic())
        await asyncio.sleep(0)
        return RawReply("x", Usage(5, 5))

    requests = [Request("p", "chat", model, {}, str(n)) for n, model in enumerate(models)]
    await asyncio.gather(*(runner.call(one, send, lambda reply: reply.text) for one in requests))
    return [moment - began[0] for moment in began]


def test_requests_a_minute() -> None:
    """Six calls at 1,200 a minute start 50 ms apart, also with 16 workers."""
    began = asyncio.run(starts(RunConfig(requests_per_minute=1200), ["m"] * 6))
    assert all(later >= 0.05 * n - 0.01 for n, later in enumerate(began))


def test_tokens_a_minute() -> None:
    """Ten tokens a call at 12,000 a minute: no more than one call every 50 ms, once that is known."""
    began = asyncio.run(starts(RunConfig(tokens_per_minute=12_000, max_workers=1), ["m"] * 5))
    assert began[4] >= 4 * 0.05 - 0.01


def test_each_model_has_its_own_minute() -> None:
    """One model's pace does not hold up another."""
    began = asyncio.run(starts(RunConfig(requests_per_minute=300), ["a", "b", "c", "d"]))
    assert began[3] < 0.15


def test_a_cancelled_wait_gives_its_slot_back() -> None:
    """Whoever gives up waiting for the pace keeps no slot."""

    async def main() -> None:
        limiters = Limiters(2, requests_per_minute=1)
        limiter = limiters.for_model("m")
        async with limiters.slot(limiter):
            waiting = asyncio.ensure_future(limiter.enter())
            await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.wait((waiting,))
        assert limiter.under_way == 0

    asyncio.run(main())


@pytest.mark.parametrize("name", ["requests_per_minute", "tokens_per_minute"])
@pytest.mark.parametrize("value", [0, -3])
def test_a_rate_is_positive(name: str, value: int) -> None:
    """Nothing a minute is a mistake, told with the name and the value."""
    with pytest.raises(ConfigurationError, match=rf"{name}={value}"):
        RunConfig(**{name: value})
