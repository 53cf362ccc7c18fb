"""Match each of some texts with the most similar of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragas.metrics.similarity import DistanceMeasure, string_similarity


@dataclass(frozen=True, slots=True)
class Match:
    """The most similar candidate of a text: its index (None if there are no candidates) and the similarity."""

    candidate: int | None
    similarity: float


async def best_matches(texts: Sequence[str], candidates: Sequence[str], measure: Any) -> list[Match]:
    """For each text its best candidate. `measure` is a `DistanceMeasure`, its name, or a metric of two texts."""
    if not candidates:
        return [Match(None, 0.0) for _ in texts]
    if hasattr(measure, "ascore"):
        scores = [
            [float(await measure.ascore(reference=candidate, response=text)) for candidate in candidates]
            for text in texts
        ]
    else:
        # The enum of the old API has the same values as ours, so its members are known by them.
        known = DistanceMeasure(getattr(measure, "value", measure))
        scores = [[string_similarity(text, candidate, known) for candidate in candidates] for text in texts]
    return [Match(row.index(max(row)), max(row)) for row in scores]


def match_rows(matches: Sequence[Match], found: Sequence[bool]) -> list[dict[str, Any]]:
    """One dict a text: its best candidate, their similarity, and whether that counts."""
    return [
        {"index": index, "best": match.candidate, "similarity": match.similarity, "counts": hit}
        for index, (match, hit) in enumerate(zip(matches, found, strict=True))
    ]
