"""Columns of a file under other names, as its reader asks for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ragas.exceptions import InputError


def reversed_map(column_map: Mapping[str, str]) -> dict[str, str]:
    """Our name by the file's, of a map that has the file's name by ours.

    Raises:
        InputError: a column of the file stands there twice.
    """
    names: dict[str, str] = {}
    for ours, theirs in column_map.items():
        if theirs in names:
            raise InputError(f"the column {theirs!r} cannot be both {names[theirs]!r} and {ours!r}.")
        names[theirs] = ours
    return names


def renamed_rows(
    rows: Iterator[tuple[str, dict[str, Any]]], names: Mapping[str, str] | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows with their columns renamed; a name that no row has is an error after the last one."""
    if not names:
        yield from rows
        return
    seen: dict[str, None] = {}
    for place, row in rows:
        seen.update(dict.fromkeys(row))
        yield place, dict(zip(new_names(list(row), names, place), row.values(), strict=True))
    checked(names, seen)


def new_names(columns: Sequence[str], names: Mapping[str, str], place: str) -> list[str]:
    """The columns under their new names.

    Raises:
        InputError: two would have the same one; the message starts with `place`.
    """
    renamed = [names.get(column, column) for column in columns]
    for column, name in zip(columns, renamed, strict=True):
        if column != name and renamed.count(name) > 1:
            raise InputError(
                f"{place}: {column!r} cannot be read as {name!r}, for there is a column {name!r}. Rename one of them."
            )
    return renamed


def checked(names: Mapping[str, str], columns: Collection[str]) -> Mapping[str, str]:
    """The names, refused when they rename a column that is not there."""
    absent = [column for column in names if column not in columns]
    if absent:
        raise InputError(
            f"there is no column {' and no column '.join(map(repr, absent))}; "
            f"the columns are {', '.join(map(repr, columns))}."
        )
    return names
