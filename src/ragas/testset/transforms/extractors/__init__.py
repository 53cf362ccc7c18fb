"""Extractors: each finds one property of a node."""

from ragas.testset.transforms.extractors.embeddings import EmbeddingExtractor
from ragas.testset.transforms.extractors.llm_based import (
    HeadlinesExtractor,
    KeyphrasesExtractor,
    NERExtractor,
    SummaryExtractor,
    ThemesExtractor,
    TitleExtractor,
    TopicDescriptionExtractor,
)
from ragas.testset.transforms.extractors.regex_based import (
    RegexBasedExtractor,
    emails_extractor,
    links_extractor,
    markdown_headings_extractor,
)

__all__ = [
    "EmbeddingExtractor",
    "HeadlinesExtractor",
    "KeyphrasesExtractor",
    "NERExtractor",
    "RegexBasedExtractor",
    "SummaryExtractor",
    "ThemesExtractor",
    "TitleExtractor",
    "TopicDescriptionExtractor",
    "emails_extractor",
    "links_extractor",
    "markdown_headings_extractor",
]
