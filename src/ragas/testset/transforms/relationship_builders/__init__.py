"""Relationships between nodes that are alike, or share things."""

from ragas.testset.transforms.relationship_builders.cosine import (
    CosineSimilarityBuilder,
    SummaryCosineSimilarityBuilder,
)
from ragas.testset.transforms.relationship_builders.traditional import (
    JaccardSimilarityBuilder,
    OverlapScoreBuilder,
)

__all__ = [
    "CosineSimilarityBuilder",
    "JaccardSimilarityBuilder",
    "OverlapScoreBuilder",
    "SummaryCosineSimilarityBuilder",
]
