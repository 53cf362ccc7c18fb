"""Server-sent events, read from bytes as they come and within bounds: the server is not trusted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ragas.exceptions import RagasError

MAX_EVENT = 8_000_000
"""Bytes of one event, and of one line."""

MAX_BODY = 64_000_000
"""Bytes of a whole stream."""

LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass
class EventStream:
    """Takes the chunks of a stream and gives the data of each event in it.

    Raises:
        RagasError: a line, an event or the stream is longer than allowed.
    """

    max_event: int = MAX_EVENT
    max_body: int = MAX_BODY
    read: int = field(default=0, init=False)
    """Bytes so far."""
    _line: list[bytes] = field(default_factory=list, init=False)
    _data: list[bytes] = field(default_factory=list, init=False)
    _size: int = field(default=0, init=False)
    """Bytes of the event under way, its lines that are no data included."""
    _after_return: bool = field(default=False, init=False)

    def feed(self, chunk: bytes) -> Iterator[str]:
        """The data of the events that end in this chunk."""
        self.read += len(chunk)
        if self.read > self.max_body:
            raise RagasError(f"The stream is longer than {self.max_body} bytes; the rest is not read.")
        if self._after_return and chunk.startswith(b"\n"):  # a line end that two chunks share
            chunk, self._after_return = chunk[1:], False
        if not chunk:
            return
        self._after_return = chunk.endswith(b"\r")
        *ended, rest = LINE_END.split(chunk)
        for piece in ended:
            self._grow(piece)
            line = b"".join(self._line)
            self._line.clear()
            yield from self._take(line)
        self._grow(rest)

    def end(self) -> Iterator[str]:
        """The data of an event that the end of the stream ended."""
        for line in (b"".join(self._line), b""):
            yield from self._take(line)

    def _take(self, line: bytes) -> Iterable[str]:
        """The data of an event that this line ends, if it ends one."""
        if not line:
            data, self._data, self._size = self._data, [], 0
            return [b"\n".join(data).decode("utf-8", "replace")] if data else []
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
        elif not self._data:
            self._size = 0  # comments keep a connection alive, for as long as it takes
        return []

    def _grow(self, piece: bytes) -> None:
        self._line.append(piece)
        self._size += len(piece)
        if self._size > self.max_event:
            raise RagasError(f"The stream holds an event of more than {self.max_event} bytes.")
