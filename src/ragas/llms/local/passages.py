"""The contexts of one sample, cut into sentences and indexed by word, so that a statement finds its evidence fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from ragas.llms.local.sentences import sentence_spans
from ragas.llms.local.tokens import Token, tokenize

_FUNCTION_WEIGHT = 0.2
_PAIR_WEIGHT = 0.6
_NUMBER_WEIGHT = 1.8
_NAME_BONUS = 1.3
_GRAMMAR_PAIR_WEIGHT = 0.25
_GRAMMAR = frozenset("的是了在和与與及也都就而之其这這那有为為以于於被把从從到对對")
"""Chinese characters that mostly build the sentence; hiragana counts likewise."""


OFTEN = 40
"""How many places of one word in one passage are looked at; only a passage without any full stop has more."""


class Passage(NamedTuple):
    """One sentence of a context: where it stands, and its tokens with the positions of each key."""

    chunk: int
    start: int
    end: int
    tokens: list[Token]
    positions: dict[str, list[int]]


Cut = tuple[int, int, list[Token], dict[str, list[int]]]


_KEPT = 10_000
"""Contexts of more characters are cut anew each time, so that what is kept stays small."""


def _sentences(text: str) -> list[Cut]:
    """The sentences of one context. Kept, because the steps of a sample and its neighbours read the same contexts."""
    return _cut_once(text) if len(text) <= _KEPT else _cut(text)


def _cut(text: str) -> list[Cut]:
    sentences: list[Cut] = []
    for start, end in sentence_spans(text):
        tokens = tokenize(text[start:end])
        positions: dict[str, list[int]] = {}
        for at, token in enumerate(tokens):
            for key in token.keys:
                if key in positions:
                    positions[key].append(at)
                else:
                    positions[key] = [at]
        for place, letters in _initials(tokens):
            positions.setdefault(f"^{letters}", []).append(place)
        sentences.append((start, end, tokens, positions))
    return sentences


_cut_once = lru_cache(maxsize=512)(_cut)

_LONGEST_INITIALS = 6
"""Letters. Longer abbreviations are hardly written, and a list of names would give one for each of its beginnings."""


def _initials(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """The abbreviations that runs of capitalised words can have (United States of America: us, usa), with their place."""
    start, letters = 0, ""
    for place, token in enumerate(tokens):
        if token.capital and token.kind == "word":
            start, letters = (start, letters) if letters else (place, "")
            letters = letters + token.keys[0][0] if len(letters) <= _LONGEST_INITIALS else letters
            if 1 < len(letters) <= _LONGEST_INITIALS:
                yield start, letters
        elif token.kind != "function" or token.capital:
            letters = ""


class Passages:
    """All sentences of the contexts, with an index from word to sentence."""

    def __init__(self, contexts: Sequence[str]) -> None:
        self.contexts = contexts
        self.all = [Passage(chunk, *cut) for chunk, text in enumerate(contexts) for cut in _sentences(text)]
        self.index: dict[str, list[int]] = {}
        for number, passage in enumerate(self.all):
            for key in passage.positions:
                if key in self.index:
                    self.index[key].append(number)
                else:
                    self.index[key] = [number]
        self._alike: dict[str, list[str]] | None = None
        self._chunks: dict[tuple[str, ...], frozenset[int]] = {}

    def match(self, token: Token) -> tuple[str, ...]:
        """The keys of the contexts that stand for this token: its own, or a word with another ending."""
        exact = tuple(key for key in token.keys if key in self.index)
        if exact or token.kind != "word" or len(token.keys[0]) < 4:
            return exact
        if self._alike is None:
            self._alike = {}
            for key in self.index:
                for beginning in _beginnings(key):
                    others = self._alike.setdefault(beginning, [])
                    if len(others) < _FORMS:
                        others.append(key)
        forms = (key for beginning in _beginnings(token.keys[0]) for key in self._alike.get(beginning, ()))
        return tuple(dict.fromkeys(forms))

    def chunks(self, token: Token) -> frozenset[int]:
        """The contexts that hold the token."""
        if token.keys not in self._chunks:
            numbers = (number for key in self.match(token) for number in self.index[key])
            self._chunks[token.keys] = frozenset(self.all[number].chunk for number in numbers)
        return self._chunks[token.keys]

    def rarity(self, token: Token) -> float:
        """How much a token says: little for grammar, more for names and figures, most for words in few sentences."""
        if token.kind in ("function", "negation", "unit"):
            return _FUNCTION_WEIGHT
        frequency = max((len(self.index.get(key, ())) for key in token.keys), default=0)
        count = len(self.all)
        idf = log((count + 1) / (frequency + 0.5)) / log(2 * (count + 1)) if count else 1.0
        weight = 0.6 + 0.4 * idf
        if token.kind == "number":
            return weight * _NUMBER_WEIGHT
        if token.kind == "pair":
            grammar = any("\u3040" <= c <= "\u309f" or c in _GRAMMAR for c in token.text)
            return weight * (_GRAMMAR_PAIR_WEIGHT if grammar else _PAIR_WEIGHT)
        return weight * _NAME_BONUS if token.capital else weight


_FORMS = 40
"""How many words with one beginning are looked at; no word has more endings."""


def _beginnings(word: str) -> Iterator[str]:
    """What two words have in common when they differ only in a short ending: four letters and three quarters at least."""
    size = len(word)
    for length in range(max(4, size - 3, -(-3 * size // 4)), size + 1):
        yield word[:length]
