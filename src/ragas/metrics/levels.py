"""The levels of a rubric and where a score stands between them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NUMBER = re.compile(r"-?\d+")


def levels(rubric: Mapping[str, str]) -> dict[int, str]:
    """The descriptions of a rubric by level, the lowest first. `score1_description`, `level 1` and `1` name level 1.

    Raises:
        ValueError: a key names no level or one that another key names, or there are fewer than two levels.
    """
    found: dict[int, str] = {}
    for key, description in rubric.items():
        numbers = _NUMBER.findall(str(key))
        if len(numbers) != 1:
            raise ValueError(
                f"the rubric's key {key!r} names no level; write 'score1_description' for level 1"
            )
        if int(numbers[0]) in found:
            raise ValueError(f"the rubric describes level {int(numbers[0])} twice, also as {key!r}")
        found[int(numbers[0])] = str(description)
    if len(found) < 2:
        raise ValueError(f"a rubric has at least two levels, not {len(found)}: {dict(rubric)!r:.80}")
    return dict(sorted(found.items()))


def normalized(score: float, lowest: float, highest: float) -> float:
    """`score` on the way from `lowest` (0.0) to `highest` (1.0).

    Raises:
        ValueError: `lowest` is not below `highest`.
    """
    if lowest >= highest:
        raise ValueError(f"there is nothing between {lowest!r} and {highest!r}")
    return (score - lowest) / (highest - lowest)
