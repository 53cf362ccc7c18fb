"""Exit codes, and errors told in a line instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.text import Text

from ragas.exceptions import RagasError

DONE = 0
COULD_NOT_RUN = 1
CELLS_FAILED = 4


@contextmanager
def told_plainly() -> Iterator[None]:
    """Print an error of the user's making as one message and leave with `COULD_NOT_RUN`."""
    try:
        yield
    except (RagasError, OSError) as error:
        Console(stderr=True).print(Text("Error: ", style="bold red") + Text(str(error)), soft_wrap=True)
        raise typer.Exit(COULD_NOT_RUN) from None
    except KeyboardInterrupt:
        Console(stderr=True).print("Interrupted.")
        raise typer.Exit(130) from None
