"""`TokenUsage`, and what the usage of a run comes to in it."""

from __future__ import annotations

import pytest

from ragas.exceptions import InputError
from ragas.schema.token_usage import TokenUsage, cost_of, tokens_of


def test_one_judge_is_one_sum() -> None:
    """The tokens of the judge with its name; those of embeddings, which cost otherwise, are not mixed in."""
    usage = {
        "input_tokens": 150,
        "output_tokens": 30,
        "by_model": {
            "gpt-4o": {"input_tokens": 120, "output_tokens": 30, "judge_calls": 2},
            "text-embedding-3-small": {"input_tokens": 30, "output_tokens": 0, "judge_calls": 0},
        },
    }
    assert tokens_of(usage) == TokenUsage(120, 30, "gpt-4o")


def test_several_judges_are_a_list() -> None:
    """One entry a model."""
    told = {"input_tokens": 1, "output_tokens": 2, "judge_calls": 1}
    assert tokens_of({"by_model": {"a": told, "b": told}}) == [TokenUsage(1, 2, "a"), TokenUsage(1, 2, "b")]


def test_unknown_stays_unknown() -> None:
    """No tokens have no price; what is known of some is priced."""
    nothing = tokens_of({"by_model": {"a": {"input_tokens": None, "output_tokens": None, "judge_calls": 3}}})
    assert nothing == TokenUsage(None, None, "a")
    assert cost_of(nothing, 1.0) is None
    assert cost_of([TokenUsage(None, None, "a"), TokenUsage(3, 0, "b")], 2.0) == 6.0
    assert TokenUsage(None, None) + TokenUsage(3, None) == TokenUsage(3, None)
    with pytest.raises(ValueError, match="No tokens of 'm' are known"):
        TokenUsage(None, None, "m").cost(1.0)


def test_tokens_are_a_pydantic_model() -> None:
    """They are dumped, made into a dict and read back, as in earlier versions; positions work, too."""
    tokens = TokenUsage(3, 1, "m")
    assert tokens.model_dump() == dict(tokens) == {"input_tokens": 3, "output_tokens": 1, "model": "m"}
    assert TokenUsage.model_validate(tokens.model_dump()) == tokens
    assert TokenUsage.model_validate_json(tokens.model_dump_json()) == tokens
    assert repr(tokens) == "TokenUsage(input_tokens=3, output_tokens=1, model='m')"


def test_prices_by_hand() -> None:
    """25,097 input and 3,757 output tokens at 5 and 15 dollars a million are 0.18184 dollars."""
    tokens = TokenUsage(25_097, 3_757, "m")
    assert cost_of(tokens, 5e-6, 15e-6) == pytest.approx(0.18184)
    assert cost_of(tokens, per_model={"m": (5e-6, 15e-6)}) == pytest.approx(0.18184)
    assert cost_of(tokens, per_model={"m": 1e-6}) == pytest.approx(0.028854)


def test_a_model_without_a_price_is_an_error() -> None:
    """It is named, and never counted as 0."""
    both = [TokenUsage(1, 1, "a"), TokenUsage(1, 1, "b")]
    with pytest.raises(InputError, match="no price for 'b' in per_model_costs, which has a"):
        cost_of(both, 1.0, 1.0, {"a": (1.0, 1.0)})
    with pytest.raises(InputError, match="none for input"):
        cost_of(both, None, 1.0)
