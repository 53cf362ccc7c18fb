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
    found: list[Help] = []
    for chunk in range(len(chunks)):
        on_subject, shared = _share(subject, passages, chunk)
        held = [_share(part, passages, chunk) for part in fresh if part]
        best, words = max(held, key=lambda pair: pair[0], default=(on_subject, []))
        score = _ANSWER_SHARE * best + (1 - _ANSWER_SHARE) * on_subject if subject else best
        found.append(Help(1 / (1 + exp(-_STEEPNESS * (score - _USEFUL_FROM))), words, shared))
    return found


def _share(tokens: Sequence[Token], passages: Passages, chunk: int) -> tuple[float, list[str]]:
    """The weighted share of the tokens that the chunk holds, and their text."""
    weights = [passages.rarity(token) for token in tokens]
    here = [
        any(
            passages.all[number].chunk == chunk
            for key in passages.match(token)
            for number in passages.index[key]
        )
        for token in tokens
    ]
    total = sum(weights)
    share = sum(weight for weight, held in zip(weights, here, strict=True) if held) / total if total else 0.0
    return share, list(dict.fromkeys(token.text for token, held in zip(tokens, here, strict=True) if held))
