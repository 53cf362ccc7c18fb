"""The columns of a sample as a judge reads them."""

from __future__ import annotations

import pytest

from ragas.exceptions import EmptyInputError
from ragas.messages import HumanMessage
from ragas.metrics.blocks import blocks


def test_only_columns_with_something_to_say_are_shown() -> None:
    """Missing and blank columns and items are left out."""
    assert blocks("m", user_input="q", response=" ", retrieved_contexts=["", "c"], reference=None) == {
        "question": "q",
        "retrieved context": ["c"],
    }


def test_a_sample_of_blank_columns_is_refused() -> None:
    """Where nothing is left to judge there is no prompt."""
    with pytest.raises(EmptyInputError, match="m: every column is empty"):
        blocks("m", user_input=" ", response=None, retrieved_contexts=["", " "])


def test_conversations_are_told_line_by_line() -> None:
    """Messages of ours and of chat APIs."""
    found = blocks("m", user_input=[HumanMessage(content="q"), {"role": "assistant", "content": "a"}])
    assert found == {"conversation": "Human: q\nAI: a"}
