"""Quoted spans of a text, and where they stand in its sources."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragas.metrics.quotes import Found
from ragas.metrics.texts import is_unspaced, spaced

_STRAIGHT = (
    r'"([^"]*)"',
    r"`([^`]*)`",
    r"´([^´]*)´",
    r"'(?<!\w')((?:[^']|(?<=\w)'(?=\w))*)'(?!\w)",  # an apostrophe stands inside a word
)
_TYPOGRAPHIC = (
    r"“([^“”]*)”",
    r"„([^„“”]*)[“”]",
    r"‟([^‟”]*)”",
    r"«([^«»]*)»",
    r"»([^«»]*)«",
    r"‹([^‹›]*)›",
    r"›([^‹›]*)‹",
    r"「([^「」]*)」",
    r"『([^『』]*)』",
    r"‘(?<!\w‘)((?:[^‘’]|(?<=\w)’(?=\w))*)’(?!\w)",
    r"‚(?<!\w‚)((?:[^‘’]|(?<=\w)’(?=\w))*)[’‘](?!\w)",
)
# Every alternative begins with its opening mark, so that the search can skip to the next one.
STRAIGHT = re.compile("|".join(_STRAIGHT))
ANY = re.compile("|".join(_STRAIGHT + _TYPOGRAPHIC))
_PARAGRAPH = re.compile(r"\n\s*\n")
_SAME = str.maketrans(dict.fromkeys("“”„‟", '"') | dict.fromkeys("‘’‚‛´", "'"))
_CLOSING = " .,;:!?…"
"""What may stand before a closing quote mark without being quoted."""


def quoted_spans(text: str, min_words: int = 3, pattern: re.Pattern[str] = ANY) -> list[str]:
    """The texts between matching quote marks, in order, that have at least `min_words` words.

    A span ends with its paragraph. In scripts without blanks every character counts as a word.
    """
    spans = (
        (found[found.lastindex] if found.lastindex else "").strip()
        for paragraph in _PARAGRAPH.split(text)
        for found in pattern.finditer(paragraph)
    )
    return [span for span in spans if len(spaced(span).split()) >= min_words]


class Sources:
    """Texts in which spans are looked for; spacing and the kind of quote mark do not count."""

    def __init__(self, texts: Sequence[str], casefold: bool = True) -> None:
        self._texts = texts
        self._casefold = casefold
        self._plain = [self._normal(text) for text in texts]

    def find(self, span: str) -> Found | None:
        """The first place where `span` stands as whole words inside one source."""
        wanted = self._normal(span).rstrip(_CLOSING)
        if not wanted:
            return None
        for chunk, plain in enumerate(self._plain):
            at = plain.find(wanted)
            while at >= 0 and not _whole(plain, at, at + len(wanted)):
                at = plain.find(wanted, at + 1)
            if at >= 0:
                end, text = at + len(wanted), self._texts[chunk]
                if text.isascii() and len(text) == len(plain):  # nothing was moved
                    return Found(chunk, at, end)
                places = self._places(text)
                return Found(chunk, places[at], places[end - 1] + 1)
        return None

    def _normal(self, text: str) -> str:
        text = " ".join(text.split())
        if not text.isascii():
            text = text.translate(_SAME)
        return text.casefold() if self._casefold else text

    def _places(self, text: str) -> list[int]:
        """For each character of the normal form of `text`, where it stands in `text`."""
        places: list[int] = []
        blank = True
        for place, character in enumerate(text):
            if character.isspace():
                if not blank:
                    places.append(place)
                blank = True
            else:
                places += [place] * (len(character.casefold()) if self._casefold else 1)
                blank = False
        return places


def _whole(text: str, start: int, end: int) -> bool:
    """Whether neither end of `text[start:end]` cuts a word."""
    return not (
        (start > 0 and _joined(text[start - 1], text[start]))
        or (end < len(text) and _joined(text[end - 1], text[end]))
    )


def _joined(before: str, after: str) -> bool:
    return before.isalnum() and after.isalnum() and not is_unspaced(before) and not is_unspaced(after)


def quoted_spans_alignment(
    answers: Sequence[str],
    sources: Sequence[Sequence[str]],
    *,
    casefold: bool = True,
    min_len: int = 3,
) -> dict[str, float]:
    """The share of the quoted spans of all answers that stand in the sources of their answer.

    Knows straight quote marks, the backtick and the acute accent; `QuotedSpansAlignment` knows more. Without a
    span the share is 0.0.

    Raises:
        ValueError: there is not one list of sources for each answer.

    >>> quoted_spans_alignment(['He "a b c" and "d e f"'], [["a b c"]])
    {'citation_alignment_quoted_spans': 0.5, 'matched': 1.0, 'total': 2.0}
    """
    if len(answers) != len(sources):
        raise ValueError(
            f"{len(answers)} answers and {len(sources)} lists of sources; give one list an answer"
        )
    matched = total = 0
    for answer, texts in zip(answers, sources, strict=True):
        spans = quoted_spans(answer, min_len, STRAIGHT)
        places = Sources(texts, casefold)
        matched += sum(places.find(span) is not None for span in spans)
        total += len(spans)
    share = matched / total if total else 0.0
    return {
        "citation_alignment_quoted_spans": share,
        "matched": float(matched),
        "total": float(total),
    }
