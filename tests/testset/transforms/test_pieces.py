"""Texts in pieces of so many tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.engine.token_estimate import estimated_tokens
from ragas.testset.transforms.pieces import pieces


@given(st.text(max_size=300), st.integers(1, 40))
def test_pieces_are_the_text(text: str, most: int) -> None:
    """Put together the pieces are the text, and none is empty."""
    cut = pieces(text, most)
    assert "".join(cut) == text
    assert all(cut)


@given(st.text("ab cdé\n.中", max_size=400), st.integers(3, 40))
def test_pieces_are_not_longer_than_asked(text: str, most: int) -> None:
    """No piece is estimated to have more tokens than asked, but for rounding."""
    assert all(estimated_tokens(piece) <= most + 1 for piece in pieces(text, most))


def test_words_stay_whole() -> None:
    """A piece ends after a space where there is one."""
    assert pieces("The pier is four hundred metres long.", 4) == ["The pier is four ", "hundred metres long."]
    assert pieces("", 5) == []


def test_a_tokenizer_counts_exactly() -> None:
    """With a tokenizer each piece holds just so many of its tokens."""

    class Letters:
        def encode(self, text: str) -> list[str]:
            return list(text)

        def decode(self, tokens: list[str]) -> str:
            return "".join(tokens)

    assert pieces("abcdefg", 3, Letters()) == ["abc", "def", "g"]


def test_no_tokens_is_no_limit() -> None:
    """A limit below 1 is refused."""
    with pytest.raises(ValueError, match="at least 1, not 0"):
        pieces("text", 0)
