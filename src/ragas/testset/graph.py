"""The knowledge graph of a test set: documents and their parts, and how they relate."""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, field_serializer

from ragas.exceptions import InputError
from ragas.testset.graph_links import linked, one_of_each_pair
from ragas.testset.graph_search import all_groups, sampled_groups, widest_groups


class NodeType(str, Enum):  # noqa: UP042  # its str() is "NodeType.CHUNK", as it has been
    """What a node stands for."""

    UNKNOWN = ""
    DOCUMENT = "document"
    CHUNK = "chunk"


class Node(BaseModel):
    """A document or a part of one, with whatever is known about it in `properties`.

    Nodes are equal when their ids are. `add_property` and `get_property` do not distinguish upper and lower case.
    """

    id: uuid.UUID = Field(default_factory=uuid.uuid4)
    properties: dict[str, Any] = Field(default_factory=dict)
    type: NodeType = NodeType.UNKNOWN

    def add_property(self, key: str, value: Any) -> None:
        """Set a property that is not there yet, under its lower-case name.

        Raises:
            ValueError: the node has a property of that name.
        """
        if _key(self.properties, key) is not None:
            raise InputError(f"Property {key!r} already exists on {self!r}.")
        self.properties[key.lower()] = value

    def get_property(self, key: str) -> Any:
        """The value of a property, None when there is none."""
        return _look_up(self.properties, key)

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Node) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Node(id: {str(self.id)[:6]}, type: {self.type}, properties: {list(self.properties)})"

    __str__ = __repr__


class Relationship(BaseModel):
    """A typed link from one node to another; a bidirectional one holds both ways.

    In JSON, `source` and `target` are the ids of the nodes.
    """

    id: uuid.UUID = Field(default_factory=uuid.uuid4)
    type: str
    source: Node
    target: Node
    bidirectional: bool = False
    properties: dict[str, Any] = Field(default_factory=dict)

    def get_property(self, key: str) -> Any:
        """The value of a property, None when there is none."""
        return _look_up(self.properties, key)

    @field_serializer("source", "target")
    def _only_the_id(self, node: Node) -> uuid.UUID:
        return node.id

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Relationship) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        arrow = "<->" if self.bidirectional else "->"
        ends = f"Node(id: {str(self.source.id)[:6]}) {arrow} Node(id: {str(self.target.id)[:6]})"
        return f"Relationship({ends}, type: {self.type}, properties: {list(self.properties)})"

    __str__ = __repr__


class UUIDEncoder(json.JSONEncoder):
    """Writes ids as text: `json.dumps(node.model_dump(), cls=UUIDEncoder)`."""

    def default(self, o: Any) -> Any:
        """An id as text."""
        return str(o) if isinstance(o, uuid.UUID) else super().default(o)


SEED = 42
MOST_CLUSTERS = 20_000
"""How many clusters `find_indirect_clusters` gives at most, unless told otherwise."""
STEPS = 200_000
STEPS_A_CLUSTER = 2_000
"""How long `find_n_indirect_clusters` searches: so many steps, and so many more for each cluster."""

Condition = Callable[[Relationship], bool]
"""Which relationships a search follows."""


def every(relationship: Relationship) -> bool:
    """Every relationship is followed."""
    return True


@dataclass
class KnowledgeGraph:
    """Nodes and the relationships between them.

    Both are plain lists in the order in which things were added, and every search goes by that order and its `seed`,
    so equal graphs give equal results, whatever the ids of their nodes. A set of nodes has no order: `ordered` gives
    one that is the same in every run.
    """

    nodes: list[Node] = field(default_factory=list)
    relationships: list[Relationship] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._positions: dict[uuid.UUID, int] = {}

    def add(self, item: Node | Relationship) -> None:
        """Append a node or a relationship.

        Raises:
            ValueError: `item` is neither.
        """
        if isinstance(item, Node):
            self.nodes.append(item)
        elif isinstance(item, Relationship):
            self.relationships.append(item)
        else:
            raise InputError(f"Invalid item type: {type(item)}. A graph holds Node and Relationship objects.")

    def save(self, path: str | Path) -> None:
        """Write the graph to a JSON file, whole or not at all.

        Raises:
            InputError: a property holds something JSON cannot, two nodes have the same id, or a relationship has an end
                outside the graph.
        """
        from ragas.testset.graph_file import write

        write(self, path)

    @classmethod
    def load(cls, path: str | Path) -> KnowledgeGraph:
        """Read a graph that `save`, or an earlier version of Ragas, wrote.

        Raises:
            InputError: the file is not such a graph; says where.
            FileNotFoundError: there is no such file.
        """
        from ragas.testset.graph_file import read

        nodes, relationships = read(path)
        return cls(nodes, relationships)

    def get_node_by_id(self, node_id: uuid.UUID | str) -> Node | None:
        """The node with this id, None when there is none.

        Raises:
            ValueError: `node_id` is text that is not a UUID.
        """
        wanted = uuid.UUID(node_id) if isinstance(node_id, str) else node_id
        at = self._position(wanted)
        return None if at is None else self.nodes[at]

    def remove_node(self, node: Node, inplace: bool = True) -> KnowledgeGraph | None:
        """Remove a node and its relationships, or return a deep copy of the graph without them.

        Raises:
            ValueError: the node is not in the graph.
        """
        if self._position(node.id) is None:
            raise InputError(f"{node!r} is not present in the knowledge graph.")
        graph = self if inplace else copy.deepcopy(self)
        graph.remove_nodes([node])
        return None if inplace else graph

    def remove_nodes(self, nodes: Iterable[Node]) -> None:
        """Remove nodes and their relationships, all in one pass. Those that are not in the graph are passed over."""
        gone = {node.id.int for node in nodes}
        self.nodes = [one for one in self.nodes if one.id.int not in gone]
        self.relationships = [
            one
            for one in self.relationships
            if one.source.id.int not in gone and one.target.id.int not in gone
        ]

    def ordered(self, nodes: Iterable[Node]) -> list[Node]:
        """`nodes` in the order in which they stand in the graph; those that are not in it come last."""
        last = len(self.nodes)

        def place(node: Node) -> int:
            at = self._position(node.id)
            return last if at is None else at

        return sorted(nodes, key=place)

    def find_indirect_clusters(
        self,
        relationship_condition: Condition = every,
        depth_limit: int = 3,
        *,
        seed: int = SEED,
        most: int = MOST_CLUSTERS,
    ) -> list[set[Node]]:
        """The sets of nodes on paths of one to `depth_limit` relationships, each set once.

        Relationships are followed from source to target, bidirectional ones both ways. When there are more than
        `most` sets, up to `most` of them are drawn, by `seed`, from paths that start at every node in turn.

        Raises:
            ValueError: `depth_limit` is below 2.
        """
        _at_least("Depth limit", depth_limit, 2)
        nodes, links = linked(self.nodes, filter(relationship_condition, self.relationships))
        groups = all_groups(links, depth_limit + 1, most)
        if groups is None:
            groups = sampled_groups(links, depth_limit + 1, most, seed)
        return [{nodes[index] for index in group} for group in groups]

    def find_n_indirect_clusters(
        self,
        n: int,
        relationship_condition: Condition = every,
        depth_limit: int = 3,
        *,
        seed: int = SEED,
    ) -> list[set[Node]]:
        """`n` sets of 2 to `depth_limit` nodes on a path, or as many as there are; none is part of another.

        Relationships are followed from source to target, bidirectional ones both ways. The sets are drawn by `seed`
        and spread over the graph: a node that is in no set yet comes before one that is. Where the graph has more
        paths than can be looked at, the search is cut off, and there can be fewer than `n` sets.

        Raises:
            ValueError: `depth_limit` is below 2, `n` is below 1, or no relationship passes `relationship_condition`.
        """
        _at_least("n", n, 1)
        _at_least("depth_limit", depth_limit, 2)
        nodes, links = linked(self.nodes, filter(relationship_condition, self.relationships))
        if not any(links):
            raise InputError("No relationships match the provided condition. Cannot form clusters.")
        groups = widest_groups(links, depth_limit, n, seed, steps=STEPS + STEPS_A_CLUSTER * n)
        return [{nodes[index] for index in group} for group in groups]

    def find_two_nodes_single_rel(
        self, relationship_condition: Condition = every
    ) -> list[tuple[Node, Relationship, Node]]:
        """Each pair of related nodes as (source, relationship, target), in the order of the nodes.

        Two nodes are a pair once for each type of relationship, whichever way it goes and however often it is there.
        """
        links = one_of_each_pair(self.nodes, filter(relationship_condition, self.relationships))
        return [(one.source, one, one.target) for one in links]

    def _position(self, node_id: uuid.UUID) -> int | None:
        """Where a node stands. The lists are the users' to change, so what is remembered is checked."""
        at = self._positions.get(node_id)
        if at is None or at >= len(self.nodes) or self.nodes[at].id != node_id:
            positions: dict[uuid.UUID, int] = {}
            for index, node in enumerate(self.nodes):
                positions.setdefault(node.id, index)
            self._positions = positions
            at = positions.get(node_id)
        return at

    def __repr__(self) -> str:
        return f"KnowledgeGraph(nodes: {len(self.nodes)}, relationships: {len(self.relationships)})"

    __str__ = __repr__


def _key(properties: dict[str, Any], key: str) -> str | None:
    """The name under which a property is kept, whatever its case."""
    lower = key.lower()
    if lower in properties:
        return lower
    return next((name for name in properties if name.lower() == lower), None)


def _look_up(properties: dict[str, Any], key: str) -> Any:
    name = _key(properties, key)
    return None if name is None else properties[name]


def _at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise InputError(f"{name} must be at least {least}, not {value!r}")
