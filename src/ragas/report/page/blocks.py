"""Rows of a report as blocks of compressed text, which the browser opens when it needs them."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ragas.schema.writing import encodable_json

LARGEST = 1_000_000
"""About how many characters a block holds: few enough to be opened in a blink."""
MOST_ROWS = 200
LEVEL = 4
"""Twice as fast as the usual 6, for files a few per cent larger."""
GZIP = 31
"""What tells zlib to write a gzip header, which the browser expects."""


def packed(text: str) -> str:
    """`text` compressed, in letters that end no script element."""
    squeezer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return b64encode(squeezer.compress(text.encode()) + squeezer.flush()).decode("ascii")


@dataclass
class Blocks:
    """Turns records into blocks one after the other, and remembers which row is in which.

    `of_row` is filled while `pack` is read; a row that found no place is not in it. `characters` counts what was
    packed. With `most` the blocks end once their compressed size has reached it.
    """

    most: int | None = None
    of_row: dict[int, int] = field(default_factory=dict)
    characters: int = 0

    def pack(self, records: Iterable[tuple[int, Any]]) -> Iterator[str]:
        """The blocks of `(row, record)` pairs. Each holds an object of records by row."""
        number, held, size, written = 0, list[tuple[int, str]](), 0, 0
        for row, record in records:
            text = encodable_json(record)
            held.append((row, text))
            size += len(text)
            if size >= LARGEST or len(held) >= MOST_ROWS:
                block = self._close(number, held, size)
                yield block
                number, held, size, written = number + 1, [], 0, written + len(block)
                if self.most is not None and written >= self.most:
                    return
        if held:
            yield self._close(number, held, size)

    def _close(self, number: int, held: list[tuple[int, str]], size: int) -> str:
        self.of_row.update((row, number) for row, _ in held)
        self.characters += size
        return packed("{" + ",".join(f'"{row}":{text}' for row, text in held) + "}")
