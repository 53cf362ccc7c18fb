"""Majority votes over lists of verdicts, as first-generation code calls them."""

from __future__ import annotations

import warnings
from collections import Counter
from typing import Any

Verdicts = list[dict[str, Any]]


class Ensember:
    """Makes one list of verdicts of several."""

    def from_discrete(self, inputs: list[Verdicts], attribute: str) -> Verdicts:
        """The first list, with the most frequent value of `attribute` at every position; the first seen of a tie.

        Lists of different lengths, or without the attribute, cannot be put together: the first one is given with a
        warning.

        Raises:
            IndexError: there are no lists.
        """
        lists = [one if isinstance(one, list) else [one] for one in inputs]
        first = lists[0]
        if len(lists) == 1:
            return first
        if any(len(one) != len(first) for one in lists) or any(
            attribute not in verdict for one in lists for verdict in one
        ):
            warnings.warn(
                f"the answers differ in length or lack {attribute!r}, so there is no vote; the first one counts.",
                stacklevel=2,
            )
            return first
        return [
            first[position]
            | {attribute: Counter(one[position][attribute] for one in lists).most_common(1)[0][0]}
            for position in range(len(first))
        ]


ensembler = Ensember()
