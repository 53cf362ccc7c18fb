"""Token counts of every provider's shape."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

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
        (SimpleNamespace(input_tokens=5, output_tokens=2, cache_read_input_tokens=3), Usage(5, 2, 3)),
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
