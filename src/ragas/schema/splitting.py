"""Rows in two parts, none of them in both."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ragas.exceptions import InputError


def split(
    marks: Iterable[str], test_size: float, seed: int | None, *, shuffle: bool
) -> tuple[list[int], list[int]]:
    """The numbers of the rows to train on and of those to test on.

    Rows with the same mark stay on one side, so that nothing in the test part was seen in the other. Where that does
    not work out to the exact share, the test part is smaller by as little as the order allows, but never empty.

    Raises:
        InputError: `test_size` is no share, or there are fewer than two different rows.
    """
    if not 0 < test_size < 1:
        raise InputError(f"test_size is {test_size!r}; it is a share between 0 and 1, such as 0.2.")
    groups: dict[str, list[int]] = {}
    for row, mark in enumerate(marks):
        groups.setdefault(mark, []).append(row)
    count = sum(map(len, groups.values()))
    if len(groups) < 2:
        raise InputError(
            f"a split needs two rows that differ, for equal ones stay together; here are {count}"
            f"{', all equal in what they say' if count > 1 else ''}."
        )
    order = list(groups.values())
    if shuffle:
        Random(seed or 0).shuffle(order)
    wanted = min(count - 1, max(1, round(count * test_size)))
    tested: set[int] = set()
    taken = 0
    for place in reversed(range(len(order))):
        if taken + len(order[place]) <= wanted:
            tested.add(place)
            taken += len(order[place])
    if not tested:  # every row is there more often than the share allows
        tested.add(min(range(len(order)), key=lambda place: (len(order[place]), -place)))
    train = [row for place, group in enumerate(order) if place not in tested for row in group]
    test = [row for place, group in enumerate(order) if place in tested for row in group]
    return (train, test) if shuffle else (sorted(train), sorted(test))
