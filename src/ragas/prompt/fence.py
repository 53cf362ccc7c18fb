"""Fence data off from instructions, so that text from a sample can neither close its block nor pass for an order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

MARK_LENGTH = 4


class Lines(tuple[str, ...]):
    """Short items that stand in one block, one a line and numbered from 1; line breaks inside an item are folded."""

    __slots__ = ()


Data = str | Lines | Sequence[str]


def fence_mark(texts: Sequence[str]) -> str:
    """A short mark that occurs in none of `texts`; the same texts always get the same mark."""
    digest = sha256("\x1f".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
    length = MARK_LENGTH
    while any(digest[:length] in text for text in texts):
        length += 1
        if length > len(digest):
            digest, length = sha256(digest.encode()).hexdigest(), MARK_LENGTH
    return digest[:length]


def fenced(blocks: Mapping[str, Data]) -> str:
    """Each block between an opening and a closing line that carry the same mark.

    A text is one block, `Lines` are one block with a numbered line an item, and any other sequence is one
    block an item: `<chunk 1 3f9a>`.
    """
    mark = fence_mark(
        [text for data in blocks.values() for text in ([data] if isinstance(data, str) else data)]
    )
    parts = []
    for name, data in blocks.items():
        if isinstance(data, str):
            parts.append(_block(f"{name} {mark}", data))
        elif isinstance(data, Lines):
            lines = "\n".join(f"[{number}] {' '.join(item.split())}" for number, item in enumerate(data, 1))
            parts.append(_block(f"{name} {mark}", lines))
        else:
            parts.extend(_block(f"{name} {number} {mark}", item) for number, item in enumerate(data, 1))
    return "\n".join(parts)


def _block(label: str, text: str) -> str:
    return f"<{label}>\n{text}\n</{label}>"
