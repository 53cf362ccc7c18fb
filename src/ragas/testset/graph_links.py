"""The relationships of a graph between numbered nodes: what searches work on."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragas.testset.graph import Node, Relationship


class Numbering:
    """Numbers for nodes, in their order; ends of relationships that are not among them come after."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[
            int, int
        ] = {}  # by the id as a number, which is looked up much faster than the id
        for node in nodes:
            self.number(node)

    def number(self, node: Node) -> int:
        """The number of a node; a new one for a node that has none."""
        found = self._numbers.setdefault(node.id.int, len(self.nodes))
        if found == len(self.nodes):
            self.nodes.append(node)
        return found


def linked(
    nodes: Iterable[Node], relationships: Iterable[Relationship]
) -> tuple[list[Node], list[list[int]]]:
    """The nodes, each once, and for each the numbers of those that relationships lead to."""
    numbering = Numbering(nodes)
    targets: dict[int, set[int]] = {}
    for one in relationships:
        source, target = numbering.number(one.source), numbering.number(one.target)
        if source != target:
            targets.setdefault(source, set()).add(target)
            if one.bidirectional:
                targets.setdefault(target, set()).add(source)
    return numbering.nodes, [sorted(targets.get(number, ())) for number in range(len(numbering.nodes))]


def one_of_each_pair(nodes: Iterable[Node], relationships: Iterable[Relationship]) -> list[Relationship]:
    """The first relationship of each type between each two nodes, in the order of the nodes."""
    numbering = Numbering(nodes)
    pairs: dict[tuple[int, int, str], Relationship] = {}
    for one in relationships:
        source, target = numbering.number(one.source), numbering.number(one.target)
        if source != target:
            pairs.setdefault((min(source, target), max(source, target), one.type), one)
    return [one for _, one in sorted(pairs.items(), key=itemgetter(0))]
