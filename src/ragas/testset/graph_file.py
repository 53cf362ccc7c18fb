"""Knowledge graphs as JSON files."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from datetime import date, time
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from ragas.exceptions import InputError
from ragas.schema.paths import expanded
from ragas.schema.writing import replacing
from ragas.testset.bulk import without_collection

if TYPE_CHECKING:
    from ragas.testset.graph import KnowledgeGraph, Node, Relationship


def write(graph: KnowledgeGraph, path: str | Path) -> None:
    """Write `nodes` and `relationships`, one a line; a relationship names its ends by id.

    Raises:
        InputError: a property holds something JSON cannot, two nodes have the same id, or a relationship has an end that
            is not in the graph, so that the file could not be read again.
    """
    ids: set[int] = set()
    for node in graph.nodes:
        if node.id.int in ids:
            raise InputError(
                f"{node!r} is in the graph twice, or has the id of another. Leave one of them out."
            )
        ids.add(node.id.int)
    for relationship in graph.relationships:
        for end in (relationship.source, relationship.target):
            if end.id.int not in ids:
                raise InputError(
                    f"{relationship!r} has an end that is not in the graph: {end!r}. Add that node, "
                    "or remove the relationship."
                )
    with replacing(path) as file:
        file.write('{"nodes": [')
        file.writelines(_lines(map(_node, graph.nodes)))
        file.write('],\n"relationships": [')
        file.writelines(_lines(map(_relationship, graph.relationships)))
        file.write("]}\n")


def read(path: str | Path) -> tuple[list[Node], list[Relationship]]:
    """The nodes and the relationships of a file.

    Raises:
        InputError: the file is not a graph; says where.
        FileNotFoundError: there is no such file.
    """
    with without_collection():
        return _read(expanded(path))


def _read(path: Path) -> tuple[list[Node], list[Relationship]]:
    from ragas.testset.graph import Node, Relationship

    content = _content(path)
    nodes: list[Node] = []
    relationships: list[Relationship] = []
    by_id: dict[str, Node] = {}
    for index, entry in enumerate(content["nodes"]):
        try:
            node = Node(**entry)
        except (TypeError, ValidationError) as error:
            raise InputError(f"{path}: node {index} cannot be read: {error}") from None
        if str(node.id) in by_id:
            raise InputError(f"{path}: node {index} has the id of another one, {node.id}. Give each its own.")
        nodes.append(node)
        by_id[str(node.id)] = node
    for index, entry in enumerate(content["relationships"]):
        try:
            ends = {side: by_id[_plain_id(entry[side])] for side in ("source", "target")}
            relationships.append(Relationship(**{**entry, **ends}))
        except KeyError as error:
            raise InputError(
                f"{path}: relationship {index} cannot be read: there is no node, or no entry, {error}."
            ) from None
        except (TypeError, ValidationError) as error:
            raise InputError(f"{path}: relationship {index} cannot be read: {error}") from None
    return nodes, relationships


def _content(path: Path) -> dict[str, list[Any]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path} is not a JSON file: {error}") from None
    parts = ("nodes", "relationships")
    if not isinstance(content, dict) or not all(isinstance(content.get(part), list) for part in parts):
        raise InputError(f"{path} is not a knowledge graph: it needs the lists 'nodes' and 'relationships'.")
    return content


def _plain_id(value: Any) -> str:
    """An id as text. Graphs that other tools wrote can hold the whole node."""
    return str(value.get("id")) if isinstance(value, dict) else str(value)


def _lines(entries: Iterable[str]) -> Iterable[str]:
    separator = "\n"
    for entry in entries:
        yield separator
        yield entry
        separator = ",\n"


def _node(node: Node) -> str:
    return _json({"id": str(node.id), "properties": node.properties, "type": node.type.value}, node)


def _relationship(relationship: Relationship) -> str:
    entry = {
        "id": str(relationship.id),
        "type": relationship.type,
        "source": str(relationship.source.id),
        "target": str(relationship.target.id),
        "bidirectional": relationship.bidirectional,
        "properties": relationship.properties,
    }
    return _json(entry, relationship)


def _json(entry: dict[str, Any], item: Node | Relationship) -> str:
    try:
        text = json.dumps(entry, ensure_ascii=False, default=_plain)
        if text.isascii():
            return text
        text.encode()
    except UnicodeEncodeError:  # half a character, which JSON can name but no file can hold
        return json.dumps(entry, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{item!r} cannot be saved: {error}") from None
    return text


def _plain(value: Any) -> Any:
    """A value of Python, or of numpy, as one that JSON has."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if isinstance(value, (uuid.UUID, Path)):
        return str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if callable(getattr(value, "tolist", None)):  # arrays and numbers of numpy
        return value.tolist()
    raise TypeError(f"a value of {type(value)} has no form in JSON")
