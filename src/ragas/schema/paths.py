"""Paths as users give them."""

from __future__ import annotations

from pathlib import Path

from ragas.exceptions import InputError
from ragas.schema.complaints import shown


def expanded(path: str | Path) -> Path:
    """`path` with the home folder in place of its `~`.

    Raises:
        InputError: no file can have this path.
    """
    if "\0" in str(path):
        raise InputError(f"{shown(str(path))} is no path: it holds a NUL character.")
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise InputError(
            f"{str(path)!r}: there is no home folder of that name. Write ./~… for a name that begins with ~."
        ) from None
