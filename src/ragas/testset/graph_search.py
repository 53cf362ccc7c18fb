"""Groups of connected nodes, as pure search over numbered nodes.

A graph is a list of neighbours for each node, `links[node]`, one way each. A path visits no node twice; a group is the
set of nodes on a path of at least two. Every search is bounded, and gives the same for the same links and seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

Links = Sequence[Sequence[int]]
Group = frozenset[int]

TRIES = 4
"""How many walks are tried for each group that is wanted, before a graph counts as having no more."""


def all_groups(links: Links, longest: int, most: int) -> list[Group] | None:
    """Every group on a path of at most `longest` nodes, short ones first; None when there are more than `most`.

    Paths over the same nodes that end at the same node go on in the same way, so each such pair is followed once.
    """
    ends: dict[tuple[Group, int], None] = {(frozenset((node,)), node): None for node in range(len(links))}
    groups: dict[Group, None] = {}
    followed = len(ends)
    for _ in range(longest - 1):
        further: dict[tuple[Group, int], None] = {}
        for group, last in ends:
            for node in links[last]:
                if node not in group:
                    grown = group | {node}
                    groups[grown] = None
                    further[grown, node] = None
            if len(groups) > most or followed + len(further) > TRIES * most + len(links):
                return None
        followed += len(further)
        ends = further
    return list(groups)


def sampled_groups(links: Links, longest: int, most: int, seed: int) -> list[Group]:
    """Up to `most` groups from random walks that start at every node in turn and go through 2 to `longest` nodes."""
    rng = random.Random(seed)
    starts = [node for node, there in enumerate(links) if there]
    groups: dict[Group, None] = {}
    tries = 0
    while tries < TRIES * most and starts:
        rng.shuffle(starts)
        for start in starts:
            tries += 1
            groups[_walk(links, start, rng.randint(2, longest), rng)] = None
            if len(groups) == most or tries == TRIES * most:
                return list(groups)
    return list(groups)


def _walk(links: Links, start: int, length: int, rng: random.Random) -> Group:
    seen = {start}
    here = start
    while len(seen) < length:
        there = links[here]
        node = there[int(rng.random() * len(there))] if there else here
        if node in seen:  # the dear way, when the cheap draw fails
            unseen = [one for one in there if one not in seen]
            if not unseen:
                break
            node = rng.choice(unseen)
        seen.add(node)
        here = node
    return frozenset(seen)


def widest_groups(links: Links, longest: int, n: int, seed: int, *, steps: int) -> list[Group]:
    """`n` groups none of which is part of another, or as many as there are, spread over the nodes.

    A path counts when it has `longest` nodes, or cannot be made longer at either end. Starts are taken in turn, those
    in no group first. The search ends after `steps` steps, with what it has by then.
    """
    rng = random.Random(seed)
    starts = list(range(len(links)))
    rng.shuffle(starts)
    shuffled = [rng.sample(there, len(there)) for there in links]
    search = _Search(shuffled, longest, steps)
    found = _Widest()
    waiting: list[Iterator[Group]] = []
    for apart in (
        True,
        False,
    ):  # one group each: first far from those there are, then for nodes that have none
        later = []
        for start in starts:
            if len(found) == n:
                return found.groups()
            if start in found or (apart and any(node in found for node in links[start])):
                later.append(start)
                continue
            paths = search.paths(start)
            group = next(paths, None)
            if group is not None:
                found.add(group)
                waiting.append(paths)
        starts = later
    waiting += map(search.paths, starts)
    while waiting:
        going = []
        for paths in waiting:
            if len(found) == n:
                return found.groups()
            group = next(paths, None)
            if group is not None:
                found.add(group)
                going.append(paths)
        waiting = going
    return found.groups()


class _Search:
    """Walks paths from a start, one at a time, so that no more are walked than are wanted."""

    def __init__(self, links: Links, longest: int, steps: int) -> None:
        self._links = links
        self._longest = longest
        self._steps = steps
        self._followed: set[tuple[Group, int]] = set()
        self._before: list[set[int]] = [set() for _ in links]
        for node, there in enumerate(links):
            for other in there:
                self._before[other].add(node)

    def paths(self, start: int) -> Iterator[Group]:
        """The groups on paths from `start` that count, deepest first."""
        group = frozenset((start,))
        trail = [(group, start, iter(self._links[start]), False)]
        while trail:
            group, last, nexts, extended = trail.pop()
            for node in nexts:
                self._steps -= 1
                if self._steps < 0:
                    return
                if node in group:
                    continue
                extended = True
                grown = group | {node}
                if (grown, node) in self._followed:
                    continue
                self._followed.add((grown, node))
                trail.append((group, last, nexts, True))
                if len(grown) == self._longest:
                    yield grown
                else:
                    trail.append((grown, node, iter(self._links[node]), False))
                break
            else:
                if not extended and len(group) > 1 and self._before[start] <= group:
                    yield group


class _Widest:
    """Groups of which none is part of another."""

    def __init__(self) -> None:
        self._groups: dict[int, Group] = {}
        self._with: dict[int, set[int]] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._groups)

    def __contains__(self, node: int) -> bool:
        return bool(self._with.get(node))

    def groups(self) -> list[Group]:
        return list(self._groups.values())

    def add(self, group: Group) -> None:
        """Take a group in, unless it is part of another; groups that are part of it go."""
        sharing = sorted((self._with.get(node, set()) for node in group), key=len)
        if any(group <= self._groups[index] for index in sharing[0]):
            return
        for index in {index for some in sharing for index in some if self._groups[index] < group}:
            for node in self._groups.pop(index):
                self._with[node].discard(index)
        self._groups[self._next] = group
        for node in group:
            self._with.setdefault(node, set()).add(self._next)
        self._next += 1
