"""Pure similarity of vectors and strings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from math import sqrt
from operator import mul


class DistanceMeasure(Enum):
    """How two strings are compared, character by character."""

    LEVENSHTEIN = "levenshtein"
    HAMMING = "hamming"
    JARO = "jaro"
    JARO_WINKLER = "jaro_winkler"


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine of the angle between two vectors of shape (n,), in [-1, 1]; 0.0 when either has no length.

    Raises:
        ValueError: the vectors differ in length.
    """
    if len(a) != len(b):
        raise ValueError(
            f"vectors of {len(a)} and {len(b)} numbers cannot be compared; use one embedding model"
        )
    norms = sqrt(sum(map(mul, a, a)) * sum(map(mul, b, b)))
    return max(-1.0, min(1.0, sum(map(mul, a, b)) / norms)) if norms else 0.0


def string_similarity(a: str, b: str, measure: DistanceMeasure | str = DistanceMeasure.LEVENSHTEIN) -> float:
    """Similarity of two strings in [0, 1]: one minus the normalised distance. Two empty strings are 1.0 alike.

    Hamming compares strings of different length as if the shorter one were padded.
    """
    return _measures()[DistanceMeasure(measure)](a, b)


def _measures() -> dict[DistanceMeasure, Callable[[str, str], float]]:
    from rapidfuzz import distance

    return {
        DistanceMeasure.LEVENSHTEIN: distance.Levenshtein.normalized_similarity,
        DistanceMeasure.HAMMING: distance.Hamming.normalized_similarity,
        DistanceMeasure.JARO: distance.Jaro.normalized_similarity,
        DistanceMeasure.JARO_WINKLER: distance.JaroWinkler.normalized_similarity,
    }
