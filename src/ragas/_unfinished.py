"""Files on their way: written under a name of their own beside the place they will take.

A process that dies over one leaves it behind. It is hidden and nobody reads it; whoever writes into the folder an hour
later or more takes it away.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

LEFT_BEHIND = 3600.0
"""Seconds after which nobody is writing any more: a file takes a few."""

_OURS = re.compile(r"\.[0-9a-f]{16}\.part")


def unfinished(path: Path) -> Path:
    """A new name beside `path`, once what earlier processes left behind there is gone."""
    _sweep(path.parent)
    return path.with_name(f".{token_hex(8)}.part")


def _sweep(folder: Path) -> None:
    with suppress(OSError), os.scandir(folder) as entries:  # whatever is in the way, it can stay
        for entry in entries:
            if _OURS.fullmatch(entry.name) and entry.stat().st_mtime < time.time() - LEFT_BEHIND:
                with suppress(OSError):
                    os.unlink(entry)
