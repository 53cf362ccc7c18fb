"""Find the passages of a graph that may answer a question, by the rare words they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import log

from ragas.llms.local.tokens import tokenize
from ragas.testset.graph import KnowledgeGraph, NodeType
from ragas.testset.synthesizers.sources import text_of


class Passages:
    """The passages of a graph by the words in them. Documents that were cut into chunks are searched as chunks."""

    def __init__(self, kg: KnowledgeGraph) -> None:
        cut = {link.source.id for link in kg.relationships if link.type == "child"}
        self._texts = [
            text_of(one)
            for one in kg.nodes
            if text_of(one) and (one.type is not NodeType.DOCUMENT or one.id not in cut)
        ]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The passages each word is in; made when first asked for, since few sets need it."""
        places: dict[str, list[int]] = {}
        for at, text in enumerate(self._texts):
            for word in set(_keys(text)):
                places.setdefault(word, []).append(at)
        return places

    def nearest(self, question: str, count: int) -> Sequence[str]:
        """Up to `count` passages, the likeliest first."""
        scores: Counter[int] = Counter()
        for word in dict.fromkeys(_keys(question)):
            places = self._places.get(word, [])
            for at in places:
                scores[at] += round(1e6 * log(1 + len(self._texts) / len(places)))
        best = sorted(scores, key=lambda at: (-scores[at], at))[:count]
        return [self._texts[at] for at in best]


def _keys(text: str) -> list[str]:
    return [token.keys[0] for token in tokenize(text) if token.is_content]
