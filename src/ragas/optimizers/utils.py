"""`hamming_distance` under the import path Ragas has always had."""

from ragas.optimizers.selection import hamming_distance

__all__ = ["hamming_distance"]
