"""Where a quote stands in the texts of a sample. Nothing is shown as evidence that does not stand there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragas.metrics.quotes import Found, find_quote

Texts = Mapping[str, Sequence[str]]
"""The texts of a sample by name: "contexts", "response", "reference"."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text, counted as JavaScript counts: in UTF-16 units."""

    source: str
    chunk: int
    start: int
    end: int

    def to_list(self) -> list[str | int]:
        """Plain values, for JSON."""
        return [self.source, self.chunk, self.start, self.end]


def place_of(source: str, texts: Sequence[str], chunk: Any, start: Any, end: Any, quote: str) -> Place | None:
    """The stretch that an item of evidence names, if the quote really stands there.

    The judge's word is not enough: what the text says at that place must be the quote, spacing, case and quote
    marks aside.
    """
    if not all(type(number) is int for number in (chunk, start, end)):
        return None
    if not (0 <= chunk < len(texts) and 0 <= start < end <= len(texts[chunk])):
        return None
    there = texts[chunk][start:end]
    if there != quote and find_quote(quote, [there]) is None:
        return None
    return in_units(source, texts, Found(chunk, start, end))


def in_units(source: str, texts: Sequence[str], found: Found) -> Place:
    """A place in Python's characters as the page counts it."""
    text = texts[found.chunk]
    return Place(source, found.chunk, units(text, found.start), units(text, found.end))


def said_in(statement: str, texts: Texts, sources: Sequence[str]) -> Place | None:
    """Where a statement stands word for word in the text it was taken from, if it does."""
    wanted = statement.strip().rstrip(".")
    if not wanted:
        return None
    for source in sources:
        for number, text in enumerate(texts.get(source, ())):
            at = text.find(wanted)
            if at >= 0:
                end = at + len(wanted)
                end += text[end : end + 1] == "."
                return Place(source, number, units(text, at), units(text, end))
    return None


def units(text: str, position: int) -> int:
    """A position in `text` in UTF-16 units: characters beyond the first 65,536 take two."""
    if text.isascii():
        return position
    return position + sum(character > "\uffff" for character in text[:position])
