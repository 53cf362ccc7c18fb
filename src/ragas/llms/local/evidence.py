"""Measure how well contexts support one statement: what its words, figures, names and negations find there."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragas.llms.local.passages import Passage, Passages
from ragas.llms.local.tokens import Token, fold, tokenize
from ragas.llms.local.vocabulary import FIRST_PERSON, OPPOSITES


@dataclass(slots=True)
class Evidence:
    """What was found for a statement; the shares are between 0 and 1.

    `overall` and `nearby` are the weighted shares of the statement's words found in all contexts and in the best one
    or two sentences. `order` is the share of neighbouring words that stand near each other in the same order.
    """

    overall: float = 0.0
    nearby: float = 0.0
    single: float = 0.0
    order: float = 0.0
    aligned: float = 0.0
    longest: float = 0.0
    missing_number: float = 0.0
    stray_number: float = 0.0
    missing_name: float = 0.0
    negated: float = 0.0
    opposed: float = 0.0
    personal: float = 0.0
    wholly: float = 0.0
    best: Passage | None = None
    found: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    counter: str = ""
    content: int = 0


def _content(token: Token) -> bool:
    return token.kind in ("word", "number", "pair")


def gather(statement: str, passages: Passages) -> Evidence:
    """The evidence for `statement` in `passages`."""
    tokens = tokenize(statement)
    evidence = Evidence(content=sum(map(_content, tokens)))
    if not passages.all or not tokens:
        evidence.missing = [token.text for token in tokens if _content(token)]
        return evidence
    matches = [passages.match(token) for token in tokens]
    weights = [passages.rarity(token) for token in tokens]
    total = sum(weights)
    evidence.overall = sum(w for w, keys in zip(weights, matches, strict=True) if keys) / total
    chosen = _best_sentences(passages, matches, weights)
    near = [any(key in p.positions for p in chosen for key in keys) for keys in matches]
    evidence.nearby = sum(w for w, here in zip(weights, near, strict=True) if here) / total
    if chosen:
        first = chosen[0].positions
        evidence.single = sum(w for w, ks in zip(weights, matches, strict=True) if any(k in first for k in ks)) / total
    for token, keys in zip(tokens, matches, strict=True):
        if _content(token):
            (evidence.found if keys else evidence.missing).append(token.text)
    if not chosen:
        return _flags(evidence, tokens, matches, near, weights)
    evidence.best = chosen[0]
    evidence.order = _order(tokens, matches, chosen)
    evidence.aligned = _aligned(matches, weights, chosen[0]) / total
    evidence.longest = _longest(matches, weights, chosen[0]) / total
    _contradictions(evidence, tokens, matches, chosen)
    return _flags(evidence, tokens, matches, near, weights)


def _best_sentences(passages: Passages, matches: list[tuple[str, ...]], weights: list[float]) -> list[Passage]:
    """The sentence that covers most of the statement, and the one that best covers what it leaves."""
    chosen: list[int] = []
    left = list(range(len(matches)))
    for _ in range(2):
        gains: dict[int, float] = {}
        for at in left:
            for number in {n for key in matches[at] for n in passages.index[key]}:
                gains[number] = gains.get(number, 0.0) + weights[at]
        if not gains:
            break
        best = min(gains, key=lambda number: (-round(gains[number], 6), number))
        if chosen and gains[best] < 0.5:
            break
        chosen.append(best)
        left = [at for at in left if not any(key in passages.all[best].positions for key in matches[at])]
    return [passages.all[number] for number in chosen]


def _flags(
    evidence: Evidence, tokens: list[Token], matches: list[tuple[str, ...]], near: list[bool], weights: list[float]
) -> Evidence:
    """Shares of figures and names that are missing, of content that is whole, and of talk about oneself."""
    numbers = [at for at, token in enumerate(tokens) if token.kind == "number"]
    names = [at for at, t in enumerate(tokens) if t.kind == "word" and t.capital and (at > 0 or len(tokens) <= 4)]
    if numbers:
        evidence.missing_number = sum(not matches[at] for at in numbers) / len(numbers)
        evidence.stray_number = sum(bool(matches[at]) and not near[at] for at in numbers) / len(numbers)
    if names:
        evidence.missing_name = sum(not matches[at] for at in names) / len(names)
    own = [t for t in tokens if fold(t.text) in FIRST_PERSON and not matches[tokens.index(t)]]
    evidence.personal = float(bool(own))
    evidence.wholly = float(evidence.content > 0 and not evidence.missing)
    return evidence


def _order(tokens: list[Token], matches: list[tuple[str, ...]], chosen: list[Passage]) -> float:
    """The share of neighbouring content words whose counterparts stand within six words in the same order."""
    content = [at for at, token in enumerate(tokens) if _content(token)]
    pairs = list(zip(content, content[1:], strict=False))
    if not pairs:
        return float(bool(content) and bool(matches[content[0]]))
    kept = 0
    for one, two in pairs:
        kept += any(
            0 < b - a <= 6
            for passage in chosen
            for first in matches[one]
            for a in passage.positions.get(first, ())
            for second in matches[two]
            for b in passage.positions.get(second, ())
        )
    return kept / len(pairs)


def _aligned(matches: list[tuple[str, ...]], weights: list[float], passage: Passage) -> float:
    """The heaviest common subsequence of statement and passage: words found there in the same order."""
    best = [0.0] * (len(passage.tokens) + 1)
    for keys, weight in zip(matches, weights, strict=True):
        at = sorted({p for key in keys for p in passage.positions.get(key, ())}, reverse=True)
        for p in at:
            value = best[p] + weight
            if value > best[p + 1]:
                for q in range(p + 1, len(best)):
                    if best[q] >= value:
                        break
                    best[q] = value
    return best[-1]


def _longest(matches, weights, passage) -> float:
    top = 0.0
    prev = {}
    for keys, weight in zip(matches, weights, strict=True):
        cur = {}
        for key in keys:
            for p in passage.positions.get(key, ()):
                cur[p] = prev.get(p - 1, 0.0) + weight
                top = max(top, cur[p])
        prev = cur
    return top


def _contradictions(
    evidence: Evidence, tokens: list[Token], matches: list[tuple[str, ...]], chosen: list[Passage]
) -> None:
    """Note a negation on one side only, an opposite word, and a figure with another unit."""
    best = chosen[0]
    positions = [
        p for keys, t in zip(matches, tokens, strict=True) if _content(t) for k in keys for p in best.positions.get(k, ())
    ]
    low, high = (min(positions) - 3, max(positions) + 3) if positions else (0, -1)
    theirs = [t.text for at, t in enumerate(best.tokens) if t.kind == "negation" and low <= at <= high]
    anywhere = any(t.kind == "negation" for passage in chosen for t in passage.tokens)
    ours = [t.text for t in tokens if t.kind == "negation"]
    if ours and not anywhere:
        evidence.negated, evidence.counter = 1.0, f"{ours[0]!r} is only in the statement"
    elif theirs and not ours:
        evidence.negated, evidence.counter = 0.5, f"{theirs[0]!r} is only in the source"
    for token, keys in zip(tokens, matches, strict=True):
        if token.kind == "number" and token.unit and keys:
            units = {best.tokens[at].unit for key in keys for at in best.positions.get(key, ())}
            if units and "" not in units and token.unit not in units:
                evidence.opposed, evidence.counter = 1.0, f"{token.text} has another unit there"
        elif not any(key in best.positions for key in keys):
            for opposite in OPPOSITES.get(fold(token.text), "").split():
                if any(fold(t.text) == opposite for t in best.tokens):
                    evidence.opposed, evidence.counter = 1.0, f"{token.text!r} against {opposite!r} in the source"
