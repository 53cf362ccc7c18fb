"""The lines of a run's journal: where each one starts and what it is about, told without reading it whole.

Below both the engine, which writes them, and the schema, which reads results out of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from ragas.exceptions import InputError

FILE_NAME = "journal.jsonl"

_HEAD = re.compile(
    rb'\{"kind":"(\w+)","row":(null|\d+)(?:,"metric":(null|"(?:[^"\\]|\\.)*"))?(?:,"status":"(\w+)")?'
)


class Mark(NamedTuple):
    """A line of a journal: what it is about and where it starts."""

    kind: str
    row: int | None
    metric: str | None
    offset: int
    status: str | None = None
    """Of a cell."""


def marks(path: Path) -> Iterator[Mark]:
    """The heads of a journal's whole lines; a last line without its end is left out."""
    offset = 0
    with open(path, "rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                return
            if head := _HEAD.match(line):
                kind, row, metric, status = head.groups()
                yield Mark(
                    kind.decode(),
                    None if row == b"null" else int(row),
                    None if metric in (None, b"null") else str(json.loads(metric)),
                    offset,
                    None if status is None else status.decode(),
                )
            offset += len(line)


def entry(file: IO[bytes], offset: int) -> dict[str, Any]:
    """The line of an open journal that starts at `offset`.

    Raises:
        InputError: it is damaged; says where.
    """
    file.seek(offset)
    try:
        value = json.loads(file.readline().decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{getattr(file, 'name', 'the journal')!r} is damaged at byte {offset}: {error}. Delete that line to have "
            "what it held scored again."
        ) from None
    if not isinstance(value, dict):
        raise InputError(f"{getattr(file, 'name', 'the journal')!r} is damaged at byte {offset}: no object.")
    return value
