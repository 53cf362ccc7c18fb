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
from ragas.schema.csv_cells import may_hold_messages, write_cell
from ragas.schema.paths import expanded


def write_jsonl(path: str | Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object a line."""
    with replacing(path) as file:
        for row in rows:
            file.write(encodable_json(row) + "\n")


def write_csv(
    path: str | Path, rows: Iterable[Mapping[str, Any]], columns: list[str], *, mend: bool = False
) -> None:
    """Write rows under a header; a value that is not text is written as JSON.

    With `mend`, half a character, which no text file can hold, is written as U+FFFD.

    Raises:
        InputError: a text holds half a character, and `mend` is not asked for.
    """
    with replacing(path) as file:
        if not columns:
            return
        writer = csv.writer(file)
        writer.writerow(columns)
        messages = may_hold_messages(columns)
        for index, row in enumerate(rows):
            cells = [write_cell(name, row.get(name), messages=messages) for name in columns]
            if mend:
                cells = [mended(cell) for cell in cells]
            try:
                writer.writerow(cells)
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


def mended(text: str) -> str:
    """`text` with U+FFFD where a character was cut in half."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """A UTF-8 file to write to, which takes the place of `path` once everything is written."""
    path = expanded(path).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        with open(unfinished, "x", encoding="utf-8", newline="") as file:
            yield file
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
