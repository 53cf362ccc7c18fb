"""What is wrong with a question, told from its words alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from ragas.llms.local.tokens import fold, tokenize
from ragas.testset.quality_pointing import points_at_text

ALIKE = 88.0
"""From this likeness on (0 to 100, words in any order), two questions with the same figures and names are one."""
SAME_ANSWER = 92.0
SAME_WORDS = 0.75
"""Of the words of the shorter of two answers that rest on the same words, so many make them one."""
RUN = 8
RUN_SHARE = 0.85
"""A question that takes so many words in a row, and such a share of its own, from the context is copied."""

LONGEST = 500
"""Characters; nobody asks a longer question."""

BLANK = "blank"
TOO_LONG = f"longer than {LONGEST} characters"
REPEATED = "near-duplicate of another"
COPIED = "copied from the context"
TELLS_ANSWER = "tells its own answer"
POINTS_AT_TEXT = "points at a text its reader does not have"

_WORDS = re.compile(r"\w+")


@dataclass(frozen=True)
class Asked:
    """A question with its answer, prepared for comparing."""

    question: str
    answer: str
    documents: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    """What the answer rests on, once that is known."""

    @cached_property
    def folded(self) -> tuple[str, str]:
        """Question and answer as sorted words."""
        return _sorted(self.question), _sorted(self.answer)

    @cached_property
    def words(self) -> tuple[Words, Words]:
        """What question and answer speak of."""
        return Words.of(self.question), Words.of(self.answer)


@dataclass(frozen=True)
class Words:
    """What makes two texts that are nearly the same different after all: their figures and names."""

    figures: frozenset[str]
    names: frozenset[str]
    every: frozenset[str]
    told: frozenset[str]
    """The words that say something."""

    @classmethod
    def of(cls, text: str) -> Words:
        """The figures and names in a text; its first word has a capital anyway."""
        tokens = tokenize(text)
        return cls(
            frozenset(one.keys[0] for one in tokens if one.kind == "number"),
            frozenset(one.keys[0] for one in tokens[1:] if one.capital and one.kind == "word"),
            frozenset(one.keys[0] for one in tokens),
            frozenset(one.keys[0] for one in tokens if one.is_content),
        )

    def same(self, other: Words) -> bool:
        """Whether figures and names are the same, whether or not the names are written with capitals."""
        return self.figures == other.figures and self.names <= other.every and other.names <= self.every


def trivial(question: str, answer: str, contexts: Sequence[str]) -> str:
    """Why a question is not worth asking; empty if it may be."""
    if not _WORDS.search(question) or not _WORDS.search(answer):
        return BLANK
    if len(question) > LONGEST:
        return TOO_LONG
    if points_at_text(question):
        return POINTS_AT_TEXT
    if copied(question, contexts):
        return COPIED
    if tells_answer(question, answer):
        return TELLS_ANSWER
    return ""


def copied(question: str, contexts: Sequence[str]) -> bool:
    """Whether a question is little else than a run of words of a context."""
    words = _words(question)
    run = max(RUN, ceil(RUN_SHARE * len(words)))
    if len(words) < run:
        return False
    runs = {tuple(words[at : at + run]) for at in range(len(words) - run + 1)}
    return any(
        tuple(text[at : at + run]) in runs
        for text in map(_words, contexts)
        for at in range(len(text) - run + 1)
    )


def tells_answer(question: str, answer: str) -> bool:
    """Whether the question holds every word of the answer that says something."""
    asked = {key for token in tokenize(question) for key in token.keys}
    told = [token for token in tokenize(answer) if token.is_content]
    return bool(told) and all(asked & set(token.keys) for token in told)


def repeats(one: Asked, others: Sequence[Asked]) -> Asked | None:
    """The first of the others that asks the same, None if none does.

    Two questions are the same if their words are, up to a few letters, with the same figures and names; or if they are
    answered by the same text about the same document.
    """
    from rapidfuzz.fuzz import ratio

    question, answer = one.folded
    for other in others:
        if one.words[0].same(other.words[0]) and ratio(question, other.folded[0], score_cutoff=ALIKE):
            return other
        same_place = not one.documents or not other.documents or set(one.documents) & set(other.documents)
        if (
            answer
            and same_place
            and one.words[1].same(other.words[1])
            and ratio(answer, other.folded[1], score_cutoff=SAME_ANSWER)
        ):
            return other
    return None


def quotes(evidence: Iterable[str]) -> tuple[str, ...]:
    """Quotes as they are compared: their words."""
    return tuple(" ".join(_words(one)) for one in evidence)


def rests_on_the_same(one: Asked, others: Sequence[Asked]) -> Asked | None:
    """The first of the others that has the same answer in other words, None if none does.

    Its answer rests on the same words of the same documents, has the same figures and names and, where it has no figure,
    speaks of the same things.
    """
    if not one.quotes:
        return None
    mine = one.words[1]
    for other in others:
        theirs = other.words[1]
        if mine.figures != theirs.figures or one.documents != other.documents or not mine.same(theirs):
            continue
        if _cover(one.quotes, other.quotes) and _cover(other.quotes, one.quotes):
            less = min(len(mine.told), len(theirs.told))
            if mine.figures or len(mine.told & theirs.told) >= SAME_WORDS * less:
                return other
    return None


def _cover(quoted: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each quote has, or is part of, one of the others."""
    return all(any(one in other or other in one for other in others) for one in quoted)


def _sorted(text: str) -> str:
    return " ".join(sorted(_words(text)))


def _words(text: str) -> list[str]:
    return _WORDS.findall(fold(text))
