"""Pure arithmetic of answers compared with a reference."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Any


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """The mean of `values` with `weights`, which need not sum to 1.

    Raises:
        ValueError: the lengths differ, or all weights are 0.
    """
    total = sum(weights)
    if not total:
        raise ValueError("a mean with weights that are all 0 is undefined")
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / total


def conciseness(summary: str, text: str) -> float:
    """How much shorter the summary is than the text, in characters: 1 minus their ratio, 0.0 when it is not shorter.

    Raises:
        ValueError: the text is empty.
    """
    if not text:
        raise ValueError("conciseness against an empty text is undefined")
    return 1 - min(len(summary), len(text)) / len(text)


def topic_adherence(answered: Sequence[bool], allowed: Sequence[bool]) -> tuple[float, float]:
    """Precision and recall of the topics that were answered against those that may be.

    Precision: allowed topics among the answered ones. Recall: answered topics among the allowed ones. Both 1.0 when
    nothing is allowed and nothing was answered; one whose denominator alone is 0 is 0.0.
    """
    pairs = list(zip(answered, allowed, strict=True))
    if not any(answer or allow for answer, allow in pairs):
        return 1.0, 1.0
    hits = sum(1 for answer, allow in pairs if answer and allow)
    given, wanted = sum(map(bool, answered)), sum(map(bool, allowed))
    return hits / given if given else 0.0, hits / wanted if wanted else 0.0


def same_text(one: str, other: str) -> bool:
    """Whether two texts are equal apart from spacing."""
    return one.split() == other.split()


def is_number(value: Any) -> bool:
    """Whether a setting is a finite number; True and False are none."""
    return not isinstance(value, bool) and isinstance(value, Real) and isfinite(value)


def check_threshold(value: Any, low: float = 0.0) -> None:
    """Refuse a similarity to reach that no similarity has.

    Raises:
        ValueError: it is no number from `low` to 1.
    """
    if not is_number(value) or not low <= value <= 1:
        raise ValueError(f"threshold is the similarity to reach, a number from {low:g} to 1, not {value!r}")
