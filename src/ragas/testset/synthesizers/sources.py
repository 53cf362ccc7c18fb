"""Which document a node belongs to, and an order of nodes that spreads over the documents."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from ragas.testset.documents_names import NAME_KEYS
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.graph_queries import CHILD
from ragas.testset.transforms.extractors.rules import headlines

T = TypeVar("T")
_HEAD = 2000
"""Characters of a document in which its title is looked for."""
HOP = re.compile(r"\A<\d+-hop>\s+")
"""What a multi-hop sample puts before each of its contexts."""


class Sources:
    """The documents of a graph, and for each node the one it is from.

    A node without a parent is a document of its own, unless others name the same source, as chunks of a text that was
    cut before it came here do.
    """

    def __init__(self, kg: KnowledgeGraph) -> None:
        parents: dict[Any, Node] = {}
        for link in kg.relationships:
            if link.type == CHILD:
                parents.setdefault(link.target.id, link.source)
        self._names: dict[Any, str] = {}
        self._roots: dict[Any, Node] = {}
        for number, node in enumerate(kg.nodes, 1):
            root, seen = node, {node.id}
            while (parent := parents.get(root.id)) is not None and parent.id not in seen:
                root = parent
                seen.add(root.id)
            self._roots[node.id] = root
            self._names[node.id] = self._names.get(root.id) or name_of(root, f"document {number}")
        self.names: list[str] = list(dict.fromkeys(self._names.values()))

    def of(self, node: Node) -> str:
        """The document a node is from."""
        return self._names.get(node.id) or name_of(node, "a document of its own")

    def title_of(self, node: Node) -> str:
        """The first heading of the document a node is from, or its first line."""
        text = text_of(self._roots.get(node.id, node))[:_HEAD]
        return (headlines(text, 1) or [line for line in text.splitlines() if line.strip()] or [""])[0]

    def of_all(self, nodes: Iterable[Node]) -> tuple[str, ...]:
        """The documents some nodes are from, each once, in order."""
        return tuple(dict.fromkeys(self.of(node) for node in nodes))


def name_of(node: Node, otherwise: str) -> str:
    """What a document calls itself."""
    told = node.get_property("document_metadata")
    metadata: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    own = node.get_property("document_name")
    named = own or next((metadata[key] for key in NAME_KEYS if metadata.get(key)), None)
    return str(named or node.get_property("title") or otherwise)


def interleaved(items: Sequence[T], key: Callable[[T], Hashable], random: Random) -> list[T]:
    """`items` so that one of every key comes before a second of any; keys, and items of a key, in an order by chance."""
    groups: dict[Hashable, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    shuffled = list(groups.values())
    random.shuffle(shuffled)
    for group in shuffled:
        random.shuffle(group)
    waiting = deque(deque(group) for group in shuffled)
    found: list[T] = []
    while waiting:
        group_left = waiting.popleft()
        found.append(group_left.popleft())
        if group_left:
            waiting.append(group_left)
    return found


def text_of(node: Node) -> str:
    """The text of a node."""
    return str(node.get_property("page_content") or "")


def words_in(value: Any) -> list[str]:
    """The texts in a property that is a list of texts, or of pairs of texts, each once."""
    if value is None:
        return []
    items = (
        [value] if isinstance(value, str) else list(value) if isinstance(value, (list, tuple, set)) else []
    )
    found: dict[str, None] = {}
    for item in items:
        for text in words_in(list(item)) if isinstance(item, (list, tuple)) else [str(item)]:
            if text.strip():
                found.setdefault(text.strip())
    return list(found)
