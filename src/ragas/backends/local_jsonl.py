"""Tables as JSONL files: one row a line."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from typing import ClassVar

from pydantic import BaseModel

from ragas.backends.base import Row
from ragas.backends.folder import FolderBackend, text_of
from ragas.backends.values import to_json


class LocalJSONLBackend(FolderBackend):
    """Keeps tables as `root_dir/datasets/name.jsonl` and `root_dir/experiments/name.jsonl`.

    Rows come back as they were. Dates are written as ISO texts and stay texts, unless a data model says otherwise.
    """

    suffix: ClassVar[str] = ".jsonl"

    def encode(self, data: Sequence[Row], data_model: type[BaseModel] | None) -> bytes:
        """The rows as JSON, one a line."""
        return "".join(f"{to_json(row)}\n" for row in data).encode()

    def decode(self, content: bytes, place: str) -> list[Row]:
        """The rows of a JSONL file; a line that is no row is left out with a warning that names it."""
        rows: list[Row] = []
        broken: list[str] = []
        for number, line in enumerate(text_of(content, place).split("\n"), start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if isinstance(row, dict):
                rows.append(row)
            else:
                broken.append(str(number))
        if broken:
            warnings.warn(
                f"{place}: {len(broken)} of {len(rows) + len(broken)} lines are no JSON objects and are left out: "
                f"line {', '.join(broken[:10])}{', …' if len(broken) > 10 else ''}.",
                UserWarning,
                stacklevel=4,
            )
        return rows
