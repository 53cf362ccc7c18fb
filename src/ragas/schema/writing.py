"""Rows to files, in UTF-8, written whole or not at all."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from ragas._unfinished import unfinished
from ragas.exceptions import InputError
from ragas.schema.complaints import shown
from ragas.schema.csv_cells import may_hold_messages, write_cell
from ragas.schema.paths import expanded


def write_jsonl(path: str | Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object a line.

    Raises:
        InputError: a value cannot be written; names row and column.
    """
    with replacing(path) as file:
        for index, row in enumerate(rows):
            try:
                line = encodable_json(row)
            except (ValueError, RecursionError):
                raise _unwritable(index, row) from None
            file.write(line + "\n")


def write_csv(
    path: str | Path, rows: Iterable[Mapping[str, Any]], columns: list[str], *, mend: bool = False
) -> None:
    """Write rows under a header; a value that is not text is written as JSON.

    With `mend`, half a character, which no text file can hold, is written as U+FFFD.

    Raises:
        InputError: a text holds half a character, and `mend` is not asked for, or a value cannot be written; names
            row and column.
    """
    with replacing(path) as file:
        if not columns:
            return
        writer = csv.writer(file)
        messages = may_hold_messages(columns)
        _write_cells(writer, [mended(name) for name in columns] if mend else columns, columns, "the name of")
        for index, row in enumerate(rows):
            try:
                cells = [write_cell(name, row.get(name), messages=messages) for name in columns]
            except (ValueError, RecursionError):
                raise _unwritable(index, row) from None
            if mend:
                cells = [mended(cell) for cell in cells]
            _write_cells(writer, cells, columns, f"row {index},")


def _write_cells(writer: Any, cells: Sequence[str], columns: Sequence[str], place: str) -> None:
    try:
        writer.writerow(cells)
    except UnicodeEncodeError as error:
        half = error.object[error.start : error.end]
        column = next((name for name, cell in zip(columns, cells, strict=True) if half in cell), "")
        raise InputError(
            f"{place} column {column!r:.80} holds half a character ({half!r}), which no text file can hold. Write "
            "JSONL, or repair the text."
        ) from None


def _unwritable(index: int, row: Mapping[str, Any]) -> InputError:
    """The error that names the value that JSON cannot hold."""
    for name, value in row.items():
        try:
            json.dumps(value, default=str)
        except (ValueError, RecursionError):
            return InputError(
                f"row {index}, column {name!r:.80}: {shown(value)} cannot be written: a number has more digits than "
                f"Python writes ({sys.get_int_max_str_digits():,}), or values are nested too deeply. Keep it as a text."
            )
    return InputError(f"row {index} cannot be written: its values are nested too deeply.")


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
    """A UTF-8 file to write to, which takes the place of `path` once everything is written.

    Raises:
        OSError: it cannot be written; names `path`.
    """
    path = expanded(path).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = unfinished(path)
    try:
        with open(part, "x", encoding="utf-8", newline="") as file:
            yield file
        os.replace(part, path)
    except OSError as error:
        if error.filename is not None and str(error.filename) == str(part):
            error.filename = str(path)
        raise
    finally:
        with suppress(OSError):  # it is gone; or the disk is read-only, and the error says so
            part.unlink()
