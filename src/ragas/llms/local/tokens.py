"""Cut text of any script into comparable tokens: words, numbers with units, and character pairs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from ragas.llms.local.vocabulary import (
    ALL_FUNCTION_WORDS,
    MULTIPLIERS,
    NEGATIONS,
    NUMBER_WORDS,
    UNITS,
    UNSPACED_NEGATIONS,
)

# Scripts written without spaces (Han, kana, Thai, Lao, Myanmar, Khmer), and Hangul, whose endings are glued on.
UNSPACED = "\u0e00-\u0e4f\u0e5a-\u0eff\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
# Vowel signs of Indic scripts are no letters to `re`, so the whole blocks count as letters (danda and digits excepted).
_LETTER = r"(?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]|(?!\d)[\u0900-\u0963\u0970-\u0dff])"
_TOKEN = re.compile(
    rf"(?P<number>(?<!\d)\d{{1,3}}(?:[ \u00a0\u202f\u2009]\d{{3}})+(?!\d)|\d+(?:[.,:'’٫٬]\d+)*)"
    rf"|(?P<unspaced>[{UNSPACED}]+)"
    r"|(?P<clitic>(?<=\s)['’](?:s|m|re|ve|ll|d|t)\b)|(?P<acronym>\b(?:[A-Z]\.){2,}|\b(?:[a-z]\.){2,}(?![a-z]))"
    r"|(?P<code>\b[A-Z][A-Za-z]{0,3}-?\d[A-Za-z\d]*\b)"
    rf"|(?P<word>{_LETTER}+(?:['’]{_LETTER}+)*)"
    r"|(?P<symbol>°[CF]\b|[%€$£¥₹])"
)
# The same for ASCII text and for text without vowel signs and unspaced scripts: several times as fast.
_ASCII_TOKEN = re.compile(
    r"(?P<clitic>(?<=\s)'(?:s|m|re|ve|ll|d|t)\b)|(?P<acronym>\b(?:[A-Z]\.){2,}|\b(?:[a-z]\.){2,}(?![a-z]))"
    r"|(?P<code>\b[A-Z][A-Za-z]{0,3}-?\d[A-Za-z\d]*\b)|(?P<word>[A-Za-z]+(?:'[A-Za-z]+)*)"
    r"|(?P<number>(?<!\d)\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,:']\d+)*)|(?P<symbol>[%$])"
)
_SPACED_TOKEN = re.compile(
    _TOKEN.pattern.replace(_LETTER, r"[^\W\d_]").replace(rf"|(?P<unspaced>[{UNSPACED}]+)", "")
)
_NEEDS_ALL = re.compile(rf"[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0dff{UNSPACED}]")


def _pattern(text: str) -> re.Pattern[str]:
    if text.isascii():
        return _ASCII_TOKEN
    return _TOKEN if _NEEDS_ALL.search(text) else _SPACED_TOKEN


# "No, the fee is due": the first word answers somebody and turns nothing round.
_ANSWER_PARTICLE = re.compile(r"\s*[,.;!–—-]|\s+(?:i|but|it|he|she|they|we|this|that)\b", re.IGNORECASE)


class Token(NamedTuple):
    """A piece of text and what it is compared by.

    `keys` are spellings of the same thing, any of which may match (1.280 is 1280 or 1.28; a key with "^" is an
    abbreviation of several capitalised words). `kind` is
    "word", "function", "number", "pair" (two characters of an unspaced script) or "negation".
    """

    text: str
    start: int
    end: int
    kind: str
    keys: tuple[str, ...]
    capital: bool = False
    unit: str = ""

    @property
    def is_content(self) -> bool:
        """Whether the token says something about the world, rather than how the sentence is built."""
        return self.kind in ("word", "number", "pair")


def fold(text: str) -> str:
    """The text in compatibility form, without case, Latin accents and typographic apostrophes."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    if folded.isascii():
        return folded
    bare = (c for c in unicodedata.normalize("NFD", folded) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", "".join(bare))


_ENDINGS = ("ingly", "edly", "ings", "ing", "ies", "ied", "ers", "ed", "er", "es", "ly", "s", "e")


def stem(word: str) -> str:
    """A folded word without its commonest endings; words of up to four letters keep all but a plural s."""
    if word.endswith("'s"):
        word = word[:-2]
    if len(word) <= 4:
        return word[:-1] if len(word) == 4 and word.endswith("s") and not word.endswith("ss") else word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + ("i" if ending in ("ies", "ied") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


_BARE_FUNCTION_WORDS = frozenset(fold(word) for word in ALL_FUNCTION_WORDS)
_BARE_NUMBERS = {fold(word): value for word, value in NUMBER_WORDS.items()}
_BARE_NEGATIONS = frozenset(fold(word) for word in NEGATIONS)


_LONGEST_FIGURE = 40
"""Characters. What is longer is a serial number, or noise, and stays as it is written."""
_VALUE = re.compile(r"\d+(?:\.\d+)?(?:e-\d+)?")
"""A key that is a value, unlike the ones of versions, dates and times ("2.4.1", "5:30")."""


def _written(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


@lru_cache(maxsize=4000)
def number_values(text: str) -> tuple[str, ...]:
    """What a figure can mean, canonically: "1,280" is 1280 or 1.28; "1 280" is 1280; "5:30" and "2.4.1" stay as they are."""
    plain = "".join(str(unicodedata.digit(c, None)) if c.isdigit() else c for c in text if not c.isspace())
    plain = plain.replace("’", "'").replace("'", "").replace("٫", ".").replace("٬", ",")
    if ":" in plain or len(plain) > _LONGEST_FIGURE:
        return (plain,)
    if "." not in plain and "," not in plain:
        return ("1", "one") if plain == "1" else (str(int(plain)),)
    marks = [c for c in plain if c in ".,"]
    groups = re.split("[.,]", plain)
    grouped = all(len(group) == 3 for group in groups[1:]) and len(groups[0]) <= 3
    values: list[str] = []
    if len(set(marks)) == 2 and marks.count(marks[-1]) == 1:
        values.append(_written(float("".join(groups[:-1]) + "." + groups[-1])))
    elif grouped:
        values.append(str(int("".join(groups))))
    if len(marks) == 1:
        values.append(_written(float(f"{groups[0]}.{groups[1]}")))
    return tuple(values) or (plain,)


def tokenize(text: str) -> list[Token]:
    """The tokens of a text in order, with their character offsets."""
    found: list[Token] = []
    add = found.append
    numbers = False
    for match in _pattern(text).finditer(text):
        kind = match.lastgroup
        start, end = match.span()
        piece = match[0]
        if kind == "word":
            word_kind, keys, capital = _word(piece) if len(piece) <= _LONGEST_FIGURE else _read(piece)
            add(Token(piece, start, end, word_kind, keys, capital))
            numbers = numbers or word_kind == "number"
        elif kind == "number":
            numbers = True
            add(Token(piece, start, end, "number", number_values(piece)))
        elif kind == "unspaced":
            found += _pairs(piece, start)
        elif kind == "acronym":
            letters = fold(piece.replace(".", ""))
            add(
                Token(
                    piece,
                    start,
                    end,
                    "unit" if letters in ("am", "pm") else "word",
                    (letters, f"^{letters}"),
                    True,
                )
            )
        elif kind == "code":
            add(Token(piece, start, end, "word", (fold(piece).replace("-", ""),), True))
        elif kind == "clitic":
            add(Token(piece, start, end, "function", (fold(piece),)))
        else:
            add(Token(piece, start, end, "unit", (UNITS[piece.lower()],)))
    if found and found[0].kind == "negation" and _ANSWER_PARTICLE.match(text, found[0].end):
        found[0] = found[0]._replace(kind="function")
    return _join_numbers(found) if numbers else found


def _read(piece: str) -> tuple[str, tuple[str, ...], bool]:
    """The kind of a word, its keys, and whether it has a capital."""
    word = fold(piece)
    capital = piece[0].isupper()
    if word in _BARE_NEGATIONS or word.endswith("n't"):
        return "negation", ("not",), capital
    if word in _BARE_NUMBERS:
        return "number", (str(_BARE_NUMBERS[word]),), capital
    if word in _BARE_FUNCTION_WORDS and not (capital and piece.isupper() and len(piece) > 1):
        return "function", (word,), capital
    if capital and 2 <= len(piece) <= 6 and piece.isupper():
        return "word", (word, f"^{word}"), True
    return "word", (stem(word),), capital


_word = lru_cache(maxsize=50000)(_read)
"""The same, remembered: texts repeat their words."""


def _pairs(run: str, start: int) -> list[Token]:
    """A run of an unspaced script as overlapping pairs of characters, negations marked."""
    run = unicodedata.normalize("NFKC", run) if len(unicodedata.normalize("NFKC", run)) == len(run) else run
    negated = [
        Token(mark, start + at, start + at + len(mark), "negation", ("not",))
        for mark in UNSPACED_NEGATIONS
        if (at := run.find(mark)) >= 0
    ]
    if len(run) == 1:
        return negated or [Token(run, start, start + 1, "pair", (run,))]
    pairs: list[Token] = []
    seen: dict[str, tuple[str, ...]] = {}  # One string and one tuple for each pair, however often it comes.
    for at in range(len(run) - 1):
        pair = run[at : at + 2]
        keys = seen.setdefault(pair, (pair,))
        pairs.append(Token(keys[0], start + at, start + at + 2, "pair", keys))
    return sorted(pairs + negated, key=lambda token: token.start)


def _join_numbers(tokens: list[Token]) -> list[Token]:
    """Number words joined to one figure ("fifty-eight thousand"), units attached to the figure they stand beside."""
    joined: list[Token] = []
    for token in tokens:
        last = joined[-1] if joined else None
        near = last is not None and token.start - last.end <= 1
        if last is not None and near and last.kind == "number":
            word = fold(token.text)
            value = _combined(last, token, word)
            if value is not None:
                text = f"{last.text} {token.text}"
                joined[-1] = last._replace(text=text, end=token.end, keys=(value,))
                continue
            if word in UNITS:
                joined[-1] = last._replace(unit=UNITS[word])
        if last is not None and near and last.kind == "unit" and token.kind == "number":
            token = token._replace(unit=last.keys[0])
        joined.append(token)
    return joined


def _combined(last: Token, token: Token, word: str) -> str | None:
    """The value of a figure and the word or figure after it, where the two make one."""
    value = last.keys[0 if "one" in last.keys else -1]
    if len(last.text) > _LONGEST_FIGURE or not _VALUE.fullmatch(value):
        return None
    if word in MULTIPLIERS and (len(word) > 1 or last.end == token.start):
        return None if last.unit and len(word) == 1 else _written(float(value) * MULTIPLIERS[word])
    spelled = token.kind == "number" and not token.text[0].isdigit() and not last.text[-1].isdigit()
    if spelled and last.keys[0].isdigit() and token.keys[0].isdigit():
        big, small = int(last.keys[0]), int(token.keys[0])
        if big >= 20 and big % 10 ** len(token.keys[0]) == 0:
            return str(big + small)
    return None
