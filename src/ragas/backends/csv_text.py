"""Rows as CSV that keeps types: texts stand in quotes, everything else is bare.

Any reader of CSV takes such a file as it takes others; who looks at the quotes can tell the text "1" from the number 1
and an empty text from none. A header all in quotes says that the file is written this way (R and, on request, pandas
write so, too). In any other CSV file each cell is a text.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragas.backends.values import from_text, from_word, to_text, to_word
from ragas.exceptions import InputError

CELL = re.compile(r'(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|\Z)')
"""A cell and what ends it: group 1 is a quoted cell, group 2 a bare one."""

QUOTED_HEADER = re.compile(r'"[^"]*(?:""[^"]*)*"(?:,"[^"]*(?:""[^"]*)*")*(?:\r\n|\n|\r|\Z)')
LIMIT = 2**31 - 1
"""Longest cell that is read; the library's own limit of 128 kB is shorter than many a document."""


def write(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """The rows, whose values are plain, under a header.

    Raises:
        InputError: there are rows but no columns.
    """
    if not columns:
        if rows:
            raise InputError("rows without any column cannot be kept as CSV.")
        return ""
    lines = [",".join(map(_quoted, columns))]
    # A row of nothing but one missing value would be a blank line, which readers skip.
    lines += [",".join(_cell(row.get(name)) for name in columns) or "null" for row in rows]
    return "\r\n".join(lines) + "\r\n"


def read(text: str, place: str) -> list[dict[str, Any]]:
    """The rows of a CSV text; `place` names it in messages.

    Raises:
        InputError: a line has more or fewer cells than the header, or a quote is out of place.
    """
    if not text.strip():
        return []
    typed = QUOTED_HEADER.match(text) is not None
    lines = _typed_lines(text, place) if typed else _plain_lines(text, place)
    number, header = next(lines)
    if len(set(header)) < len(header):
        twice = next(name for name in header if header.count(name) > 1)
        raise InputError(f"{place}, line {number}: the column {twice!r} stands in the header twice.")
    rows = []
    for number, cells in lines:
        if len(cells) != len(header):
            raise InputError(
                f"{place}, line {number}: {len(cells)} cells, but the header names {len(header)} columns. "
                "Cells with commas, quotes or line breaks need quotes around them."
            )
        rows.append(dict(zip(header, cells, strict=True)))
    return rows


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _cell(value: Any) -> str:
    return _quoted(to_text(value)) if isinstance(value, (str, list, dict)) else to_word(value)


def _typed_lines(text: str, place: str) -> Iterator[tuple[int, list[Any]]]:
    """Each line's number and cells; the header's cells are names as they are."""
    position, line, header = 0, 1, True
    while position < len(text):
        begun, start, cells, end = line, position, [], ","
        while end == ",":
            found = CELL.match(text, position)
            if found is None:
                raise InputError(f"{place}, line {line}: a quote is out of place.")
            quoted, bare, end = found.groups()
            if quoted is None:
                cells.append(from_word(bare or ""))
            else:
                content = quoted.replace('""', '"')
                cells.append(content if header else from_text(content))
                line += quoted.count("\n")
            position = found.end()
        line += 1
        if position - start > len(end):  # no blank line
            yield begun, cells
        header = False


def _plain_lines(text: str, place: str) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(LIMIT)
    reader = csv.reader(io.StringIO(text, newline=""))
    begun = 1
    try:
        for cells in reader:
            if cells:
                yield begun, cells
            begun = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"{place}, line {begun}: not valid CSV ({error}).") from None
