"""Tables as JSONL files: one row a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import ClassVar

from pydantic import BaseModel

from ragas.backends.base import Row
from ragas.backends.folder import FolderBackend, text_of
from ragas.backends.values import to_json
from ragas.exceptions import InputError


class LocalJSONLBackend(FolderBackend):
    """Keeps tables as `root_dir/datasets/name.jsonl` and `root_dir/experiments/name.jsonl`.

    Rows come back as they were. Dates are written as ISO texts and stay texts, unless a data model says otherwise.
    """

    suffix: ClassVar[str] = ".jsonl"
    pads: ClassVar[bool] = False

    def encode(self, data: Sequence[Row], data_model: type[BaseModel] | None) -> bytes:
        """The rows as JSON, one a line."""
        return "".join(f"{to_json(row)}\n" for row in data).encode()

    def decode(self, content: bytes, place: str) -> list[Row]:
        """The rows of a JSONL file.

        Raises:
            InputError: a line is no JSON object; names it.
        """
        rows: list[Row] = []
        for number, line in enumerate(text_of(content, place).split("\n"), start=1):
            if not line.strip():
                continue
            rows.append(_row(line, f"{place}, line {number}"))
        return rows


def _row(line: str, place: str) -> Row:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{place}: not valid JSON ({error.msg} at character {error.pos + 1}): {line.strip()!r:.80}. Mend the line, "
            "or take it out."
        ) from None
    except (ValueError, RecursionError) as error:  # more digits or levels than Python is ready to read
        raise InputError(f"{place}: {error}.") from None
    if not isinstance(row, dict):
        raise InputError(f"{place}: {row!r:.80} stands where an object with columns belongs.")
    return row
