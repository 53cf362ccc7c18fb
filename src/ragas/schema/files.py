"""Rows from files: JSONL, JSON, CSV and Parquet, read as far as they are asked for."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from ragas._extras import optional
from ragas.exceptions import InputError
from ragas.schema.column_maps import checked, new_names, renamed_rows
from ragas.schema.complaints import shown
from ragas.schema.csv_cells import may_hold_messages, read_cell
from ragas.schema.paths import expanded

NumberedRow = tuple[str, dict[str, Any]]
CSV_CELL_LIMIT = 2**31 - 1
STANDARD_INPUT = "-"
"""Stands for what is piped into the program, as JSONL, where a path belongs."""


def iter_rows(path: str | Path) -> Iterator[dict[str, Any]]:
    """The rows of a file one after the other, in whatever form its suffix says; "-" is JSONL on standard input.

    JSONL and CSV are read as far as they are asked for.

    Raises:
        InputError: the file cannot be read, is empty, has an unknown suffix, or a row in it is broken.
    """
    return (row for _, row in numbered_rows(path))


def numbered_rows(
    path: str | Path, names: Mapping[str, str] | None = None, limit: int | None = None
) -> Iterator[NumberedRow]:
    """As `iter_rows`, each row with the words that name its place, and at most `limit` of them.

    A column that is in `names` gets the name it has there.
    """
    limit = None if limit is None else min(limit, sys.maxsize)
    if str(path) == STANDARD_INPUT:
        return renamed_rows(islice(jsonl_rows(path), limit), names)
    path = expanded(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        if path.is_dir():
            raise InputError(f"{str(path)!r} is a folder, not a file.")
        raise InputError(
            f"{str(path)!r}: the suffix {path.suffix!r} is not one of {', '.join(READERS)}. "
            "Rename the file, or read it with the from_… method of its form."
        )
    if reader is csv_rows:  # where the name of a column says how its cells are read
        return islice(csv_rows(path, names), limit)
    return renamed_rows(islice(reader(path), limit), names)


def jsonl_rows(path: str | Path) -> Iterator[NumberedRow]:
    """The rows of a JSONL file: one object a line."""
    with _opened(path) as (file, name):
        index = -1
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            index += 1
            place = f"row {index} ({name}, line {number})"
            row = _json(line, f"{name}, line {number}")
            if isinstance(row, list) and index == 0:
                raise InputError(
                    f"{name}, line {number}: a list where an object belongs. A file that is one list of rows "
                    "has the suffix .json."
                )
            yield place, _object(row, place)
        if index < 0:
            raise _empty(name)


def json_rows(path: str | Path) -> Iterator[NumberedRow]:
    """The rows of a JSON file: a list of objects, or an object of columns."""
    with _opened(path) as (file, name):
        text = file.read()
        if not text.strip():
            raise _empty(name)
        content = _json(text, name)
    if isinstance(content, dict):
        content = rows_of_columns(content, name)
    if not isinstance(content, list):
        raise InputError(f"{name}: {shown(content)} is neither a list of rows nor an object of columns.")
    if not content:
        raise _empty(name)
    for index, row in enumerate(content):
        place = f"row {index} ({name})"
        yield place, _object(row, place)


def csv_rows(path: str | Path, names: Mapping[str, str] | None = None) -> Iterator[NumberedRow]:
    """The rows of a CSV file, its lists and mappings read from JSON or from Python lists in the cells."""
    # The limit is there for readers of unknown files; a retrieved document is easily longer than 128 kB.
    csv.field_size_limit(CSV_CELL_LIMIT)
    with _opened(path, newline="") as (file, name):
        reader = csv.reader(file, strict=True)
        header = _header(reader, name)
        if names:
            header = new_names(header, checked(names, header), f"{name}, line 1")
        messages = may_hold_messages(header)
        line = reader.line_num + 1
        index = 0
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                raise InputError(f"{name}, line {line}: not valid CSV ({error}).") from None
            if cells:
                if len(cells) != len(header):
                    raise InputError(
                        f"{name}, line {line}: {len(cells)} cells, but the header names {len(header)} columns. "
                        f"Cells with commas, quotes or line breaks need quotes around them. The line: {shown(cells)}"
                    )
                yield (
                    f"row {index} ({name}, line {line})",
                    {
                        column: read_cell(column, cell, messages=messages)
                        for column, cell in zip(header, cells, strict=True)
                    },
                )
                index += 1
            line = reader.line_num + 1
        if not index:
            raise InputError(f"{name} has a header but no rows.")


def parquet_rows(path: str | Path) -> Iterator[NumberedRow]:
    """The rows of a Parquet file."""
    path = expanded(path)
    with _opened(path):
        pass  # the same words for a path that cannot be read, whatever its form
    parquet = optional("pyarrow.parquet", extra="hf", purpose="Reading Parquet files")
    index = -1
    for index, row in enumerate(_parquet_rows(parquet, path)):
        yield f"row {index} ({str(path)!r})", without_padding(row)
    if index < 0:
        raise _empty(repr(str(path)))


def _parquet_rows(parquet: Any, path: Path) -> Iterator[dict[str, Any]]:
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=1000):
                yield from batch.to_pylist()
    except (ValueError, OSError, NotImplementedError) as error:  # pyarrow's own errors are kinds of these
        raise InputError(f"{str(path)!r} is not a Parquet file, or a damaged one: {error}") from None


READERS: dict[str, Callable[[Path], Iterator[NumberedRow]]] = {
    ".jsonl": jsonl_rows,
    ".json": json_rows,
    ".csv": csv_rows,
    ".parquet": parquet_rows,
}


def read_text(path: str | Path) -> str:
    """The text of a UTF-8 file."""
    with _opened(path) as (file, _):
        return file.read()


def rows_of_columns(columns: Mapping[str, Any], source: str) -> list[dict[str, Any]]:
    """Rows from columns of equal length."""
    wrong = next((name for name, values in columns.items() if not isinstance(values, (list, tuple))), None)
    if wrong is not None:
        raise InputError(
            f"{source}: column {wrong!r} holds {shown(columns[wrong])}, not a list with a value a row."
        )
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(f"{source}: the columns are not equally long: {lengths}.")
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def without_padding(row: Mapping[str, Any]) -> dict[str, Any]:
    """`row` without the keys a table format adds to mappings because other rows have them, with None as value."""
    return {name: _stripped(value) for name, value in row.items()}


def _stripped(value: Any) -> Any:
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    if isinstance(value, dict):
        return {key: _stripped(item) for key, item in value.items() if item is not None}
    return value


@contextmanager
def _opened(path: str | Path, newline: str | None = None) -> Iterator[tuple[TextIO, str]]:
    """`path` open for reading, with or without a byte order mark, and what messages call it."""
    piped = str(path) == STANDARD_INPUT
    path = expanded(path)
    name = "standard input" if piped else repr(str(path))
    try:
        with _piped() if piped else open(path, encoding="utf-8-sig", newline=newline) as file:
            yield file, name
    except FileNotFoundError:
        folder = path.parent
        near = get_close_matches(path.name, os.listdir(folder), n=1) if folder.is_dir() else []
        hint = f" Did you mean {str(folder / near[0])!r}?" if near else ""
        raise InputError(f"there is no file {str(path)!r}.{hint}") from None
    except IsADirectoryError:
        raise InputError(f"{str(path)!r} is a folder, not a file.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text: {error}. Save it as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}.") from None


@contextmanager
def _piped() -> Iterator[TextIO]:
    """Standard input as UTF-8, whatever the locale says; it stays open for others."""
    text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
    try:
        yield text
    finally:
        text.detach()


def _header(reader: Iterator[list[str]], name: str) -> list[str]:
    header = next((cells for cells in reader if cells), None)
    if header is None:
        raise _empty(name)
    header = [column.strip() for column in header]
    twice = next((column for column in header if header.count(column) > 1), None)
    if twice is not None:
        raise InputError(f"{name}, line 1: duplicate column: {twice!r} stands in the header twice.")
    if len(header) == 1 and (other := next((mark for mark in ";\t|" if mark in header[0]), None)):
        raise InputError(
            f"{name}, line 1: the header {shown(header[0])} is separated by {other!r}; "
            "a CSV file here is separated by commas. Export it with commas."
        )
    return header


def _json(text: str, place: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        hint = ". It looks like JSON Lines: give the file a name in .jsonl" if _is_jsonl(text, error) else ""
        raise InputError(
            f"{place}: not valid JSON ({error.msg} at character {error.pos + 1}): {_around(text, error.pos)}{hint}"
        ) from None
    except RecursionError:
        raise InputError(f"{place}: the values are nested too deeply to be read.") from None
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
    except ValueError:  # all that is left: more digits than Python is ready to read
        raise InputError(f"{place}: a number has more than {sys.get_int_max_str_digits()} digits.") from None


def _is_jsonl(text: str, error: json.JSONDecodeError) -> bool:
    """Whether one object ends its line and another begins the next."""
    first = text[: error.pos].rstrip()
    between = text[len(first) : error.pos]
    return error.msg == "Extra data" and first.endswith("}") and "\n" in between and text[error.pos] == "{"


def _around(text: str, position: int) -> str:
    """The piece of a long text where reading it failed."""
    start = max(0, position - 40)
    end = position + 40
    return f"{'…' if start else ''}{text[start:end].rstrip()!r}{'…' if end < len(text) else ''}"


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) < len(pairs):
        names = [name for name, _ in pairs]
        raise InputError(
            f"duplicate column: {next(n for n in names if names.count(n) > 1)!r} stands there twice."
        )
    return row


def _object(row: Any, place: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise InputError(f"{place}: {shown(row)} stands where an object with columns belongs.")
    return row


def _empty(name: str) -> InputError:
    return InputError(f"{name} is empty: it holds no rows.")
