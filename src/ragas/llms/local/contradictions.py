"""Find out whether a passage says the contrary of a statement: a negation on one side, an opposite word, another unit."""

from __future__ import annotations

from collections.abc import Sequence

from ragas.llms.local.passages import OFTEN, Passage
from ragas.llms.local.tokens import Token, fold
from ragas.llms.local.vocabulary import OPPOSITES

_REACH = 2
"""How many words away from a negation a word still belongs to what it negates."""


def contradiction(
    tokens: Sequence[Token], matches: Sequence[tuple[str, ...]], chosen: Sequence[Passage]
) -> tuple[float, float, str]:
    """How surely the best passage negates the statement, how surely it holds an opposite, and by which word.

    `matches` are the keys of the passages that stand for each token; `chosen[0]` is the best passage.
    """
    best = chosen[0]
    negated, by_negation = _negation(tokens, matches, chosen)
    theirs: set[str] | None = None
    for token, keys in zip(tokens, matches, strict=True):
        if token.kind == "number" and token.unit:
            units = {best.tokens[at].unit for key in keys for at in best.positions.get(key, ())[:OFTEN]}
            if units and "" not in units and token.unit not in units:
                return negated, 1.0, f"{token.text!r} has another unit in the source"
        elif token.kind in ("word", "function") and not any(key in best.positions for key in keys):
            for opposite in OPPOSITES.get(fold(token.text), ()):
                theirs = {fold(other.text) for other in best.tokens} if theirs is None else theirs
                if opposite in theirs:
                    return negated, 1.0, f"{token.text!r} against {opposite!r} in the source"
    return negated, 0.0, by_negation


def _negation(
    tokens: Sequence[Token], matches: Sequence[tuple[str, ...]], chosen: Sequence[Passage]
) -> tuple[float, str]:
    best = chosen[0]
    ours = [token.text for token in tokens if token.kind == "negation"]
    if ours:
        anywhere = any(token.kind == "negation" for passage in chosen for token in passage.tokens)
        return (0.0, "") if anywhere else (1.0, f"{ours[0]!r} stands only in the statement")
    shared = {key for token, keys in zip(tokens, matches, strict=True) if token.is_content for key in keys}
    places = {place for key in shared for place in best.positions.get(key, ())}
    theirs = [
        token.text
        for at, token in enumerate(best.tokens)
        if token.kind == "negation" and any(at + step in places for step in range(-_REACH, _REACH + 1))
    ]
    return (0.5, f"{theirs[0]!r} stands only in the source") if theirs else (0.0, "")
