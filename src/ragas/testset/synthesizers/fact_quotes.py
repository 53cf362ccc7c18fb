"""Whether a reference that rules made is said, word for word, by the text it was taken from."""

from __future__ import annotations

import re

_TAGS = (
    r"</?(?:a|abbr|b|big|br|cite|code|del|dfn|em|font|i|ins|kbd|mark|p|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var)"
    r"\b[^<>]*>"
)
_MARKUP = (
    rf"{_TAGS}|<[^<>`]*>(?=`_)|!\[[^\]]*\]\([^)\n]*\)|\]\([^)\s]*(?:\s+[^)\n]*)?\)|\]\[[^\]\n]*\]|\[\^?\d{{1,3}}\](?=\s|\[|$)"
    r"|:[a-z][\w:.+-]*:(?=`)|!?\[|\]|\n[ \t]*>"
)
"""What may stand between two words and is not said: tags, the addresses of links, footnotes, roles, marks of a quotation."""
_BETWEEN = re.compile(rf"(?:{_MARKUP}|[^\w<>\[\]{{}}|$%@=]|_)*")
_TOKEN = re.compile(r"[^\W_]+")


def is_said(reference: str, text: str) -> bool:
    """Whether every word and figure of the reference follows the one before in the text, with nothing but markup between.

    Its first letter may be a small one there.
    """
    places = [*_TOKEN.finditer(reference)]
    if not places:
        return False
    first, then = places[0].group(), places[1:]
    marks = [reference[one.end() : other.start()] for one, other in zip(places, then, strict=False)]
    follow = list(zip(marks, (one.group() for one in then), strict=True))
    starts = re.finditer(rf"(?<![^\W_])(?i:{re.escape(first[0])}){re.escape(first[1:])}(?![^\W_])", text)
    return any(_goes_on(text, start.end(), follow) for start in starts)


def _goes_on(text: str, at: int, follow: list[tuple[str, str]]) -> bool:
    for marks, word in follow:
        before = -1
        while at != before:  # marks that stand between the words of the reference too are no markup
            before = at
            found = _BETWEEN.match(text, at)
            at = found.end() if found else at
            at += at < len(text) and text[at] in marks
        if not text.startswith(word, at) or text[at + len(word) : at + len(word) + 1].isalnum():
            return False
        at += len(word)
    return True
