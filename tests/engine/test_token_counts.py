"""Token counts of every provider's shape."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from ragas.engine.token_counts import token_counts
from ragas.engine.usage import Usage


@pytest.mark.parametrize(
    ("raw", "usage"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 2}, Usage(5, 2)),
        ({"input_tokens": 5, "output_tokens": 2}, Usage(5, 2)),
        ({"prompt_token_count": 120, "candidates_token_count": 30}, Usage(120, 30)),
        ({"promptTokenCount": 120, "candidatesTokenCount": 30}, Usage(120, 30)),
        ({"prompt_eval_count": 7, "eval_count": 3}, Usage(7, 3)),
        ({"total_tokens": 9}, Usage(9)),
        (
            {
                "input_tokens": 5,
                "output_tokens": 2,
                "cache_read_tokens": 4,
                "details": {"reasoning_tokens": 1},
            },
            Usage(5, 2, 4, 1),
        ),
        (
            {
                "prompt_tokens": 5,
                "completion_tokens": 3,
                "prompt_tokens_details": {"cached_tokens": 4},
                "completion_tokens_details": {"reasoning_tokens": 2},
            },
            Usage(5, 3, 4, 2),
        ),
        (SimpleNamespace(input_tokens=5, output_tokens=2, cache_read_input_tokens=3), Usage(8, 2, 3)),
        ({"input_tokens": 5}, Usage(5)),
    ],
)
def test_every_shape_is_read(raw: Any, usage: Usage) -> None:
    """Mappings and objects, with cached and reasoning tokens where they are told."""
    assert token_counts(raw) == usage


@pytest.mark.parametrize(
    "raw", [None, {}, {"input_tokens": 0, "output_tokens": 0}, {"prompt_tokens": None}, "9", 9]
)
def test_what_is_not_told_is_unknown(raw: Any) -> None:
    """None, never 0."""
    assert token_counts(raw) is None


@pytest.mark.parametrize(
    ("raw", "usage"),
    [
        # Anthropic and Bedrock: what the cache gave and took comes on top of the input.
        (
            {
                "input_tokens": 10,
                "cache_read_input_tokens": 200,
                "cache_creation_input_tokens": 30,
                "output_tokens": 5,
            },
            Usage(240, 5, 200, cache_write_tokens=30),
        ),
        (
            {"inputTokens": 10, "cacheReadInputTokens": 200, "cacheWriteInputTokens": 30, "outputTokens": 5},
            Usage(240, 5, 200, cache_write_tokens=30),
        ),
        # Google: thoughts come on top of the answer, the cached part is within the prompt.
        (
            {
                "prompt_token_count": 100,
                "candidates_token_count": 20,
                "thoughts_token_count": 50,
                "cached_content_token_count": 60,
            },
            Usage(100, 70, 60, 50),
        ),
        (
            {
                "promptTokenCount": 100,
                "candidatesTokenCount": 20,
                "thoughtsTokenCount": 50,
                "cachedContentTokenCount": 60,
                "toolUsePromptTokenCount": 7,
            },
            Usage(107, 70, 60, 50),
        ),
        ({"prompt_token_count": 100, "thoughts_token_count": 50}, Usage(100, 50, 0, 50)),
        # A gateway that speaks OpenAI's form has added them up already.
        (
            {
                "prompt_tokens": 240,
                "cache_read_input_tokens": 200,
                "cache_creation_input_tokens": 30,
                "completion_tokens": 5,
            },
            Usage(240, 5, 200, cache_write_tokens=30),
        ),
    ],
)
def test_nothing_that_is_paid_is_left_out_or_counted_twice(raw: Any, usage: Usage) -> None:
    """Input holds the cached tokens and output the thoughts, however the provider splits them."""
    assert token_counts(raw) == usage


@pytest.mark.parametrize(
    ("reply", "usage"),
    [
        (SimpleNamespace(usage=SimpleNamespace(prompt_tokens=5, completion_tokens=2)), Usage(5, 2)),
        ({"usage_metadata": {"prompt_token_count": 120, "candidates_token_count": 30}}, Usage(120, 30)),
        ({"usage": {"billed_units": {"input_tokens": 5, "output_tokens": 2}}}, Usage(5, 2)),
        ({"inputTokenCount": 5, "outputTokenCount": 2}, Usage(5, 2)),
        (
            {  # LangChain's shape of Anthropic's usage: all is within input_tokens
                "input_tokens": 350,
                "output_tokens": 20,
                "total_tokens": 370,
                "input_token_details": {"cache_read": 100, "ephemeral_5m_input_tokens": 200},
                "output_token_details": {"reasoning": 8},
            },
            Usage(350, 20, 100, 8, cache_write_tokens=200),
        ),
        (
            {  # Anthropic's own, with the writes once as a sum and once by age
                "input_tokens": 10,
                "output_tokens": 5,
                "cache_creation_input_tokens": 30,
                "cache_creation": {"ephemeral_5m_input_tokens": 30},
            },
            Usage(40, 5, cache_write_tokens=30),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 5, "prompt_cache_hit_tokens": 60},
            Usage(100, 5, 60),
        ),
        ({"prompt_tokens": 100, "completion_tokens": 5, "cost": 0.0012}, Usage(100, 5, cost=0.0012)),
        ({"prompt_tokens": 100, "completion_tokens": 5, "cost": 0}, Usage(100, 5)),
    ],
)
def test_whole_replies_and_details_are_read(reply: Any, usage: Usage) -> None:
    """Counts are found inside a reply; what the provider's cache gave and took is told apart, and a stated price kept."""
    assert token_counts(reply) == usage


def test_an_object_with_every_attribute_tells_nothing() -> None:
    """A stand-in whose attributes are stand-ins is no usage, and no endless search."""
    assert token_counts(MagicMock()) is None


@pytest.mark.parametrize("wrong", [-1, float("nan"), float("inf"), True, "12"])
def test_a_count_that_cannot_be_one_is_unknown(wrong: Any) -> None:
    """A negative or otherwise impossible number of tokens does not reach the price."""
    assert token_counts({"input_tokens": wrong, "output_tokens": wrong}) is None
    assert token_counts({"input_tokens": wrong, "output_tokens": 3}) == Usage(None, 3)


@pytest.mark.parametrize("wrong", [-1, float("nan"), float("inf"), 10**400, 1e300, True, "5"])
def test_what_cannot_be_a_count_tells_nothing(wrong: Any) -> None:
    """A count no reply has is unknown, and so is such a price; nothing raises."""
    found = token_counts({"prompt_tokens": wrong, "completion_tokens": 2, "cost": wrong})
    assert found is not None
    assert (found.input_tokens, found.output_tokens) == (None, 2)
    assert found.cost is None or wrong is True


def test_counts_of_numpy() -> None:
    """A count that numpy made is one."""
    import numpy as np

    assert token_counts({"prompt_tokens": np.int64(5), "completion_tokens": np.int64(2)}) == Usage(5, 2)
