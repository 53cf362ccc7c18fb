"""Find a quoted text in its source: letter by letter first, then with spacing, case and quote marks set aside."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Found:
    """Where a quote stands: `texts[chunk][start:end]`, all counted from 0."""

    chunk: int
    start: int
    end: int


def find_quote(quote: str, texts: Sequence[str], first: Sequence[int] = ()) -> Found | None:
    """The first place where `quote` occurs; the chunks named in `first` are searched before the others."""
    quote = quote.strip()
    if not quote:
        return None
    order = [i for i in first if 0 <= i < len(texts)]
    order += [i for i in range(len(texts)) if i not in order]
    for chunk in order:
        start = texts[chunk].find(quote)
        if start >= 0:
            return Found(chunk, start, start + len(quote))
    wanted = _folded(quote)[0].strip()
    if not wanted:
        return None
    for chunk in order:
        if wanted not in _fold(texts[chunk]):  # most chunks: told without keeping track of positions
            continue
        text, positions = _folded(texts[chunk])
        at = text.find(wanted)
        while at >= 0 and unicodedata.combining(text[at + len(wanted) : at + len(wanted) + 1] or " "):
            at = text.find(wanted, at + 1)  # the last letter has an accent there that the quote lacks
        if at >= 0:
            return Found(chunk, positions[at], positions[at + len(wanted) - 1] + 1)
    return None


_SAME = {ord(mark): plain for mark, plain in zip("“”„‟«»‘’‚‛–—‐‑", '""""""' + "''''" + "----", strict=True)}


def _normal(text: str) -> str:
    """`text` with marks, case and composed letters as they are compared; each character by itself."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return plain.translate(_SAME).casefold()


@lru_cache(maxsize=256)
def _fold(text: str) -> str:
    """`text` without differences that do not matter, in one go."""
    if not text.isascii():  # letter by letter: normalising a whole text would reorder its accents
        text = "".join(map(_normal, text))
    return " ".join(_normal(text).split())


def _folded(text: str) -> tuple[str, list[int]]:
    """As `_fold`, and for each of its characters the position in `text`."""
    characters: list[str] = []
    positions: list[int] = []
    for position, character in enumerate(text):
        for piece in _normal(character):
            blank = piece.isspace()
            if blank and (not characters or characters[-1] == " "):
                continue
            characters.append(" " if blank else piece)
            positions.append(position)
    return "".join(characters), positions
