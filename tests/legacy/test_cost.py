"""`ragas.cost`: parsers and the callback handler of the first generation."""

from __future__ import annotations

from types import SimpleNamespace as Made
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, Generation, LLMResult

from ragas import cost
from ragas.cost import (
    CostCallbackHandler,
    TokenUsage,
    get_token_usage_for_anthropic,
    get_token_usage_for_azure_ai,
    get_token_usage_for_bedrock,
    get_token_usage_for_openai,
)


def of_output(**output: Any) -> LLMResult:
    return LLMResult(generations=[[Generation(text="x")]], llm_output=output or None)


def of_messages(*metadata: dict[str, Any]) -> LLMResult:
    messages = [AIMessage(content="x", response_metadata=one) for one in metadata]
    return LLMResult(generations=[[ChatGeneration(message=one, text="x")] for one in messages])


def test_names() -> None:
    """All names of 0.4.3 are there."""
    assert set(cost.__all__) <= set(dir(cost))
    assert cost.TokenUsageParser is not None


@pytest.mark.parametrize(
    ("parser", "result", "usage"),
    [
        (
            get_token_usage_for_openai,
            of_output(token_usage={"prompt_tokens": 10, "completion_tokens": 4}, model_name="gpt-4o"),
            TokenUsage(10, 4, "gpt-4o"),
        ),
        (get_token_usage_for_openai, of_output(), TokenUsage(0, 0)),
        (
            get_token_usage_for_azure_ai,
            of_output(token_usage={"input_tokens": 10, "output_tokens": 4}, model_name="m"),
            TokenUsage(10, 4, "m"),
        ),
        (
            get_token_usage_for_anthropic,
            of_messages({"usage": {"input_tokens": 9, "output_tokens": 12}, "model": "claude-3-opus"}),
            TokenUsage(9, 12, "claude-3-opus"),
        ),
        (
            get_token_usage_for_anthropic,
            of_messages(*[{"usage": {"input_tokens": 9, "output_tokens": 12}, "model": "claude"}] * 2),
            TokenUsage(18, 24, "claude"),
        ),
        (
            get_token_usage_for_bedrock,
            of_messages({"usage": {"prompt_tokens": 10, "completion_tokens": 4}, "model_id": "us.claude"}),
            TokenUsage(10, 4, "us.claude"),
        ),
        (
            get_token_usage_for_openai,
            Made(
                generations=[
                    Made(
                        message=AIMessage(
                            "x", usage_metadata={"input_tokens": 5, "output_tokens": 2, "total_tokens": 7}
                        )
                    )
                ],
                llm_output=None,
            ),
            TokenUsage(5, 2),
        ),
    ],
)
def test_parsers(parser: Any, result: Any, usage: TokenUsage) -> None:
    """Each reads its provider's shape, with the model's name; several prompts are added up, also for Anthropic and Bedrock."""
    assert parser(result) == usage


def handler(*usages: TokenUsage) -> CostCallbackHandler:
    waiting = list(usages)
    made = CostCallbackHandler(lambda _: waiting.pop(0))
    for _ in usages:
        made.on_llm_end(of_output())
    return made


def test_one_model() -> None:
    """Calls of one model are one sum; 25,097 in and 3,757 out at 5 and 15 dollars a million are 0.18184."""
    made = handler(TokenUsage(25_000, 3_700, "m"), TokenUsage(97, 57, "m"))
    assert made.total_tokens() == TokenUsage(25_097, 3_757, "m")
    assert made.total_cost(cost_per_input_token=5 / 1e6, cost_per_output_token=15 / 1e6) == pytest.approx(
        0.18184
    )
    assert made.total_cost(1e-6) == pytest.approx(0.028854)
    assert made.total_cost(per_model_costs={"m": (5e-6, 15e-6)}) == pytest.approx(0.18184)
    assert made.total_cost(1.0, 1.0, {"m": (5e-6, 15e-6)}) == pytest.approx(0.18184)


def test_several_models() -> None:
    """Each model has its sum and its price; one without a price is an error, not 0."""
    made = handler(TokenUsage(100, 10, "a"), TokenUsage(200, 20, "b"), TokenUsage(1, 1, "a"))
    assert made.total_tokens() == [TokenUsage(101, 11, "a"), TokenUsage(200, 20, "b")]
    assert made.total_cost(per_model_costs={"a": (1.0, 2.0), "b": (0.1, 0.1)}) == pytest.approx(145.0)
    assert made.total_cost(1.0) == pytest.approx(332.0)
    with pytest.raises(ValueError, match="no price for 'b'"):
        made.total_cost(per_model_costs={"a": (1.0, 2.0)})


def test_missing_prices() -> None:
    """No price at all, and a price for output alone, are errors."""
    made = handler(TokenUsage(1, 1, "a"))
    with pytest.raises(ValueError, match="No prices"):
        made.total_cost()
    with pytest.raises(ValueError, match="cost_per_input_token"):
        made.total_cost(cost_per_output_token=1.0)


def test_unknown_is_not_zero() -> None:
    """Calls that told nothing are said so; nothing but these is an error, never 0."""
    made = handler(TokenUsage(100, 10, "a"), TokenUsage(0, 0))
    with pytest.warns(UserWarning, match="1 of 2 calls told no tokens"):
        assert made.total_tokens() == TokenUsage(100, 10, "a")
    with pytest.raises(ValueError, match="1 calls ended and the parser found no usage"):
        handler(TokenUsage(0, 0)).total_tokens()
    with pytest.raises(ValueError, match="no call has ended"):
        CostCallbackHandler(get_token_usage_for_openai).total_cost(1.0)


def test_langchain_takes_it_as_a_callback() -> None:
    """A LangChain model tells the handler of its replies."""
    usage = {"input_tokens": 120, "output_tokens": 30, "total_tokens": 150}
    reply = AIMessage("yes", usage_metadata=usage, response_metadata={"model_name": "m"})  # type: ignore[arg-type]  # a plain dict will do
    made = CostCallbackHandler(get_token_usage_for_openai)
    GenericFakeChatModel(messages=iter([reply] * 2)).invoke("hello", config={"callbacks": [made]})  # type: ignore[list-item]  # duck-typed
    assert made.total_tokens().input_tokens == 120  # type: ignore[union-attr]  # one model


def test_counts_that_cannot_be_are_unknown() -> None:
    """A parser that tells -5, no number or a count beyond all measure spoils no sum."""
    assert get_token_usage_for_openai(
        of_output(token_usage={"prompt_tokens": 10**400, "completion_tokens": 4})
    ) == TokenUsage(0, 4)
    told = iter([TokenUsage(-5, 1, "m"), TokenUsage(float("nan"), -1, "m"), TokenUsage(2, 1, "m")])  # type: ignore[arg-type]
    handler = CostCallbackHandler(lambda _: next(told))
    for _ in range(3):
        handler.on_llm_end(of_output())
    assert handler.unknown_calls == 1
    with pytest.warns(UserWarning, match="1 of 3 calls told no tokens"):
        assert handler.total_tokens() == TokenUsage(2, 2, "m")


@pytest.mark.parametrize("rate", [-1, float("nan"), float("inf")])
def test_prices_that_are_none(rate: float) -> None:
    """A price below 0 or no number is refused, for tokens in and out."""
    with pytest.raises(ValueError, match="at least 0"):
        TokenUsage(1, 1).cost(rate)
    with pytest.raises(ValueError, match="at least 0"):
        TokenUsage(1, 1).cost(1e-6, rate)
