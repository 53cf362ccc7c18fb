"""Measure how well contexts support one statement: what its words, figures, names and negations find there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from ragas.llms.local.contradictions import contradiction
from ragas.llms.local.passages import OFTEN, Passage, Passages
from ragas.llms.local.short_answers import question_of
from ragas.llms.local.tokens import Token, fold, tokenize
from ragas.llms.local.vocabulary import FUNCTION_WORDS

Matches = Sequence[tuple[str, ...]]
"""For each token of a statement, the keys of the contexts that stand for it."""

_GERMAN = frozenset(map(fold, FUNCTION_WORDS["de"]))
_ENGLISH = FUNCTION_WORDS["en"]


@dataclass(slots=True)
class Evidence:
    """What was found for a statement. The first eight are between 0 and 1.

    `covered` is the weighted share of the statement's words found in the best sentence of the contexts, `aligned` the
    share found there in the same order; words found only in the second-best sentence count half. `missing_number` and `missing_name` are 1 when no context holds one of the
    figures or names, `stray_number` when a figure stands only away from the best sentences, `misplaced` when a figure
    or name stands there beside none of its neighbours here. `negated` and `opposed` say
    how surely the best sentence says the contrary, and `counter` by which word. `found` and `missing` are the content
    words, weightiest first. `unread` counts the words of a very long statement that were not compared. With `denies`
    the statement says no to a question, and all the others are the evidence for a yes; with `unsure` it says perhaps.
    """

    covered: float = 0.0
    aligned: float = 0.0
    missing_number: float = 0.0
    stray_number: float = 0.0
    missing_name: float = 0.0
    misplaced: float = 0.0
    negated: float = 0.0
    opposed: float = 0.0
    counter: str = ""
    best: Passage | None = None
    found: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unread: int = 0
    denies: bool = False
    unsure: bool = False


READ = 2000
"""How many words of one statement are compared; a sentence has fewer, and a page in one sentence would take seconds."""


def gather(statement: str, passages: Passages) -> Evidence:
    """The evidence for `statement` in `passages`."""
    question, denied, unsure = question_of(statement)
    if question:
        evidence = gather(question, passages)
        evidence.denies, evidence.unsure = denied, unsure
        return evidence
    everything = tokenize(statement)
    tokens = everything[:READ]
    matches = [passages.match(token) for token in tokens]
    weights = [passages.rarity(token) for token in tokens]
    evidence = Evidence(
        found=_words(statement, tokens, [bool(keys) for keys in matches], weights),
        missing=_words(statement, tokens, [not keys for keys in matches], weights),
        unread=len(everything) - len(tokens),
    )
    chosen = _best_sentences(passages, matches, weights)
    _absences(evidence, tokens, matches, chosen)
    if not chosen:
        return evidence
    best = evidence.best = chosen[0]
    total = sum(weights)
    covered, aligned = _shares(matches, weights, best)
    if len(chosen) > 1:
        rest = [() if any(key in best.positions for key in keys) else keys for keys in matches]
        more_covered, more_aligned = _shares(rest, weights, chosen[1])
        covered, aligned = covered + _SECOND * more_covered, aligned + _SECOND * more_aligned
    evidence.covered, evidence.aligned = covered / total, aligned / total
    evidence.misplaced = float(_misplaced(tokens, matches, passages))
    evidence.negated, evidence.opposed, evidence.counter = contradiction(tokens, matches, chosen)
    return evidence


def _words(
    statement: str, tokens: Sequence[Token], wanted: Sequence[bool], weights: Sequence[float]
) -> list[str]:
    """The wanted content words, weightiest first; overlapping character pairs are joined."""
    spans: list[tuple[int, int, float]] = []
    for token, want, weight in zip(tokens, wanted, weights, strict=True):
        if not want or not token.is_content:
            continue
        if token.kind == "pair" and spans and spans[-1][1] > token.start:
            spans[-1] = (spans[-1][0], token.end, spans[-1][2] + weight)
        else:
            spans.append((token.start, token.end, weight))
    if any(token.kind == "pair" for token in tokens):
        others = [t for t, want in zip(tokens, wanted, strict=True) if t.kind == "pair" and not want]
        starts, ends = {t.start for t in others}, {t.end for t in others}
        # A pair that only joins two pieces of the other list is no word.
        spans = [
            (start, end, weight)
            for start, end, weight in spans
            if not (end - start == 2 and start + 1 in ends and end - 1 in starts)
        ]
    spans.sort(key=lambda span: -round(span[2], 6))
    return list(dict.fromkeys(statement[start:end] for start, end, _ in spans))


def _best_sentences(passages: Passages, matches: Matches, weights: Sequence[float]) -> list[Passage]:
    """The sentence that covers most of the statement, and the one that best covers what it leaves."""
    chosen: list[Passage] = []
    left = list(range(len(matches)))
    for least in (0.0, 0.5):
        together: dict[tuple[str, ...], float] = {}
        for at in left:
            together[matches[at]] = together.get(matches[at], 0.0) + weights[at]
        gains: dict[int, float] = {}
        for keys, weight in together.items():
            for number in {n for key in keys for n in passages.index[key]}:
                gains[number] = gains.get(number, 0.0) + weight
        if not gains:
            break
        number = min(gains, key=lambda candidate: (-round(gains[candidate], 6), candidate))
        if gains[number] < least:
            break
        chosen.append(passages.all[number])
        left = [at for at in left if not any(key in chosen[-1].positions for key in matches[at])]
    return chosen


def _absences(
    evidence: Evidence, tokens: Sequence[Token], matches: Matches, chosen: Sequence[Passage]
) -> None:
    """Note figures and names of the statement that the contexts do not hold, or hold elsewhere."""
    numbers = [keys for token, keys in zip(tokens, matches, strict=True) if token.kind == "number"]
    named = set(_names(tokens))
    names = [keys for token, keys in zip(tokens, matches, strict=True) if token in named]
    if numbers:
        near = [any(key in passage.positions for passage in chosen for key in keys) for keys in numbers]
        evidence.missing_number = float(not all(numbers))
        evidence.stray_number = float(
            any(keys and not here for keys, here in zip(numbers, near, strict=True))
        )
    if names:
        evidence.missing_name = float(not all(names))


def _names(tokens: Sequence[Token]) -> list[Token]:
    """Words whose capital means a name: not at the start of a sentence, not in German, not in a Title In Capitals."""
    words = [token for token in tokens if token.kind == "word"]
    capitals = [token for token in words if token.capital]
    if len(words) > 4 and len(capitals) > 0.6 * len(words):
        return []
    folded = [fold(token.text) for token in tokens if token.kind == "function"]
    if sum(word in _GERMAN for word in folded) > sum(word in _ENGLISH for word in folded):
        return []
    return capitals if len(tokens) <= 4 else [token for token in capitals if token is not tokens[0]]


_NEAR = 6
_STEPS = [step for step in range(-_NEAR, _NEAR + 1) if step]
_MANY = 400
"""A word in more passages than this has no place of its own."""
_NEIGHBOURS = 2
"""A figure or name is expected within six words of one of its two neighbours on either side."""


def _misplaced(tokens: Sequence[Token], matches: Matches, passages: Passages) -> bool:
    """Whether a figure or name that the contexts hold stands there beside none of the words it stands beside here."""
    content = [at for at, token in enumerate(tokens) if token.is_content]
    names = set(_names(tokens))
    wanted = [at for at in content if tokens[at].kind == "number" or tokens[at] in names]
    for run in _runs(wanted):
        if not all(matches[at] for at in run):
            continue
        before = content[: bisect_left(content, run[0])][-_NEIGHBOURS:]
        after = content[bisect_right(content, run[-1]) :][:_NEIGHBOURS]
        beside = [key for at in before + after for key in matches[at]]
        if beside and not _stand_near(matches[run[0]] + matches[run[-1]], beside, passages):
            return True
    return False


def _runs(places: Sequence[int]) -> list[list[int]]:
    """Neighbouring places together."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _stand_near(keys: Sequence[str], others: Sequence[str], passages: Passages) -> bool:
    """Whether any passage holds one of the keys within a few words of one of the others."""
    if sum(len(passages.index[key]) for key in keys) > _MANY:
        return True
    for number in {number for key in keys for number in passages.index[key]}:
        positions = passages.all[number].positions
        theirs = {place for other in others for place in positions.get(other, ())[:OFTEN]}
        ours = (place for key in keys for place in positions.get(key, ())[:OFTEN])
        if any(place + step in theirs for place in ours for step in _STEPS):
            return True
    return False


_SECOND = 0.5
"""What a word found only in the second-best sentence counts: a statement may join two sentences, rightly or wrongly."""


def _shares(matches: Matches, weights: Sequence[float], passage: Passage) -> tuple[float, float]:
    """The weight of the words the passage holds, and of those it holds in the same order."""
    held = [any(key in passage.positions for key in keys) for keys in matches]
    return sum(w for w, here in zip(weights, held, strict=True) if here), _in_order(matches, weights, passage)


def _in_order(matches: Matches, weights: Sequence[float], passage: Passage) -> float:
    """The weight of the heaviest common subsequence: words of the statement that the passage holds in the same order."""
    # The heaviest chain that ends at each of `ends`; both lists rise, so a chain is extended by looking it up.
    ends: list[int] = [-1]
    heaviest: list[float] = [0.0]
    for keys, weight in zip(matches, weights, strict=True):
        found = {place for key in keys for place in passage.positions.get(key, ())[:OFTEN]}
        for place in sorted(found, reverse=True):
            at = bisect_left(ends, place)
            value = heaviest[at - 1] + weight
            after = at
            while after < len(ends) and heaviest[after] <= value:
                after += 1
            if after > at or at == len(ends) or ends[at] != place:
                ends[at:after] = [place]
                heaviest[at:after] = [value]
    return heaviest[-1]
