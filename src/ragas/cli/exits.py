"""Exit codes, and errors told in a line instead of a traceback."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.text import Text

from ragas.cli.printing import Printer
from ragas.exceptions import RagasError

DONE = 0
COULD_NOT_RUN = 1
CELLS_FAILED = 4
ALIGN_MISSES = 2
CHECK_FAILS = 2
GATE = {"meets": DONE, "misses": 2, "unclear": 3, "not measured": 4}
"""What `ragas gate` leaves with."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """Print an error of the user's making as one message and leave with `COULD_NOT_RUN`."""
    console = Printer(stderr=True)

    def show(message: Warning | str, *_: object, **__: object) -> None:
        console.print(Text("Note: ", style="bold yellow") + Text(str(message)), soft_wrap=True)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("default", UserWarning)
            warnings.showwarning = show  # restored by catch_warnings
            yield
    except (RagasError, OSError) as error:
        console.print(Text("Error: ", style="bold red") + Text(_said(error)), soft_wrap=True)
        raise typer.Exit(COULD_NOT_RUN) from None
    except KeyboardInterrupt as error:
        console.print(Text(str(error) or "Interrupted."), soft_wrap=True)
        raise typer.Exit(130) from None


def _said(error: RagasError | OSError) -> str:
    """The message, that of the operating system without its number."""
    if isinstance(error, RagasError) or not error.strerror:
        return str(error) or type(error).__name__
    return f"{error.filename!r}: {error.strerror}." if error.filename else f"{error.strerror}."
