"""Cut a document by length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragas.exceptions import ConfigurationError
from ragas.testset.graph import Node, Relationship
from ragas.testset.transforms.base import Splitter
from ragas.testset.transforms.splitters.cuts import counter, grouped, parts, text_of, units


@dataclass
class TokenSplitter(Splitter):
    """Cuts a node into chunks of about equal length, at most `max_tokens` tokens each.

    Cuts lie between paragraphs where that fits, else between sentences. With `overlap_tokens`, a chunk begins with the
    last sentences of the one before it, up to so many tokens more. Tokens are estimated, unless a `tokenizer` with
    `encode` is given.
    """

    max_tokens: int = 500
    overlap_tokens: int = 0
    tokenizer: Any = None

    def __post_init__(self) -> None:
        if not 0 <= self.overlap_tokens < self.max_tokens:
            raise ConfigurationError(
                f"overlap_tokens={self.overlap_tokens!r} must be at least 0 and below max_tokens={self.max_tokens!r}."
            )

    async def split(self, node: Node) -> tuple[list[Node], list[Relationship]]:
        """The chunks and their relationships; the node itself, if its text is short enough.

        Raises:
            ValueError: the node has no text.
        """
        text = text_of(node)
        count = counter(self.tokenizer)
        most = self.max_tokens - self.overlap_tokens
        if count(text) <= self.max_tokens:
            return [node], []
        every = units(text, most, count)
        spans = []
        first = 0
        for group in grouped(every, most):
            begin, room = first, self.overlap_tokens
            while begin and every[begin - 1].tokens <= room:
                begin -= 1
                room -= every[begin].tokens
            spans.append((every[begin].start, group[-1].end))
            first += len(group)
        return parts(node, spans)
