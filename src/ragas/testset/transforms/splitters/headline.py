"""Cut a document at its headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragas.exceptions import ConfigurationError
from ragas.testset.graph import Node, Relationship
from ragas.testset.transforms.base import Splitter
from ragas.testset.transforms.splitters.cuts import Count, Span, counter, even, parts, text_of

_MARKS = " \t#*_=>-.):0123456789"


@dataclass
class HeadlineSplitter(Splitter):
    """Cuts a node into chunks of `min_tokens` to `max_tokens` tokens, at the headings in its property `headlines`.

    Sections that are too short go together with the next, those that are too long are cut between paragraphs or
    sentences. The chunks together are the text, to the last space. A text of fewer than `min_tokens` tokens stays
    whole; one without headings, or whose headings do not occur in it, is cut by length alone.
    """

    min_tokens: int = 300
    max_tokens: int = 1000
    tokenizer: Any = None

    def __post_init__(self) -> None:
        if not 0 <= self.min_tokens < self.max_tokens:
            raise ConfigurationError(
                f"min_tokens={self.min_tokens!r} must be at least 0 and below max_tokens={self.max_tokens!r}."
            )

    async def split(self, node: Node) -> tuple[list[Node], list[Relationship]]:
        """The chunks and their relationships; the node itself, if it stays whole.

        Raises:
            ValueError: the node has no text.
        """
        text = text_of(node)
        count = counter(self.tokenizer)
        if count(text) < self.min_tokens:
            return [node], []
        sections = _sections(text, node.get_property("headlines") or ())
        return parts(node, self._spans(text, sections, count))

    def _spans(self, text: str, sections: Sequence[Span], count: Count) -> list[Span]:
        joined: list[tuple[Span, int]] = []  # with their sizes
        start = 0
        for _, end in sections:
            size = count(text[start:end])
            if size >= self.min_tokens:
                joined.append(((start, end), size))
                start = end
        if start < len(text):  # what is left at the end is too short by itself
            before, _ = joined.pop() if joined else ((start, start), 0)
            joined.append(((before[0], len(text)), count(text[before[0] :])))
        spans: list[Span] = []
        for (start, end), size in joined:
            if size <= self.max_tokens:
                spans.append((start, end))
            else:
                inner = even(text[start:end], self.max_tokens, count)
                spans += [(start + one, start + other) for one, other in inner]
        return spans


def _sections(text: str, headlines: Sequence[str]) -> list[Span]:
    """The spans between the headings that occur in the text."""
    lines = _lines(text)
    cuts = {0}
    for headline in headlines:
        wanted = _bare(str(headline))
        if not wanted:
            continue
        if (place := lines.get(wanted)) is None:
            words = r"\s+".join(map(re.escape, str(headline).split()))
            found = re.search(words, text, re.IGNORECASE)
            place = found.start() if found else None
        if place is not None:
            cuts.add(place)
    ordered = sorted(cuts)
    return list(zip(ordered, [*ordered[1:], len(text)], strict=True))


def _lines(text: str) -> dict[str, int]:
    """Where each line that could be a heading begins; of equal ones the first."""
    found: dict[str, int] = {}
    at = 0
    for line in text.splitlines(keepends=True):
        if len(line) <= 200 and (bare := _bare(line)):
            found.setdefault(bare, at)
        at += len(line)
    return found


def _bare(line: str) -> str:
    """A heading without its marks and numbers, or with them where nothing else is left."""
    plain = " ".join(line.casefold().split())
    return plain.strip(_MARKS) or plain.strip(" #")
