"""Where a text is cut: between paragraphs where that fits, else between sentences, else between words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from uuid import uuid5

from ragas.engine.token_estimate import estimated_tokens
from ragas.exceptions import InputError
from ragas.llms.local.sentences import sentence_spans
from ragas.testset.graph import Node, NodeType, Relationship
from ragas.testset.transforms.extractors.rules import fenced_spans
from ragas.testset.transforms.pieces import pieces

Span = tuple[int, int]
Count = Callable[[str], int]

LOOSE_END = 0.1
"""What it costs to cut a paragraph in two: as much as a piece that is a third too long or too short."""


class Unit(NamedTuple):
    """A sentence with the space after it, or a part of one that is too long."""

    start: int
    end: int
    tokens: int
    ends_paragraph: bool


def counter(tokenizer: object = None) -> Count:
    """Counts the tokens of a text: with `tokenizer.encode`, else by estimate."""
    encode = getattr(tokenizer, "encode", None)
    return estimated_tokens if encode is None else lambda text: len(encode(text))


def units(text: str, most: int, count: Count) -> list[Unit]:
    """`text` in units of at most `most` tokens, which together are the text."""
    found: list[Unit] = []
    starts = [0, *_sentence_starts(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        tokens = count(text[start:end])
        share = math.ceil(tokens / math.ceil(tokens / (0.95 * most))) if tokens > most else most
        parts = [text[start:end]] if tokens <= most else pieces(text[start:end], max(1, share))
        at = start
        for part in parts:
            size = tokens if len(parts) == 1 else count(part)
            blank = part[len(part.rstrip()) :].count("\n") > 1
            found.append(Unit(at, at + len(part), size, blank))
            at += len(part)
    return [unit for unit in found if unit.end > unit.start]


def even(text: str, most: int, count: Count = estimated_tokens) -> list[Span]:
    """Spans of at most `most` tokens that are about equally long and together are the text."""
    return [(chosen[0].start, chosen[-1].end) for chosen in grouped(units(text, most, count), most)]


def grouped(all_units: Sequence[Unit], most: int) -> list[list[Unit]]:
    """Units in groups of at most `most` tokens, as equal in size as can be without cutting many paragraphs."""
    total = sum(unit.tokens for unit in all_units)
    wanted = max(1.0, total / max(1, math.ceil(total / most)))
    cost = [0.0]  # of the best way to group the first n units
    last = [0]  # where the last group of that way begins
    for end in range(1, len(all_units) + 1):
        loose = 0.0 if end == len(all_units) or all_units[end - 1].ends_paragraph else LOOSE_END
        size = 0
        best, begins = math.inf, end - 1
        for begin in range(end - 1, -1, -1):
            size += all_units[begin].tokens
            if size > most and begin < end - 1:
                break
            if (tried := cost[begin] + ((size - wanted) / wanted) ** 2 + loose) < best:
                best, begins = tried, begin
        cost.append(best)
        last.append(begins)
    groups: list[list[Unit]] = []
    end = len(all_units)
    while end:
        groups.append(list(all_units[last[end] : end]))
        end = last[end]
    return groups[::-1]


def parts(node: Node, spans: Sequence[Span]) -> tuple[list[Node], list[Relationship]]:
    """The chunks of a node at these spans of its text, each its child and linked to the next; the node itself for one.

    Their ids follow from the node's id and the spans, so that equal runs give equal graphs.
    """
    text = text_of(node)
    spans = [span for span in spans if text[slice(*span)].strip()]
    if len(spans) < 2:
        return [node], []
    chunks = [
        Node(
            id=uuid5(node.id, f"{start}:{end}"),
            type=NodeType.CHUNK,
            properties={"page_content": text[start:end], "start_index": start},
        )
        for start, end in spans
    ]
    children = [_link("child", node, chunk) for chunk in chunks]
    following = [_link("next", one, other) for one, other in pairwise(chunks)]
    return chunks, children + following


def text_of(node: Node) -> str:
    """The text of a node.

    Raises:
        ValueError: it has none.
    """
    text = node.get_property("page_content")
    if not isinstance(text, str):
        raise InputError(f"{node!r} has no text to split: its page_content is {text!r:.80}.")
    return text


def _link(kind: str, source: Node, target: Node) -> Relationship:
    return Relationship(id=uuid5(source.id, f"{kind}:{target.id}"), type=kind, source=source, target=target)


def _sentence_starts(text: str) -> Iterator[int]:
    """Where sentences begin, marks of lists and headings included; not the first, and none inside a block of code."""
    blocks = fenced_spans(text)
    at = last = 0
    for start, _ in sentence_spans(text):
        line = text.rfind("\n", 0, start) + 1
        begin = start if any(c.isalnum() for c in text[line:start]) else line
        while at < len(blocks) and blocks[at][1] <= begin:
            at += 1
        if at < len(blocks) and blocks[at][0] < begin:
            begin = blocks[at][0]
        if begin > last:
            yield begin
            last = begin
