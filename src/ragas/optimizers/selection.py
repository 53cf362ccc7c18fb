"""Which versions to combine: arithmetic on what each gets right."""

from __future__ import annotations

from collections.abc import Sequence


def complement(right: Sequence[Sequence[bool]]) -> int | None:
    """The place of the version that is right most often where the first one is wrong; None where none ever is."""
    if not right:
        return None
    gains = [
        sum(theirs and not ours for ours, theirs in zip(right[0], other, strict=True)) for other in right
    ]
    best = max(range(len(right)), key=lambda place: (gains[place], -place))
    return best if gains[best] else None


def hamming_distance(vectors: Sequence[Sequence[object]]) -> list[list[int]]:
    """In how many places each vector differs from each other: a symmetric matrix with zeros on its diagonal.

    Raises:
        ValueError: the vectors are not equally long.
    """
    if len({len(vector) for vector in vectors}) > 1:
        raise ValueError("vectors of different lengths have no Hamming distance")
    return [[sum(a != b for a, b in zip(one, other, strict=True)) for other in vectors] for one in vectors]
