"""Rows to files, in UTF-8, written whole or not at all."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, TextIO

from ragas.exceptions import InputError
from ragas.schema.csv_cells import write_cell


def write_jsonl(path: str | Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object a line."""
    with replacing(path) as file:
        for row in rows:
            file.write(encodable_json(row) + "\n")


def write_csv(path: str | Path, rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    """Write rows under a header; a value that is not text is written as JSON."""
    with replacing(path) as file:
        if not columns:
            return
        writer = csv.writer(file)
        writer.writerow(columns)
        for index, row in enumerate(rows):
            try:
                writer.writerow([write_cell(row.get(name)) for name in columns])
            except UnicodeEncodeError as error:
                raise InputError(
                    f"row {index} holds half a character ({error.object[error.start : error.end]!r}), which no text "
                    "file can hold. Write JSONL, or repair the text."
                ) from None


def encodable_json(value: Any, **options: Any) -> str:
    """`value` as JSON that can be written as UTF-8, also when a text in it was cut in the middle of a character."""
    text = json.dumps(value, ensure_ascii=False, default=str, **options)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, default=str, **options)
    return text


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """A UTF-8 file to write to, which takes the place of `path` once everything is written."""
    path = Path(path).expanduser().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        with open(unfinished, "x", encoding="utf-8", newline="") as file:
            yield file
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
