"""Whether a quote is evidence for a statement, told from the words of both."""

from __future__ import annotations

from math import ceil

from ragas.llms.local.tokens import tokenize

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


def _content(text: str) -> list[tuple[str, ...]]:
    """The content words, each once, by the keys they are compared with."""
    return list(dict.fromkeys(token.keys for token in tokenize(text) if token.is_content))


def _shared(told: list[tuple[str, ...]], said: list[tuple[str, ...]]) -> int:
    known = {key for keys in told for key in keys}
    return sum(any(key in known for key in keys) for keys in said)
