"""Pure similarity of vectors and strings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from math import hypot, inf, isfinite, sqrt
from operator import mul

SMALLEST = 1e-100
"""Below this product of squared lengths, precision is lost and vectors are scaled first."""


class DistanceMeasure(Enum):
    """How two strings are compared, character by character."""

    LEVENSHTEIN = "levenshtein"
    HAMMING = "hamming"
    JARO = "jaro"
    JARO_WINKLER = "jaro_winkler"


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine of the angle between two vectors of shape (n,), in [-1, 1]; 0.0 when either has no length.

    Raises:
        ValueError: the vectors differ in length, or hold a number that is not finite.
    """
    if len(a) != len(b):
        raise ValueError(
            f"vectors of {len(a)} and {len(b)} numbers cannot be compared; use one embedding model"
        )
    norms: float = sqrt(sum(map(mul, a, a)) * sum(map(mul, b, b)))
    if SMALLEST < norms < inf:
        product: float = sum(map(mul, a, b)) / norms
        return max(-1.0, min(1.0, product))
    lengths = hypot(*a), hypot(*b)  # the squares are too large or too small to be added up
    if not (isfinite(lengths[0]) and isfinite(lengths[1])):
        raise ValueError("a vector with a number that is not finite cannot be compared")
    if not (lengths[0] and lengths[1]):
        return 0.0
    return max(-1.0, min(1.0, sum(x / lengths[0] * (y / lengths[1]) for x, y in zip(a, b, strict=True))))


def string_similarity(a: str, b: str, measure: DistanceMeasure | str = DistanceMeasure.LEVENSHTEIN) -> float:
    """Similarity of two strings in [0, 1]: one minus the normalised distance. Two empty strings are 1.0 alike.

    Hamming compares strings of different length as if the shorter one were padded.
    """
    return _measures()[DistanceMeasure(measure)](a, b)


@cache
def _measures() -> dict[DistanceMeasure, Callable[[str, str], float]]:
    from rapidfuzz import distance

    return {
        DistanceMeasure.LEVENSHTEIN: distance.Levenshtein.normalized_similarity,
        DistanceMeasure.HAMMING: distance.Hamming.normalized_similarity,
        DistanceMeasure.JARO: distance.Jaro.normalized_similarity,
        DistanceMeasure.JARO_WINKLER: distance.JaroWinkler.normalized_similarity,
    }
