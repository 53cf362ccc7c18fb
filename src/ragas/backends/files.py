"""Files that are written whole or not at all, also when several processes write them at once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ragas._unfinished import unfinished


def write_whole(path: Path, content: bytes, *, new: bool = False) -> None:
    """Put `content` at `path` in one step: readers see the old file or the new one, never a part.

    Raises:
        FileExistsError: with `new`, if there is a file already.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = unfinished(path)
    try:
        with open(part, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if new:
            _link(part, path)
        else:
            if path.exists():
                shutil.copymode(path, part)
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _link(finished: Path, path: Path) -> None:
    """Give the file its name, unless the name is taken."""
    try:
        os.link(finished, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: claim the name, then replace what claims it
        with open(path, "x"):
            pass
        os.replace(finished, path)
