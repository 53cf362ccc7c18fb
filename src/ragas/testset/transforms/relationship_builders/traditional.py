"""Relationships between nodes that have items in common, such as entities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ragas.exceptions import InputError
from ragas.metrics.similarity import DistanceMeasure
from ragas.testset.bulk import both_ways
from ragas.testset.graph import KnowledgeGraph, Node, Relationship
from ragas.testset.transforms.base import RelationshipBuilder
from ragas.testset.transforms.relationship_builders.items import jaccard_pairs, matching_items, noise

__all__ = ["DistanceMeasure", "JaccardSimilarityBuilder", "OverlapScoreBuilder"]


@dataclass
class JaccardSimilarityBuilder(RelationshipBuilder):
    """Relates each two nodes that share at least `threshold` of the items both have together.

    Items are the property `property_name`, or what stands in it under `key_name`, and are alike when they are equal.
    """

    property_name: str = "entities"
    key_name: str | None = None
    new_property_name: str = "jaccard_similarity"
    threshold: float = 0.5

    async def transform(self, kg: KnowledgeGraph) -> list[Relationship]:
        """A bidirectional relationship for each pair, of type and with a property `new_property_name`.

        Raises:
            InputError: a node does not have the property.
        """
        nodes = list({node.id: node for node in self._chosen(kg)}.values())
        groups = [_items(node, self.property_name, self.key_name) for node in nodes]
        name = self.new_property_name
        pairs = jaccard_pairs(groups, self.threshold)
        return both_ways(
            name, ((nodes[first], nodes[second], {name: value}) for first, second, value in pairs)
        )


@dataclass
class OverlapScoreBuilder(RelationshipBuilder):
    """Relates nodes with items that are spelled alike, and keeps which.

    Two items match when their similarity by `distance_measure`, in lower case, is at least `distance_threshold`. The
    score is the number of matches over the number of pairs of items; nodes are related when they have a match and the
    score is at least `threshold`. An item does not count when it is among the most frequent twentieth of all, and
    stands in more than two nodes and more than a tenth of them: it tells nothing about two nodes in particular.
    """

    property_name: str = "entities"
    key_name: str | None = None
    new_property_name: str = "overlap_score"
    distance_measure: DistanceMeasure = DistanceMeasure.JARO_WINKLER
    distance_threshold: float = 0.9
    threshold: float = 0.01

    async def transform(self, kg: KnowledgeGraph) -> list[Relationship]:
        """A bidirectional relationship of type `{property_name}_overlap` for each pair.

        Its properties are `{property_name}_{new_property_name}` and `overlapped_items`, pairs of the item of the source
        and the one of the target.

        Raises:
            InputError: a node does not have the property.
        """
        nodes = list({node.id: node for node in self._chosen(kg)}.values())
        groups = [_items(node, self.property_name, self.key_name) for node in nodes]
        common = noise(groups)
        groups = [[item for item in group if item not in common] for group in groups]
        name = f"{self.property_name}_{self.new_property_name}"

        def links() -> Iterator[tuple[Node, Node, dict[str, Any]]]:
            for first, second, items in matching_items(
                groups, self.distance_measure, self.distance_threshold
            ):
                score = len(items) / (len(groups[first]) * len(groups[second]))
                if score >= self.threshold:
                    yield nodes[first], nodes[second], {name: score, "overlapped_items": items}

        return both_ways(f"{self.property_name}_overlap", links())


def _items(node: Node, name: str, key: str | None) -> list[str]:
    """What a node has in a property, each once, in order."""
    value: Any = node.get_property(name)
    if value is None and name.lower() not in (one.lower() for one in node.properties):
        raise InputError(
            f"Node {node.id} has no {name}. Run the extractor of {name!r} first, "
            "or leave the node out with filter_nodes."
        )
    if key is not None:
        value = value.get(key) if isinstance(value, dict) else None
    if value is None:
        return []
    many: Iterable[Any] = [value] if isinstance(value, str) else value
    return list(dict.fromkeys(map(str, many)))
