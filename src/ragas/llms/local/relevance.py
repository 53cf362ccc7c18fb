"""Judge which retrieved chunks help to reach an answer: they hold what the answer says, and what the question asks about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from ragas.llms.local.passages import Passages
from ragas.llms.local.sentences import statements
from ragas.llms.local.tokens import Token, tokenize

_ANSWER_SHARE = 0.65
_USEFUL_FROM = 0.5
_STEEPNESS = 8.0


@dataclass(frozen=True, slots=True)
class Help:
    """What one chunk holds: a probability that it helps, and the words it shares with answer and question."""

    probability: float
    from_answer: list[str]
    from_question: list[str]


def helpful(question: str, answer: str, chunks: Sequence[str]) -> list[Help]:
    """For each chunk, how likely it helps to answer `question` with `answer`.

    A chunk is measured by the statement of the answer it covers best. Words of the answer that the question holds
    already show only that the chunk is on the subject, so they count with the question.
    """
    passages = Passages(chunks)
    asked = Passages([question])
    subject = [token for token in tokenize(question) if token.is_content]
    parts = [tokenize(statement) for statement in statements(answer)] or [tokenize(answer)]
    fresh = [[token for token in part if token.is_content and not asked.match(token)] for part in parts]
    weighed = [_weighed(part, passages) for part in fresh if part]
    weighed_subject = _weighed(subject, passages)
    found: list[Help] = []
    for chunk in range(len(chunks)):
        on_subject, shared = _share(weighed_subject, chunk)
        held = [_share(part, chunk) for part in weighed]
        best, words = max(held, key=lambda pair: pair[0], default=(on_subject, []))
        score = _ANSWER_SHARE * best + (1 - _ANSWER_SHARE) * on_subject if subject else best
        found.append(Help(1 / (1 + exp(-_STEEPNESS * (score - _USEFUL_FROM))), words, shared))
    return found


Weighed = list[tuple[str, float, frozenset[int]]]
"""Words, what each says, and the chunks that hold it."""


def _weighed(tokens: Sequence[Token], passages: Passages) -> Weighed:
    return [(token.text, passages.rarity(token), passages.chunks(token)) for token in tokens]


def _share(words: Weighed, chunk: int) -> tuple[float, list[str]]:
    """The weighted share of the words that the chunk holds, and these words."""
    total = sum(weight for _, weight, _ in words)
    share = sum(weight for _, weight, chunks in words if chunk in chunks) / total if total else 0.0
    return share, list(dict.fromkeys(text for text, _, chunks in words if chunk in chunks))
