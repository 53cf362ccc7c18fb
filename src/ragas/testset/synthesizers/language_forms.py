"""Forms of sentences, and what a language has beside them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

FORMED, LOOSE = 1.0, 0.7


@dataclass(frozen=True)
class Form:
    """A form of sentence, the question it makes, and how good such questions are. Groups: `s` a subject, `c` a condition."""

    pattern: re.Pattern[str]
    ask: str | Callable[[re.Match[str]], str]
    rank: float = FORMED

    def question(self, found: re.Match[str]) -> str:
        """The question to a sentence of this form."""
        if callable(self.ask):
            return self.ask(found)
        return self.ask.format(**{name: value or "" for name, value in found.groupdict().items()})


@dataclass(frozen=True)
class Manner:
    """The forms of one language, the words with which a sentence leans on others, and those that open no subject."""

    forms: tuple[Form, ...]
    leaning: re.Pattern[str]
    not_first: re.Pattern[str]


def form(pattern: str, ask: str | Callable[[re.Match[str]], str], rank: float = FORMED) -> Form:
    return Form(re.compile(rf"\A{pattern}\Z", re.DOTALL), ask, rank)


def article_lowered(subject: str, articles: str) -> str:
    first, _, rest = subject.partition(" ")
    return f"{first.lower()} {rest}" if first.casefold() in articles.split() else subject
