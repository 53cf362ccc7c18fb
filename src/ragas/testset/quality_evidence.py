"""Whether a quote is evidence for a statement, told from the words of both."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from math import ceil

from ragas.llms.local.tokens import Token, tokenize

LEAST = 2
"""Content words of a quote, where the statement has as many; in scripts without spaces, pairs of characters."""
SHARE = 1 / 3
"""Of as many content words as the statement has, so many a quote must have; half of these must be the statement's own."""


def carries(quote: str, statement: str, context: str) -> bool:
    """Whether a quote is long enough for the statement and speaks of the same things.

    A statement of nine content words takes a quote of three, two of which are the statement's own. Words are not
    compared where the whole context has none of the statement's: the two are in different languages then.
    """
    told, said = _content(quote), _content(statement)
    least = min(len(said), max(LEAST, ceil(SHARE * len(said))))
    if len(told) < least:
        return False
    return _shared(told, said) >= ceil(least / 2) or not _shared(_content(context), said)


def strange_figure(statement: str, quote: str, contexts: Sequence[str] = ()) -> str:
    """A number of the statement that its quote has otherwise, or that is nowhere; empty if there is none.

    A number may stand elsewhere, in the contexts or the question, only where the quote has no number that the statement
    lacks. It may be written in another way ("1 000", "1,000"; "four" for "4"); one that the statement has as a word, as when it counts
    what it lists, is compared where the quote has another number.
    """
    said, told = _figures(statement), tokenize(quote)
    missing = [one for one in said if not _among(one, told)]
    if not missing or _written_out(quote):
        return ""
    otherwise = any(not _among(one, said) for one in told if one.kind == "number")
    near = [] if otherwise else [one for text in contexts for one in tokenize(text)]
    for one in missing:
        if not _among(one, near) and (otherwise or any(map(str.isdigit, one.text))):
            return one.text
    return ""


def _figures(text: str) -> list[Token]:
    return [token for token in tokenize(text) if token.kind == "number"]


def _among(figure: Token, others: Sequence[Token]) -> bool:
    return any(set(figure.keys) & set(other.keys) for other in others)


def _written_out(text: str) -> bool:
    """Whether a text has numerals that are not compared: 四十, Ⅳ, ½."""
    return any(unicodedata.numeric(sign, None) is not None and not sign.isdigit() for sign in text)


def _content(text: str) -> list[tuple[str, ...]]:
    """The content words, each once, by the keys they are compared with."""
    return list(dict.fromkeys(token.keys for token in tokenize(text) if token.is_content))


def _shared(told: list[tuple[str, ...]], said: list[tuple[str, ...]]) -> int:
    known = {key for keys in told for key in keys}
    return sum(any(key in known for key in keys) for keys in said)
