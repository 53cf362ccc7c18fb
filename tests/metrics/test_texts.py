"""Texts as metrics without a judge take them."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.metrics.inputs import inputs_of
from ragas.metrics.texts import AnyText, is_unspaced, require_texts, same_words, spaced


def test_an_empty_text_passes_the_input_check() -> None:
    """A parameter of type AnyText takes an empty text, where one of type str does not."""

    class Metric:
        async def ascore(self, response: AnyText, user_input: str) -> Any: ...

    assert [one.is_text for one in inputs_of(Metric)] == [False, True]


def test_what_is_not_a_text_is_refused() -> None:
    """The message names metric, column and value."""
    require_texts("m", response="")
    with pytest.raises(InputError, match="m: 'response' must be a text, not int 3"):
        require_texts("m", response=3)


def test_spacing_does_not_make_another_text() -> None:
    """Texts are the same words whatever blanks stand between."""
    assert same_words(" a  b\n", "a b")
    assert same_words("", " ")
    assert not same_words("a b", "ab")


def test_scripts_without_blanks_are_spaced() -> None:
    """Chinese, Japanese and Thai characters get blanks around them; other scripts stay."""
    assert spaced("你好 abc").split() == ["你", "好", "abc"]
    assert len(spaced("ひらがな").split()) == 4
    assert spaced("naïve мир हिन्दी 한국어") == "naïve мир हिन्दी 한국어"
    assert is_unspaced("ไ")
    assert not is_unspaced("a")
