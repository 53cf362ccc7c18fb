"""Names of tables that become names of files: nothing that leads out of the folder."""

from __future__ import annotations

import os

from ragas.exceptions import InputError

SEPARATORS = frozenset("/\\")
REFUSED_BY_WINDOWS = frozenset('<>:"|?*')
RESERVED_BY_WINDOWS = frozenset(
    ("CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(1, 10)))
)
LONGEST = 200
"""Bytes; file systems take 255, and the suffix needs some."""


def checked(name: str) -> str:
    """`name`, if it can name a file in a folder and nothing outside of it.

    Raises:
        InputError: says which character is in the way.
    """
    if not isinstance(name, str) or not name.strip():
        raise InputError(f"{name!r} is no name for a table. Give it a text, such as 'questions'.")
    wrong = next((letter for letter in name if letter in SEPARATORS or not letter.isprintable()), None)
    if wrong is None and os.name == "nt":
        wrong = next((letter for letter in name if letter in REFUSED_BY_WINDOWS), None)
    if wrong is not None:
        raise InputError(f"{name!r} is no name for a table: it holds {wrong!r}. Folders go into root_dir.")
    if name.startswith("."):
        raise InputError(f"{name!r} is no name for a table: it begins with a dot.")
    if os.name == "nt" and name.split(".")[0].rstrip().upper() in RESERVED_BY_WINDOWS:
        raise InputError(f"{name!r} is no name for a table: Windows keeps it for a device.")
    if len(name.encode()) > LONGEST:
        raise InputError(f"{name[:40]!r}… is no name for a table: it is longer than {LONGEST} bytes.")
    return name
