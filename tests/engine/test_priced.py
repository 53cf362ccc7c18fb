"""Which models have a price, so that a budget can be kept."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.engine.priced import has_price, refuse_unpriced
from ragas.exceptions import ConfigurationError
from ragas.llms.factory import llm_factory
from ragas.llms.judge import Judge


class Asking(Judge):
    """A judge of a user's own that asks another one."""

    def __init__(self, other: Judge) -> None:
        self.other = other

    async def agenerate(self, prompt: Any, response_model: type[Any]) -> Any:
        return await self.other.agenerate(prompt, response_model)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")


@pytest.mark.parametrize(
    ("model", "known"),
    [("openai:gpt-4o-mini", True), ("openai:gpt-99-not-listed", False), ("local", True)],
)
def test_what_has_a_price(model: str, known: bool) -> None:
    """A listed model has one, an unlisted one has none, what runs here costs nothing; so it is for one that asks these."""
    judge = llm_factory(model)
    assert has_price(judge) is known
    assert has_price(Asking(judge)) is known


def test_one_that_asks_two_has_a_price_only_if_both_have() -> None:
    """A second judge of unknown price is not passed over for the first."""
    judge = Asking(llm_factory("openai:gpt-4o-mini"))
    judge.second = llm_factory("openai:gpt-99")  # type: ignore[attr-defined]
    assert not has_price(judge)
    judge.second = llm_factory("openai:gpt-4o")  # type: ignore[attr-defined]
    assert has_price(judge)


def test_the_first_model_without_a_price_is_named() -> None:
    """The error says which one and what to do; models that are not there are passed over."""
    refuse_unpriced([None, llm_factory("openai:gpt-4o-mini")])
    with pytest.raises(ConfigurationError, match=r"price of 'openai:gpt-99' is unknown.* nothing was sent"):
        refuse_unpriced([llm_factory("openai:gpt-4o-mini"), llm_factory("openai:gpt-99")])
