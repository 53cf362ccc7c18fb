"""A limit on what a run may cost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.engine.budget import Budget
from ragas.engine.request import RawReply, Request
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


@pytest.mark.parametrize("amount", [0, -1, True, "5", float("nan")])
def test_a_budget_is_a_positive_number(amount: Any) -> None:
    """Anything else is refused before a run begins."""
    with pytest.raises(ConfigurationError, match="positive number"):
        Budget(amount)
