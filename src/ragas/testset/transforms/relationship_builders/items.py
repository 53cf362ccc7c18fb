"""Which groups of items have items in common, as pure functions over lists of texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ragas.metrics.similarity import DistanceMeasure

Match = tuple[str, str]

FREQUENT_SHARE = 0.05
WIDE_SHARE = 0.1
WIDE_LEAST = 2
FEW = 4
"""The groups that share an item with one are looked at singly when they are less than a so-manieth of all groups, and
else all groups at once."""
BLOCK = 256
"""How many spellings are compared with all others at a time."""


def jaccard_pairs(groups: Sequence[Sequence[str]], threshold: float) -> Iterator[tuple[int, int, float]]:
    """The groups (first < second) with a Jaccard similarity of at least `threshold`, and that similarity.

    The groups hold each item once. Two empty groups are 0.0 alike.
    """
    import numpy as np

    standing = _standing(groups)
    arrays = {item: np.array(some) for item, some in standing.items()}
    sizes = np.array([len(group) for group in groups], dtype=np.int64)
    for first, group in enumerate(groups[:-1]):
        if threshold > 0 and sum(len(standing[item]) for item in group) * FEW < len(groups):
            shared = Counter(other for item in group for other in standing[item] if other > first)
            for second, count in sorted(shared.items()):
                similarity = count / (len(group) + len(groups[second]) - count)
                if similarity >= threshold:
                    yield first, second, similarity
        else:
            holders = np.concatenate([np.array([], dtype=np.int64), *(arrays[item] for item in group)])
            counts = np.bincount(holders, minlength=len(groups))[first + 1 :]
            similarities = counts / np.maximum(sizes[first] + sizes[first + 1 :] - counts, 1)
            rows = np.flatnonzero(similarities >= threshold)
            for row, similarity in zip(rows.tolist(), similarities[rows].tolist(), strict=True):
                yield first, first + 1 + row, similarity


def noise(groups: Sequence[Sequence[str]]) -> set[str]:
    """Items in so many groups that sharing them says nothing about two of them."""
    counts = Counter(item for group in groups for item in group)
    wide = max(WIDE_LEAST, len(groups) * WIDE_SHARE)
    frequent = counts.most_common(int(len(counts) * FREQUENT_SHARE))
    return {item for item, count in frequent if count > wide}


def matching_items(
    groups: Sequence[Sequence[str]], measure: DistanceMeasure, threshold: float
) -> Iterator[tuple[int, int, list[Match]]]:
    """For groups (first < second) with items spelled alike: the pairs of such items.

    Each spelling is compared once with each other one, however many groups have it.
    """
    lowered = [[item.lower() for item in group] for group in groups]
    standing = _standing([list(dict.fromkeys(group)) for group in lowered])
    alike = _alike(list(standing), measure, threshold)
    written: list[dict[str, list[str]]] = []
    for group, lower in zip(groups, lowered, strict=True):
        forms: dict[str, list[str]] = {}
        for item, form in zip(group, lower, strict=True):
            forms.setdefault(form, []).append(item)
        written.append(forms)
    for first, (group, lower) in enumerate(zip(groups, lowered, strict=True)):
        matches: dict[int, list[Match]] = {}
        for item, form in zip(group, lower, strict=True):
            for other in alike[form]:
                for second in standing[other]:
                    if second > first:
                        pairs = ((item, there) for there in written[second][other])
                        matches.setdefault(second, []).extend(pairs)
        for second in sorted(matches):
            yield first, second, matches[second]


def _alike(forms: Sequence[str], measure: DistanceMeasure, threshold: float) -> dict[str, list[str]]:
    """For each text those that are at least `threshold` similar, itself among them."""
    import numpy as np
    from rapidfuzz import process

    scorer = _scorer(measure)
    alike: dict[str, list[str]] = {form: [] for form in forms}
    for top in range(0, len(forms), BLOCK):
        rows, others = forms[top : top + BLOCK], forms[top:]
        # scores below the cutoff are reported as 0
        scores = process.cdist(rows, others, scorer=scorer, score_cutoff=threshold, dtype=np.float32)
        close = scores > 0 if threshold > 0 else np.ones_like(scores, dtype=bool)
        for row, column in zip(*(axis.tolist() for axis in np.nonzero(close)), strict=True):
            if column >= row:
                alike[rows[row]].append(others[column])
                if column > row:
                    alike[others[column]].append(rows[row])
    return alike


def _standing(groups: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """For each item the groups it stands in, in order."""
    standing: dict[str, list[int]] = {}
    for index, group in enumerate(groups):
        for item in group:
            standing.setdefault(item, []).append(index)
    return standing


def _scorer(measure: DistanceMeasure) -> Any:
    from rapidfuzz import distance

    return {
        DistanceMeasure.LEVENSHTEIN: distance.Levenshtein,
        DistanceMeasure.HAMMING: distance.Hamming,
        DistanceMeasure.JARO: distance.Jaro,
        DistanceMeasure.JARO_WINKLER: distance.JaroWinkler,
    }[DistanceMeasure(measure)].normalized_similarity
