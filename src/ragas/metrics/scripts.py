"""The script a text is written in: enough to see that an answer came back in an unrelated language."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

_JAPANESE_AND_CHINESE = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
ENOUGH = 1000
"""So many characters tell the script of a text."""


def script(text: str) -> str | None:
    """The script of most letters of `text`, as Unicode names it: "LATIN", "CYRILLIC", "CJK". None without letters.

    Kana and ideographs are one script here, as Japanese mixes them. Languages that share a script are not told
    apart.
    """
    if text.isascii():
        return "LATIN" if any(map(str.isalpha, text)) else None
    found = Counter(_of(letter) for letter in text[:ENOUGH] if letter.isalpha())
    return found.most_common(1)[0][0] if found else None


@lru_cache(maxsize=4096)
def _of(letter: str) -> str:
    name = unicodedata.name(letter, "").split(" ")[0]
    return "CJK" if name in _JAPANESE_AND_CHINESE else name
