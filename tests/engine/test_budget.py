"""A limit on what a run may cost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.engine.budget import Budget
from ragas.engine.request import RawReply, Request
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.engine.tokens import Usage
from ragas.exceptions import BudgetSpentError, ConfigurationError


def call(runner: Runner, number: int, model: str = "gpt-4o-mini", usage: Usage | None = None) -> Any:
    """One call of a million tokens."""
    request = Request("openai", "chat", model, {}, [f"{number}"])

    async def send() -> RawReply:
        return RawReply("x", usage or Usage(1_000_000, 0))

    return asyncio.run(runner.call(request, send, lambda reply: reply.text))


def test_nothing_is_sent_once_the_budget_is_spent() -> None:
    """At 0.15 dollars a call, a budget of 0.25 lets two through."""
    runner = Runner(budget=Budget(0.25))
    assert [call(runner, number) for number in range(2)] == ["x", "x"]
    with pytest.raises(BudgetSpentError, match=r"budget of \$0.25 is spent \(\$0.3000\)"):
        call(runner, 2)
    assert runner.stats.sent == 2


def test_what_is_at_hand_is_still_given() -> None:
    """An answer that was paid already costs nothing."""
    runner = Runner(budget=Budget(0.1))
    call(runner, 0)
    assert call(runner, 0) == "x"


def test_a_model_without_a_price_stops_the_run() -> None:
    """A limit that cannot be kept is not passed over in silence."""
    runner = Runner(budget=Budget(1))
    call(runner, 0, model="home-made")
    with pytest.raises(BudgetSpentError, match="price of 'home-made' is unknown"):
        call(runner, 1, model="home-made")


@pytest.mark.parametrize("workers", [1, 4])
def test_no_more_than_the_calls_under_way_go_beyond_it(workers: int) -> None:
    """Of a hundred calls asked for at once, `max_workers` are sent, and each of the others is told what these cost."""
    runner = Runner(RunConfig(max_workers=workers), budget=Budget(1e-6))

    async def answer(number: int) -> str:
        async def send() -> RawReply:
            await asyncio.sleep(0.002 * (1 + number % workers))
            return RawReply("x", Usage(100, 0))

        request = Request("openai", "chat", "gpt-4o-mini", {}, [f"{number}"])
        return await runner.call(request, send, lambda reply: reply.text)

    async def all_of_them() -> list[str | BaseException]:
        return await asyncio.gather(*map(answer, range(100)), return_exceptions=True)

    answers = asyncio.run(all_of_them())
    assert runner.stats.sent == answers.count("x") == workers
    spent = {1: "0.000015", 4: "0.00006"}[workers]
    assert {str(one) for one in answers if isinstance(one, BudgetSpentError)} == {
        f"The budget of $0.000001 is spent (${spent}); this cell was not asked for. Resume the run with a larger one."
    }


def test_a_call_that_failed_is_not_sent_again_without_money() -> None:
    """A retry is a call, too."""
    runner = Runner(RunConfig(max_workers=1, max_wait=0), budget=Budget(0.1))

    async def fails() -> RawReply:
        runner.budget.pay(1.0, "gpt-4o-mini")  # type: ignore[union-attr]  # what others spend meanwhile
        raise ConnectionError

    with pytest.raises(BudgetSpentError):
        asyncio.run(runner.call(Request("openai", "chat", "gpt-4o-mini", {}, []), fails, lambda reply: reply))
    assert runner.stats.sent == 1


def test_a_judge_that_asks_through_the_run_does_not_wait_for_itself() -> None:
    """A foreign judge whose own call is refused gets the refusal at once."""
    runner = Runner(budget=Budget(0.1))
    runner.budget.pay(0.05, "gpt-4o-mini")  # type: ignore[union-attr]

    async def foreign() -> str:
        runner.budget.pay(1.0, "gpt-4o-mini")  # type: ignore[union-attr]
        request = Request("openai", "chat", "gpt-4o-mini", {}, [])

        async def send() -> RawReply:
            return RawReply("x", Usage(1, 0))

        return await runner.call(request, send, lambda reply: reply.text)

    with pytest.raises(BudgetSpentError):
        asyncio.run(asyncio.wait_for(runner.guard(None, foreign), 5))


@pytest.mark.parametrize("amount", [0, -1, True, "5", float("nan")])
def test_a_budget_is_a_positive_number(amount: Any) -> None:
    """Anything else is refused before a run begins."""
    with pytest.raises(ConfigurationError, match="positive number"):
        Budget(amount)


def test_what_runs_on_this_machine_costs_nothing() -> None:
    """The embedded judge and the packaged embeddings neither spend a budget nor end it."""

    async def embed() -> list[list[float]]:
        return [[1.0]]

    async def run(runner: Runner) -> None:
        for number in range(3):
            await runner.guard(number, embed, model="local:bge-small-en-v1.5", kind="embedding")

    runner = Runner(budget=Budget(0.2))
    asyncio.run(run(runner))
    assert call(runner, 0) == "x"
    assert runner.ledger.total().embedding_calls == 3
    assert runner.ledger.total().judge_calls == 1
