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


class Passage(NamedTuple):
    """One sentence of a context: where it stands, and its tokens with the positions of each key."""

    chunk: int
    start: int
    end: int
    tokens: list[Token]
    positions: dict[str, list[int]]


Cut = tuple[int, int, list[Token], dict[str, list[int]]]


@lru_cache(maxsize=1024)
def _cut(text: str) -> list[Cut]:
    """The sentences of one context. Kept, because the steps of a sample and its neighbours read the same contexts."""
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


def _initials(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """The abbreviations that runs of capitalised words can have (United States of America: us, usa), with their place."""
    start, letters = 0, ""
    for place, token in enumerate(tokens):
        if token.capital and token.kind == "word":
            start, letters = (start, letters) if letters else (place, "")
            letters += token.keys[0][0]
            if len(letters) > 1:
                yield start, letters
        elif token.kind != "function" or token.capital:
            letters = ""


class Passages:
    """All sentences of the contexts, with an index from word to sentence."""

    def __init__(self, contexts: Sequence[str]) -> None:
        self.contexts = contexts
        self.all = [Passage(chunk, *cut) for chunk, text in enumerate(contexts) for cut in _cut(text)]
        self.index: dict[str, list[int]] = {}
        for number, passage in enumerate(self.all):
            for key in passage.positions:
                if key in self.index:
                    self.index[key].append(number)
                else:
                    self.index[key] = [number]
        self._beginnings: dict[str, list[str]] | None = None

    def match(self, token: Token) -> tuple[str, ...]:
        """The keys of the contexts that stand for this token: its own, or a word with another ending."""
        exact = tuple(key for key in token.keys if key in self.index)
        if exact or token.kind != "word" or len(token.keys[0]) < 4:
            return exact
        word = token.keys[0]
        if self._beginnings is None:
            self._beginnings = {}
            for key in self.index:
                self._beginnings.setdefault(key[:4], []).append(key)
        return tuple(other for other in self._beginnings.get(word[:4], ()) if _same_word(word, other))

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


def _same_word(one: str, other: str) -> bool:
    """Whether two stems differ only in a short ending."""
    shorter, longer = sorted((one, other), key=len)
    shared = 0
    for a, b in zip(shorter, longer, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 4 and shared >= 0.75 * len(longer) and len(longer) - shared <= 3
