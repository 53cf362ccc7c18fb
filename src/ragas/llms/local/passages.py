"""The contexts of one sample, cut into sentences and indexed by word, so that a statement finds its evidence fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ragas.llms.local.sentences import sentence_spans
from ragas.llms.local.tokens import Token, tokenize

_FUNCTION_WEIGHT = 0.2
_PAIR_WEIGHT = 0.6
_NUMBER_WEIGHT = 1.8
_NAME_BONUS = 1.3
_COMMON_PAIR = 0.25


@dataclass(slots=True)
class Passage:
    """One sentence of a context: where it stands, and its tokens with the positions of each key."""

    chunk: int
    start: int
    end: int
    tokens: list[Token]
    positions: dict[str, list[int]]


class Passages:
    """All sentences of the contexts, with an index from word to sentence."""

    def __init__(self, contexts: Sequence[str]) -> None:
        self.contexts = contexts
        self.all: list[Passage] = []
        self.index: dict[str, list[int]] = {}
        self._beginnings: dict[str, list[str]] = {}
        for chunk, text in enumerate(contexts):
            for start, end in sentence_spans(text):
                self._add(chunk, start, end, tokenize(text[start:end]))

    def _add(self, chunk: int, start: int, end: int, tokens: list[Token]) -> None:
        positions: dict[str, list[int]] = {}
        for at, token in enumerate(tokens):
            for key in token.keys:
                positions.setdefault(key, []).append(at)
        number = len(self.all)
        self.all.append(Passage(chunk, start, end, tokens, positions))
        for key in positions:
            known = self.index.get(key)
            if known is None:
                self.index[key] = [number]
                if len(key) >= 4:
                    self._beginnings.setdefault(key[:4], []).append(key)
            else:
                known.append(number)

    def match(self, token: Token) -> tuple[str, ...]:
        """The keys of the contexts that stand for this token: its own, or a word with another ending."""
        exact = tuple(key for key in token.keys if key in self.index)
        if exact or token.kind != "word" or len(token.keys[0]) < 4:
            return exact
        word = token.keys[0]
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
            kana = all("\u3040" <= c <= "\u309f" for c in token.text)
            return weight * (_COMMON_PAIR if kana else _PAIR_WEIGHT)
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
