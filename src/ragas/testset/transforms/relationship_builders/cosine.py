"""Relationships between nodes whose embeddings point the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragas.exceptions import InputError
from ragas.testset.bulk import both_ways
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.transforms.base import RelationshipBuilder

ROUNDING = 1e-12
"""Products of floats are off by less than this, which must not decide whether equal vectors reach a threshold of 1."""


@dataclass
class CosineSimilarityBuilder(RelationshipBuilder):
    """Relates each two nodes whose embeddings have a cosine of at least `threshold`.

    Exact, over all pairs, in blocks of `block_size` nodes: memory grows with the number of nodes times that, and with
    the relationships found. A vector without length is like none.
    """

    property_name: str = "embedding"
    new_property_name: str = "cosine_similarity"
    threshold: float = 0.9
    block_size: int = 1024

    async def transform(self, kg: KnowledgeGraph) -> list[Relationship]:
        """A bidirectional relationship for each pair, of type and with a property `new_property_name`.

        Raises:
            InputError: a node has no embedding, or embeddings differ in length.
        """
        import numpy as np

        nodes = list({node.id: node for node in self._chosen(kg)}.values())
        vectors = [node.get_property(self.property_name) for node in nodes]
        for node, vector in zip(nodes, vectors, strict=True):
            if vector is None:
                raise InputError(
                    f"Node {node.id} has no {self.property_name}. Embed every node first, "
                    "or leave it out with filter_nodes."
                )
        self._validate_embedding_shapes(vectors)
        if len(nodes) < 2:
            return []
        matrix = np.array(vectors, dtype=np.float64)
        if not np.isfinite(matrix).all():
            bad = nodes[int(np.flatnonzero(~np.isfinite(matrix).all(axis=1))[0])]
            raise InputError(f"Node {bad.id} has a number in {self.property_name} that is not finite.")
        name = self.new_property_name
        pairs = self._find_similar_embedding_pairs(matrix, self.threshold)
        return both_ways(
            name, ((nodes[first], nodes[second], {name: value}) for first, second, value in pairs)
        )

    def _find_similar_embedding_pairs(
        self, embeddings: Any, threshold: float
    ) -> list[tuple[int, int, float]]:
        """The rows (first < second) of an (n, d) array with a cosine of at least `threshold`, and that cosine."""
        import numpy as np

        units = _units(embeddings)
        size = max(1, self.block_size)
        found: list[tuple[Any, Any, Any]] = []  # arrays, and no objects until all products are made
        for top in range(0, len(units), size):
            for left in range(top, len(units), size):
                block = units[top : top + size] @ units[left : left + size].T
                rows, columns = np.divmod(np.flatnonzero(block >= threshold - ROUNDING), block.shape[1])
                if left == top:
                    above = columns > rows
                    rows, columns = rows[above], columns[above]
                found.append((rows + top, columns + left, block[rows, columns].clip(-1.0, 1.0)))
        return [pair for arrays in found for pair in zip(*(one.tolist() for one in arrays), strict=True)]

    def _block_cosine_similarity(self, i: Any, j: Any) -> Any:
        """The cosines between the rows of two arrays (n, d) and (m, d), of shape (n, m)."""
        return _units(i) @ _units(j).T

    def _validate_embedding_shapes(self, embeddings: Sequence[Any]) -> None:
        for index, vector in enumerate(embeddings):
            if len(vector) != len(embeddings[0]):
                raise InputError(
                    f"Embedding at index {index} has length {len(vector)}, expected {len(embeddings[0])}. "
                    "All embeddings must have the same length: use one embedding model."
                )


@dataclass
class SummaryCosineSimilarityBuilder(CosineSimilarityBuilder):
    """Relates documents whose summaries have embeddings with a cosine of at least `threshold`."""

    property_name: str = "summary_embedding"
    new_property_name: str = "summary_cosine_similarity"
    threshold: float = 0.1

    def _chosen(self, kg: KnowledgeGraph) -> list[Node]:
        return [node for node in super()._chosen(kg) if node.type == NodeType.DOCUMENT]


def _units(vectors: Any) -> Any:
    """The rows of an (n, d) array with length 1; those without length stay as they are."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1.0, lengths)
