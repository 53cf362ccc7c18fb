"""Promises of `ragas.engine.usage`: one call's usage, prices and the ledger."""

import asyncio

import pytest
from genai_prices import Usage as Tokens
from genai_prices import calc_price

from ragas.cost import TokenUsage
from ragas.engine.usage import Cell, Ledger, Totals, Usage, current_cell, price, use_cell


def test_usage_adds_what_is_known() -> None:
    """Known parts add up; calls that told nothing are counted, and never make it 0."""
    known, unknown = Usage(120, 30, cached_tokens=20), Usage()
    assert known + known == Usage(240, 60, cached_tokens=40, requests=2)
    assert unknown + unknown == Usage(requests=2, unknown_requests=2)
    mixed = known + unknown + unknown
    assert (mixed.input_tokens, mixed.output_tokens, mixed.requests, mixed.unknown_requests) == (
        120,
        30,
        3,
        2,
    )
    assert (Usage(cost=0.5) + Usage(cost=0.25)).cost == 0.75


@pytest.mark.parametrize(
    ("model", "provider"),
    [("gpt-4o-mini", "openai"), ("claude-sonnet-4-5", "anthropic"), ("gemini-2.5-pro", "google-gla")],
)
@pytest.mark.parametrize("tokens", [(1000, 20, 0), (300_000, 500, 100_000)])
def test_price_is_the_tables_price(model: str, provider: str, tokens: tuple[int, int, int]) -> None:
    """Prices are those of the price table, cached tokens and steps included."""
    read, written, cached = tokens
    table = calc_price(
        Tokens(input_tokens=read, output_tokens=written, cache_read_tokens=cached),
        model_ref=model,
        provider_id=provider.removesuffix("-gla"),
    )
    assert price(model, provider, Usage(read, written, cached_tokens=cached)) == pytest.approx(
        float(table.total_price)
    )


@pytest.mark.parametrize("tokens", [(10_000, 500, 2_000, 6_000), (250_000, 500, 100_000, 60_000)])
@pytest.mark.parametrize("model", ["claude-sonnet-4-5", "claude-haiku-4-5"])
def test_what_the_cache_took_has_its_own_price(model: str, tokens: tuple[int, int, int, int]) -> None:
    """Tokens written to the provider's cache cost more than plain input, those read from it less."""
    read, written, cached, kept = tokens
    table = calc_price(
        Tokens(input_tokens=read, output_tokens=written, cache_read_tokens=cached, cache_write_tokens=kept),
        model_ref=model,
        provider_id="anthropic",
    )
    usage = Usage(read, written, cached, cache_write_tokens=kept)
    assert price(model, "anthropic", usage) == pytest.approx(float(table.total_price))


def test_prices_by_hand() -> None:
    """Haiku 4.5 at 1 dollar a million in, 0.10 from the cache, 1.25 into it, 5 out: 1,000 of each are 0.00735 dollars."""
    usage = Usage(3000, 1000, cached_tokens=1000, cache_write_tokens=1000)
    assert price("claude-haiku-4-5", "anthropic", usage) == pytest.approx(0.00735)


@pytest.mark.parametrize(
    ("model", "provider", "same"),
    [
        ("gpt-4o-mini", "langchain", "openai"),
        ("claude-haiku-4-5", "llama-index", "anthropic"),
        ("gemini-2.5-pro", "text", "google"),
        ("eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "langchain", "bedrock"),
    ],
)
def test_a_model_behind_a_library_costs_what_its_maker_asks(model: str, provider: str, same: str) -> None:
    """LangChain and the like call somebody's model: its name says whose price holds."""
    usage = Usage(1000, 100)
    assert price(model, provider, usage) == price(model, same, usage) is not None


@pytest.mark.parametrize("model", ["gpt-oss:20b", "llama3.1", "mistral", "my-model"])
def test_a_model_anybody_can_run_has_no_price_of_its_own(model: str) -> None:
    """Where only the library is known, an open model may run anywhere, for free or not: unknown."""
    assert price(model, "langchain", Usage(1000, 100)) is None


def test_unknown_prices_are_none() -> None:
    """An unknown model, provider or number of tokens has no price; a stated cost is taken as it is."""
    assert price("no-such-model", "openai", Usage(10, 10)) is None
    assert price("gpt-4o-mini", "no-such-provider", Usage(10, 10)) is None
    assert price("gpt-4o-mini", "openai", Usage()) is None
    assert price("", "", Usage(10, 10)) is None
    assert price("no-such-model", "x", Usage(10, 10, cost=0.25)) == 0.25


def test_known_and_unknown_calls() -> None:
    """Two known calls give the sum; none known gives None; a mixture says how many are not."""
    ledger = Ledger()
    assert ledger.total() == Totals()
    ledger.record("m", "p", None)
    assert ledger.total().input_tokens is None
    ledger.record("m", "p", Usage(120, 30))
    ledger.record("m", "p", Usage(120, 30))
    total = ledger.total()
    assert (total.calls, total.unknown_calls, total.input_tokens, total.output_tokens) == (3, 1, 240, 60)
    assert total.cost is None
    assert total.unpriced_calls == 3


def test_calls_are_booked_to_the_cell() -> None:
    """Calls belong to the metric, row and model they were made for, also in tasks run side by side."""
    ledger = Ledger()

    async def work(row: int, metric: str) -> None:
        with use_cell(row, metric):
            await asyncio.sleep(0)
            ledger.record("gpt-4o-mini", "openai", Usage(1000, 100))
            if metric == "b":
                ledger.record("text-embedding-3-small", "openai", Usage(500, 0), kind="embedding")

    async def main() -> None:
        await asyncio.gather(*(work(row, metric) for row in range(3) for metric in "ab"))

    asyncio.run(main())
    assert current_cell.get() is None
    ledger.record("gpt-4o-mini", "openai", Usage(1, 1))
    assert ledger.total().calls == 10
    assert ledger.total().judge_calls == 7
    assert ledger.total().embedding_calls == 3
    assert {name: totals.calls for name, totals in ledger.by_metric().items()} == {"a": 3, "b": 6, "": 1}
    assert {name: totals.calls for name, totals in ledger.by_model().items()} == {
        "gpt-4o-mini": 7,
        "text-embedding-3-small": 3,
    }
    assert ledger.by_cell(1, "a").calls == 1
    assert ledger.by_cell(99, "a") == Totals()
    assert ledger.by_metric()["a"].cost == pytest.approx(3 * (1000 * 0.15e-6 + 100 * 0.6e-6))
    assert Cell(1, "a") == Cell(1, "a")


def test_cached_calls_cost_nothing() -> None:
    """Cached calls are counted apart, without tokens."""
    ledger = Ledger()
    ledger.record("gpt-4o-mini", "openai", Usage(1000, 100), cached=True)
    total = ledger.total()
    assert (total.calls, total.cached_calls, total.input_tokens, total.cost) == (0, 1, None, None)


def test_a_deployment_is_priced_as_its_model() -> None:
    """A call booked under a deployment's name is priced by the model that answered."""
    ledger = Ledger()
    ledger.record("our-deployment", "azure", Usage(1000, 0), priced_as="gpt-4o-mini")
    assert ledger.by_model()["our-deployment"].cost == pytest.approx(1000 * 0.15e-6)


def test_stated_and_tabled_costs_add_up() -> None:
    """Costs a provider states and costs from the table are added, and what has no price is counted."""
    ledger = Ledger()
    ledger.record("gpt-4o-mini", "openai", Usage(1000, 0))
    ledger.record("gpt-4o-mini", "openai", Usage(1000, 0, cost=1.0))
    ledger.record("mystery", "openai", Usage(1000, 0))
    total = ledger.total()
    assert total.cost == pytest.approx(1.00015)
    assert total.unpriced_calls == 1
    assert total.to_dict()["input_tokens"] == 3000


def test_token_usage() -> None:
    """`TokenUsage` adds for one model, refuses two, and has a price."""
    one = TokenUsage(10, 5, "m")
    assert one + TokenUsage(input_tokens=1, output_tokens=2, model="m") == TokenUsage(11, 7, "m")
    assert one.cost(0.1) == pytest.approx(1.5)
    assert one.cost(0.1, 0.2) == pytest.approx(2.0)
    assert not one.is_same_model(TokenUsage(1, 1, "n"))
    with pytest.raises(ValueError, match="'m' and 'n'"):
        one + TokenUsage(1, 1, "n")
