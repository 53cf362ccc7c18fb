"""Locks between processes: a file that one of them holds until it lets go or dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


class Held(Exception):
    """Somebody else holds the file."""


@contextmanager
def held(path: Path) -> Iterator[IO[bytes]]:
    """The file, held and open for reading and appending; it goes if it is empty at the end.

    What a process that died wrote into it is there for the next one.

    Raises:
        Held: another process, or another call in this one, holds it.
        OSError: it cannot be made, or the file system has no locks.
    """
    file = _taken(path)
    try:
        yield file
    finally:
        with suppress(OSError):
            if not os.fstat(file.fileno()).st_size:
                path.unlink()  # before it is let go, so that nobody takes it in between
        file.close()


def _taken(path: Path) -> IO[bytes]:
    while True:
        file = open(path, "a+b", buffering=0)  # noqa: SIM115  held open
        try:
            hold(file.fileno())
            if _is(file, path):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # its last holder took it away in the meantime


def _is(file: IO[bytes], path: Path) -> bool:
    """Whether the open file is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def hold(descriptor: int, *, shared: bool = False) -> None:
        """Hold an open file until it is closed; `shared`, with others who only look.

        Raises:
            Held: somebody else holds it.
        """
        os.lseek(descriptor, 1 << 40, os.SEEK_SET)  # beyond anything written, which others may read meanwhile
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise Held from None

else:
    import fcntl

    def hold(descriptor: int, *, shared: bool = False) -> None:
        """Hold an open file until it is closed; `shared`, with others who only look.

        Raises:
            Held: somebody else holds it.
        """
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Held from None
