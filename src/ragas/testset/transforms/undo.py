"""Take back what a finished transformation put into a graph."""

from __future__ import annotations

from ragas.exceptions import InputError
from ragas.testset.graph import KnowledgeGraph, NodeType
from ragas.testset.graph_queries import CHILD
from ragas.testset.transforms.base import BaseGraphTransformation, Extractor, RelationshipBuilder, Splitter
from ragas.testset.transforms.relationship_builders import OverlapScoreBuilder


def undoable(transform: BaseGraphTransformation) -> None:
    """Refuse a transformation that cannot be taken back.

    Raises:
        InputError: it removes nodes, or does not tell what it writes.
    """
    if isinstance(transform, Splitter):
        return
    if isinstance(transform, Extractor) and getattr(transform, "property_name", None):
        return
    if isinstance(transform, RelationshipBuilder) and getattr(transform, "new_property_name", None):
        return
    raise InputError(
        f"What {type(transform).__name__} did cannot be taken back. Load the graph as it was saved before, or apply the "
        "transformations with checkpoint=..."
    )


def undo(kg: KnowledgeGraph, transform: BaseGraphTransformation) -> None:
    """Take back what an undoable transformation wrote."""
    if isinstance(transform, Splitter):
        _join(kg, transform)
    elif isinstance(transform, Extractor):
        name = str(getattr(transform, "property_name")).lower()  # noqa: B009  not an attribute of every extractor
        for node in kg.nodes:
            if transform.filter_nodes(node):
                node.properties = {
                    key: value for key, value in node.properties.items() if key.lower() != name
                }
    else:
        made = _type(transform)
        kg.relationships = [one for one in kg.relationships if one.type != made]


def _join(kg: KnowledgeGraph, splitter: Splitter) -> None:
    """Remove the chunks of the nodes that a splitter works on."""
    gone = {
        one.target.id
        for one in kg.relationships
        if one.type == CHILD and one.target.type is NodeType.CHUNK and splitter.filter_nodes(one.source)
    }
    kg.nodes = [node for node in kg.nodes if node.id not in gone]
    kg.relationships = [
        one for one in kg.relationships if one.source.id not in gone and one.target.id not in gone
    ]


def _type(builder: BaseGraphTransformation) -> str:
    """The type of the relationships that a builder makes."""
    if isinstance(builder, OverlapScoreBuilder):
        return f"{builder.property_name}_overlap"
    return str(getattr(builder, "new_property_name"))  # noqa: B009  not an attribute of every builder
