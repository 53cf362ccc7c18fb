"""Make pairs of a true sentence and the same sentence with one fact altered by rule, from rows of labelled data."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

Row = dict[str, Any]
KINDS = ("number", "number of the context", "name", "name of the context", "names exchanged", "negation")

_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:,\d{3})*(?![\w-]|[.,]\d)")
_NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-zé]{2,}(?: (?:of |de |van )?[A-Z][a-zé]+)*)")
_VERB = re.compile(
    r"\b(is|are|was|were|has been|have been|had been|can|could|will|would|should|must|may)\b(?! not|n't)"
)
_NEGATED = re.compile(r"\b(is|are|was|were|can|could|will|would|should|must|may|do|does|did) not\b")
_SENTENCE = re.compile(r"(?<=[a-z)\"]\.)\s*(?=[A-Z\"])")


def altered(rows: Sequence[Row], seed: int = 7) -> list[Row]:
    """Two rows for each edit that can be made: the sentence as it was (label 1) and altered (label 0).

    Sentences are the answers labelled 1 that have at least five words, and the first sentences of the contexts of
    label-1 rows, shortened. At most one edit of a kind is made in a sentence.
    """
    rng = random.Random(seed)
    gold = [row for row in rows if row["label"] == 1]
    names = sorted({name for row in gold for name in _NAME.findall(row["context"])})
    made: list[Row] = []
    for row in gold:
        for sentence in _sentences(row):
            for kind, text in _edits(sentence, row["context"], names, rng):
                pair = f"{row['id']}/{kind}/{len(made)}"
                base = {"context": row["context"], "question": row["question"], "pair": pair, "subset": kind}
                made.append(base | {"id": f"{pair}-1", "answer": sentence, "label": 1})
                made.append(base | {"id": f"{pair}-0", "answer": text, "label": 0})
    return made


def _sentences(row: Row) -> Iterator[str]:
    if len(row["answer"].split()) >= 5:
        yield row["answer"]
    if len(row["context"]) > 120:
        first = _shortened(_SENTENCE.split(row["context"])[0])
        if 6 <= len(first.split()) <= 40:
            yield first


def _shortened(sentence: str) -> str:
    """The sentence without what stands in brackets and without its last clause, so that it is no plain copy."""
    bare = re.sub(r"\s*\([^)]*\)", "", sentence).rstrip(". ")
    clauses = re.split(r", | and (?=[a-z])", bare)
    return (bare[: -len(clauses[-1])].rstrip(", ").removesuffix(" and") if len(clauses) > 2 else bare) + "."


def _edits(
    sentence: str, context: str, names: Sequence[str], rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Every kind of edit the sentence allows, as (kind, altered sentence)."""
    numbers = [m for m in _NUMBER.finditer(sentence) if m.group() in context]
    if numbers:
        place = rng.choice(numbers)
        fresh = _near(place.group(), context, rng)
        yield "number", sentence[: place.start()] + fresh + sentence[place.end() :]
        others = sorted(
            {n for n in _NUMBER.findall(context) if n not in sentence and len(n) == len(place.group())}
        )
        if others:
            yield (
                "number of the context",
                sentence[: place.start()] + rng.choice(others) + sentence[place.end() :],
            )
    spans = [m for m in _NAME.finditer(sentence) if m.group() in context]
    if spans:
        place = rng.choice(spans)
        strange = [name for name in names if name not in context]
        yield "name", sentence[: place.start()] + rng.choice(strange) + sentence[place.end() :]
        others = sorted({n for n in _NAME.findall(context) if n not in sentence and n not in place.group()})
        if others:
            yield (
                "name of the context",
                sentence[: place.start()] + rng.choice(others) + sentence[place.end() :],
            )
    if len(spans) >= 2 and spans[0].group() != spans[1].group():
        one, two = spans[0], spans[1]
        middle = sentence[one.end() : two.start()]
        yield (
            "names exchanged",
            sentence[: one.start()] + two.group() + middle + one.group() + sentence[two.end() :],
        )
    if _NEGATED.search(sentence):
        yield "negation", _NEGATED.sub(lambda m: m.group(1), sentence, count=1)
    elif _VERB.search(sentence):
        yield "negation", _VERB.sub(lambda m: m.group(1) + " not", sentence, count=1)


def _near(number: str, context: str, rng: random.Random) -> str:
    """Another number of about the same size that the context does not hold."""
    value = int(number.replace(",", ""))
    while True:
        other = value + rng.choice([-1, 1]) * rng.randint(1, max(3, min(value // 4, 40)))
        text = f"{other:,}" if "," in number else str(other)
        if other >= 0 and text not in context:
            return text
