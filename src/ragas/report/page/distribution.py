"""How the scores of a metric are distributed: bins with counts, and where a value lies on their axis."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragas.report.page.columns import Column
from ragas.report.page.standing import Scale

BINS = 10
MOST_LEVELS = 11
"""Up to how many whole numbers have a bar each."""


@dataclass(frozen=True)
class Distribution:
    """Counts by bin. `edges` has one number more than `counts`; scores that are words have `words` instead.

    `levels` are the whole numbers in the middle of the bins, where scores are whole numbers.
    """

    counts: list[int]
    edges: list[float]
    levels: list[int] | None = None
    words: list[str] | None = None

    def position(self, value: float) -> float:
        """Where a value lies between the first edge (0) and the last (1)."""
        low, high = self.edges[0], self.edges[-1]
        return 0.5 if high == low else min(1.0, max(0.0, (value - low) / (high - low)))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"counts": self.counts, "edges": self.edges, "levels": self.levels, "words": self.words}

    def like(self, column: Column) -> list[int]:
        """Counts of other scores in the same bins; what lies outside is counted at the ends."""
        if self.words is not None:
            said = Counter(value for value in column.values if isinstance(value, str))
            return [said[word] for word in self.words]
        return _counted(column.numbers, self.edges)


def distribution(column: Column, scale: Scale | None) -> Distribution | None:
    """The distribution of a metric's scores; None where they are neither numbers nor words."""
    words = Counter(value for value in column.values if isinstance(value, str))
    if words:
        allowed = [word for word in column.info.allowed_values or () if isinstance(word, str)]
        names = list(dict.fromkeys([*allowed, *(word for word, _ in words.most_common(BINS))]))
        return Distribution([words[name] for name in names], [], words=names)
    if scale is None:
        return None
    numbers = column.numbers
    low, high = scale.low, scale.high
    if high - low < MOST_LEVELS and all(number == int(number) for number in (low, high, *numbers)):
        levels = list(range(int(low), int(high) + 1))
        edges = [level - 0.5 for level in (*levels, levels[-1] + 1)]
        return Distribution(_counted(numbers, edges), edges, levels=levels)
    if high == low:
        low, high = low - 0.5, high + 0.5
    edges = [_neat(low + (high - low) * step / BINS, high - low) for step in range(BINS + 1)]
    edges[0], edges[-1] = low, high
    return Distribution(_counted(numbers, edges), edges)


def _counted(numbers: Sequence[float], edges: Sequence[float]) -> list[int]:
    counts = [0] * (len(edges) - 1)
    for number in numbers:
        at = next((bin for bin, edge in enumerate(edges[1:]) if number < edge), len(counts) - 1)
        counts[at] += 1
    return counts


def _neat(number: float, span: float) -> float:
    """Without the last digits of binary arithmetic, so that 0.3 is in the bin that begins at 0.3."""
    return round(number, max(0, 6 - math.floor(math.log10(span)))) if span > 0 else number
