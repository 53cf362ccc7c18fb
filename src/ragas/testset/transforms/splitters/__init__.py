"""Splitters: each cuts a node into nodes."""

from ragas.testset.transforms.splitters.headline import HeadlineSplitter
from ragas.testset.transforms.splitters.tokens import TokenSplitter

__all__ = ["HeadlineSplitter", "TokenSplitter"]
