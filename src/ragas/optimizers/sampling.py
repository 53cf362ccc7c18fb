"""Which samples are drawn: at random, every key in its proportion, what belongs together on one side."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any


def split(
    keys: Sequence[Any], share: float, seed: int, groups: Sequence[Hashable] | None = None
) -> tuple[list[int], list[int]]:
    """Places in two parts, the second one about `share` of all, with every key spread over both alike.

    Places with the same one of `groups` are in the same part, by the key of the first.

    Raises:
        ValueError: one part would be empty.
    """
    together = list(_by_key(range(len(keys)) if groups is None else groups).values())
    chance = random.Random(seed)
    by_key = [
        chance.sample(places, len(places)) for places in _by_key([keys[one[0]] for one in together]).values()
    ]
    size, n = round(len(keys) * share), len(keys)
    seen, test = 0, set[int]()
    # Along an order in which equal keys stand together a group is taken whenever the share is behind, so that each
    # key has its proportion.
    for group in (together[place] for places in by_key for place in places):
        seen += len(group)
        if 2 * size * seen > n * (2 * len(test) + len(group)):
            test.update(group)
    if not 0 < len(test) < n:
        different = f" of {len(together)} different inputs" if len(together) < n else ""
        raise ValueError(f"{n} annotations{different} cannot be split with {share!r}: a part would be empty")
    return [place for place in range(n) if place not in test], sorted(test)


def _by_key(keys: Iterable[Any]) -> dict[Any, list[int]]:
    groups: dict[Any, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        groups[key].append(place)
    return groups


def spread(keys: Sequence[Any], chance: random.Random) -> list[int]:
    """All places in an order at whose every point each key has come up in proportion; equal ones are shuffled."""
    due = []
    for places in _by_key(keys).values():
        chance.shuffle(places)
        due += [((number + chance.random()) / len(places), place) for number, place in enumerate(places)]
    return [place for _, place in sorted(due)]
