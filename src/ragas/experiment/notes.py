"""Rows noted one by one between two saves, so that a process that dies loses none that was finished."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from typing import IO, Any, NamedTuple

from ragas.backends.values import plain_row, to_json
from ragas.exceptions import InputError

_log = logging.getLogger("ragas.experiment")


class Note(NamedTuple):
    """A finished row: its place in the run, what tells it from others, and the result."""

    row: int
    key: str
    result: dict[str, Any]


class Notes:
    """Lines in a file that the run alone holds; without a file, nothing is noted."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    def __iter__(self) -> Iterator[Note]:
        """What is noted; half a line, which a process that died left, is left out."""
        if self._file is None:
            return
        self._file.seek(0)
        for line in self._file.readlines():
            try:
                yield Note(*json.loads(line))
            except (ValueError, TypeError, RecursionError):
                continue

    def add(self, row: int, key: str, result: Mapping[str, Any]) -> None:
        """Note a result. What cannot be noted costs nothing: the next save tries again."""
        if self._file is None:
            return
        try:
            # Begun with a line end, so that half a line before it stays by itself.
            line = f"\n{to_json([row, key, plain_row(result)])}\n"
            self._file.write(line.encode())
        except (OSError, InputError, RecursionError) as error:
            _log.debug("row %d could not be noted: %s", row, error)

    def clear(self) -> None:
        """Forget what is noted, once it is saved."""
        if self._file is not None:
            self._file.truncate(0)
