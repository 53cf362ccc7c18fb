"""Texts as metrics without a judge take them: any text counts, the empty one too."""

from __future__ import annotations

import re
from typing import Any, Literal

from ragas.exceptions import InputError

AnyText = str | Literal[""]
"""A text that may be empty: nothing was answered, which is a result. (A blank `str` input is not applicable.)"""

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u2e80-\u2fff\u3000-\u30ff\u3100-\u312f\u31a0-\u33ff"  # CJK radicals, punctuation, kana, Bopomofo, enclosed
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # ideographs
    "\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef"  # full-width and half-width forms
)
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")


def require_texts(metric_name: str, **texts: Any) -> None:
    """Refuse what is not a text.

    Raises:
        InputError: names the metric and the column.
    """
    for column, value in texts.items():
        if not isinstance(value, str):
            shown = repr(value)
            raise InputError(
                f"{metric_name}: {column!r} must be a text, not {type(value).__name__} {shown:.80}."
            )


def same_words(a: str, b: str) -> bool:
    """Whether two texts are the same but for spacing."""
    return a == b or a.split() == b.split()


def spaced(text: str) -> str:
    """`text` with blanks around each character of the scripts that put none between words."""
    return text if text.isascii() else _UNSPACED_CHARACTER.sub(r" \g<0> ", text)


def is_unspaced(character: str) -> bool:
    """Whether a character is of a script that puts no blanks between words."""
    return _UNSPACED_CHARACTER.match(character) is not None
