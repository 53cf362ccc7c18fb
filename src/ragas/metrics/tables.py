"""Tables written as CSV: read, their cells typed, and two of them compared row by row or column by column."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragas.metrics.assignment import best_assignment

Cell = str | int | float | bool | None
Row = tuple[Any, ...]

_NAN = ("NaN", "-NaN", "nan", "-nan", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN")
_ABSENT = ("NA", "N/A", "n/a", "<NA>", "#NA", "#N/A", "#N/A N/A", "NULL", "null", "None")
MISSING = frozenset(("", *_NAN, *_ABSENT))
"""What stands for a missing cell, as in pandas."""
_NUMBER = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*|[+-]?inf(?:inity)?", re.I)
_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,300}\s*")  # what has more digits than a float can be is infinite
_BOOLEAN = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}
MOST_TO_PAIR = 50
"""Up to so many rows that differ are paired by how many cells agree, more in their order."""


class NotATable(ValueError):
    """The text cannot be read as CSV."""


@dataclass(frozen=True, slots=True)
class Table:
    """Column names, in lower case and told apart, and the cells of each row as text."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]


def read_table(text: str) -> Table:
    """Read CSV with a header. Blank lines are skipped, short rows end with missing cells.

    Raises:
        NotATable: there is no header, a row has more cells than the header, or a quote is not closed.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        lines = [(reader.line_num, line) for line in reader if line and (len(line) > 1 or line[0].strip())]
    except csv.Error as error:
        raise NotATable(f"line {reader.line_num}: {error}") from None
    if not lines:
        raise NotATable("there is no line in it")
    header = _told_apart([name.lower() for name in lines[0][1]])
    rows = []
    for number, line in lines[1:]:
        if len(line) > len(header):
            raise NotATable(f"line {number} has {len(line)} cells, the header {len(header)}")
        rows.append((*line, *[""] * (len(header) - len(line))))
    return Table(header, rows)


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names; the second `a` becomes `a.1`."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        told.append(f"{name}.{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return tuple(told)


def typed(values: Sequence[str]) -> list[Cell]:
    """The cells of one column: numbers or truth values if all that are not missing are, else texts."""
    present = [value for value in values if value not in MISSING]
    if all(map(_NUMBER.fullmatch, present)):
        return [None if value in MISSING else _number(value) for value in values]
    if all(value in _BOOLEAN for value in present):
        return [None if value in MISSING else _BOOLEAN[value] for value in values]
    return [None if value in MISSING else value for value in values]


def _number(text: str) -> int | float:
    return int(text) if _WHOLE.fullmatch(text) else float(text)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two tables have in common. Rows are tuples of cells in the order of `columns`.

    `columns` are those of the reference that the response has too.
    """

    columns: tuple[str, ...]
    missing_columns: tuple[str, ...]
    extra_columns: tuple[str, ...]
    same_rows: int
    missing_rows: list[Row]
    extra_rows: list[Row]

    def unequal_columns(self) -> list[str]:
        """The shared columns in which some row of one table differs from its partner in the other.

        Rows that are the same are partners; the others are paired so that most cells agree.
        """
        if not self.missing_rows or not self.extra_rows:
            one_is_empty = bool(self.missing_rows or self.extra_rows) and not self.same_rows
            return list(self.columns) if one_is_empty else []
        pairs = self._pairs()
        return [
            name
            for place, name in enumerate(self.columns)
            if any(missing[place] != extra[place] for missing, extra in pairs)
        ]

    def _pairs(self) -> list[tuple[Row, Row]]:
        missing, extra = self.missing_rows, self.extra_rows
        if max(len(missing), len(extra)) > MOST_TO_PAIR:
            return list(zip(missing, extra, strict=False))
        agreeing = [[float(sum(map(_equal, a, b))) for b in extra] for a in missing]
        return [(missing[row], extra[other]) for row, other in best_assignment(agreeing)]


def _equal(a: Cell, b: Cell) -> bool:
    return a == b


def compare(reference: Table, response: Table) -> Comparison:
    """Compare two tables in the columns they share. The order of rows and columns does not count."""
    shared = tuple(name for name in reference.columns if name in response.columns)
    of_reference, of_response = _cells(reference, response, shared)
    counted = Counter(of_response)
    missing = []
    for row in of_reference:
        if counted[row]:
            counted[row] -= 1
        else:
            missing.append(row)
    extra = []
    for row in reversed(of_response):
        if counted[row]:
            counted[row] -= 1
            extra.append(row)
    extra.reverse()
    return Comparison(
        shared,
        tuple(name for name in reference.columns if name not in shared),
        tuple(name for name in response.columns if name not in shared),
        len(of_reference) - len(missing),
        missing,
        extra,
    )


def _cells(reference: Table, response: Table, shared: Sequence[str]) -> tuple[list[Row], list[Row]]:
    """The rows of both tables in the shared columns; a column has one type in both."""
    count = len(reference.rows)
    columns = []
    for name in shared:
        here, there = reference.columns.index(name), response.columns.index(name)
        columns.append(typed([row[here] for row in reference.rows] + [row[there] for row in response.rows]))
    rows: list[Row] = list(zip(*columns, strict=True)) if columns else [()] * (count + len(response.rows))
    return rows[:count], rows[count:]
