"""Compare an answer with a reference by words: how much of the reference the answer says."""

from __future__ import annotations

from ragas.llms.local.passages import Passages
from ragas.llms.local.sentences import statements
from ragas.llms.local.tokens import Token, tokenize

_WEIGHTS = {"function": 0.2, "negation": 0.2, "unit": 0.3, "number": 1.5, "pair": 0.6}
_IN_QUESTION = 0.4
_REFUSED = 0.5


def agreement(answer: str, reference: str, question: str = "") -> float:
    """The weighted share of the reference's words that the answer says, between 0 and 1.

    Figures count more and grammar little. Words the question already holds say less about the answer. An answer that
    states nothing, such as "I don't know", keeps half of what its words would earn.
    """
    said, asked = Passages([answer]), Passages([question])
    tokens = tokenize(reference)
    weights = [_weight(token, asked) for token in tokens]
    total = sum(weights)
    if not total:
        return 0.0
    share = sum(w for w, token in zip(weights, tokens, strict=True) if said.match(token)) / total
    return share if statements(answer) else share * _REFUSED


def _weight(token: Token, asked: Passages) -> float:
    weight = _WEIGHTS.get(token.kind, 1.0)
    return weight * _IN_QUESTION if asked.match(token) else weight
