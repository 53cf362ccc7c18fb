"""Measures a judge has to beat: word overlap, ROUGE precision, answer length, a constant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def overlap(part: str, whole: str) -> float:
    """The share of the words of `part` that occur in `whole`."""
    known = set(words(whole))
    return sum(word in known for word in words(part)) / max(1, len(words(part)))


def rouge_1(part: str, whole: str) -> float:
    one, two = Counter(words(part)), Counter(words(whole))
    return sum((one & two).values()) / max(1, sum(one.values()))


def rouge_l(part: str, whole: str) -> float:
    one, two = words(part), words(whole)
    lengths = [0] * (len(two) + 1)
    for word in one:
        diagonal = 0
        for at, other in enumerate(two, 1):
            above = lengths[at]
            lengths[at] = diagonal + 1 if word == other else max(above, lengths[at - 1])
            diagonal = above
    return lengths[-1] / max(1, len(one))


def alternatives(row: Row) -> list[str]:
    """EVOUNA writes all accepted answers in one field, with a slash between them."""
    return [part for part in row["reference"].split("/") if part.strip()]


def compared(measure: Callable[[str, str], float]) -> Callable[[Row], float]:
    """The measure of answer words in the context; with a reference, of reference words in the answer."""
    return lambda row: (
        measure(row["answer"], row["context"])
        if "context" in row
        else max(measure(reference, row["answer"]) for reference in alternatives(row))
    )


BASELINES: dict[str, Callable[[Row], float]] = {
    "a constant": lambda row: 0.5,
    "answer length (shorter is better)": lambda row: -float(len(words(row["answer"]))),
    "word overlap": compared(overlap),
    "ROUGE-1 precision": compared(rouge_1),
    "ROUGE-L precision": compared(rouge_l),
}
