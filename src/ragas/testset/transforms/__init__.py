"""Transformations: they find out about the nodes of a knowledge graph, split them, link them, filter them."""

from ragas.testset.transforms.base import (
    BaseGraphTransformation,
    Extractor,
    LLMBasedExtractor,
    LLMBasedNodeFilter,
    NodeFilter,
    RelationshipBuilder,
    Splitter,
)
from ragas.testset.transforms.default import default_transforms, default_transforms_for_prechunked
from ragas.testset.transforms.engine import (
    Parallel,
    Transforms,
    aapply_transforms,
    apply_transforms,
    get_desc,
    rollback_transforms,
)
from ragas.testset.transforms.extractors import (
    EmbeddingExtractor,
    HeadlinesExtractor,
    KeyphrasesExtractor,
    NERExtractor,
    RegexBasedExtractor,
    SummaryExtractor,
    ThemesExtractor,
    TitleExtractor,
    TopicDescriptionExtractor,
    emails_extractor,
    links_extractor,
    markdown_headings_extractor,
)
from ragas.testset.transforms.filters import CustomNodeFilter
from ragas.testset.transforms.relationship_builders import (
    CosineSimilarityBuilder,
    JaccardSimilarityBuilder,
    OverlapScoreBuilder,
    SummaryCosineSimilarityBuilder,
)
from ragas.testset.transforms.splitters import HeadlineSplitter, TokenSplitter

__all__ = [
    "BaseGraphTransformation",
    "CosineSimilarityBuilder",
    "CustomNodeFilter",
    "EmbeddingExtractor",
    "Extractor",
    "HeadlineSplitter",
    "HeadlinesExtractor",
    "JaccardSimilarityBuilder",
    "KeyphrasesExtractor",
    "LLMBasedExtractor",
    "LLMBasedNodeFilter",
    "NERExtractor",
    "NodeFilter",
    "OverlapScoreBuilder",
    "Parallel",
    "RegexBasedExtractor",
    "RelationshipBuilder",
    "Splitter",
    "SummaryCosineSimilarityBuilder",
    "SummaryExtractor",
    "ThemesExtractor",
    "TitleExtractor",
    "TokenSplitter",
    "TopicDescriptionExtractor",
    "Transforms",
    "aapply_transforms",
    "apply_transforms",
    "default_transforms",
    "default_transforms_for_prechunked",
    "emails_extractor",
    "get_desc",
    "links_extractor",
    "markdown_headings_extractor",
    "rollback_transforms",
]
