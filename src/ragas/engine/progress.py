"""Showing how far a run is: a bar on a terminal, a line now and then elsewhere, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichBars
    from rich.progress import TaskID

LINE_EVERY = 10.0
"""Seconds between two progress lines where there is no terminal."""


class Progress(Protocol):
    """What watches a run."""

    def start(self, description: str, total: int | None = None) -> None:
        """Say what is going on, of how many steps; a second start replaces the first."""
        ...

    def advance(self, steps: int = 1) -> None:
        """Say that steps are done."""
        ...

    def note(self, message: str) -> None:
        """Say something worth knowing while one waits."""
        ...

    def finish(self) -> None:
        """Take the display away."""
        ...


class Silence:
    """Shows nothing."""

    def start(self, description: str, total: int | None = None) -> None:
        """Show nothing."""

    def advance(self, steps: int = 1) -> None:
        """Show nothing."""

    def note(self, message: str) -> None:
        """Show nothing."""

    def finish(self) -> None:
        """Show nothing."""


class Lines:
    """Writes a plain line now and then, for logs and pipes."""

    def __init__(self, stream: TextIO, every: float = LINE_EVERY) -> None:
        self._stream = stream
        self._every = every
        self._description = ""
        self._total: int | None = None
        self._done = 0
        self._shown_at = 0.0
        self._shown = 0

    def start(self, description: str, total: int | None = None) -> None:
        """Remember what the lines are about."""
        self._description, self._total, self._done, self._shown = description, total, 0, 0
        self._shown_at = time.monotonic()

    def advance(self, steps: int = 1) -> None:
        """Write a line if the last one is a while ago."""
        self._done += steps
        if time.monotonic() - self._shown_at >= self._every:
            self._show()

    def note(self, message: str) -> None:
        """Write the message."""
        self._write(message)

    def finish(self) -> None:
        """Write the last count."""
        if self._done > self._shown:
            self._show()

    def _show(self) -> None:
        self._shown_at, self._shown = time.monotonic(), self._done
        of = f"/{self._total}" if self._total is not None else ""
        self._write(f"{self._description}: {self._done}{of}")

    def _write(self, text: str) -> None:
        self._stream.write(f"{text}\n")
        self._stream.flush()


class Bar:
    """Draws a bar with the time left."""

    def __init__(self) -> None:
        self._bars: RichBars | None = None
        self._task: TaskID | None = None

    def start(self, description: str, total: int | None = None) -> None:
        """Draw the bar."""
        self.finish()
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as RichBars

        self._bars = RichBars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left:"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bars.start()
        self._task = self._bars.add_task(description, total=total)

    def advance(self, steps: int = 1) -> None:
        """Move the bar."""
        if self._bars is not None and self._task is not None:
            self._bars.advance(self._task, steps)

    def note(self, message: str) -> None:
        """Print the message above the bar."""
        if self._bars is not None:
            self._bars.console.print(message, style="dim", markup=False, highlight=False)

    def finish(self) -> None:
        """Take the bar away."""
        if self._bars is not None:
            self._bars.stop()
        self._bars = self._task = None


def make_progress(show: bool = True) -> Progress:
    """The display that fits where standard error goes."""
    if not show:
        return Silence()
    stream = sys.stderr
    if stream is None:  # a program without a console
        return Silence()
    return Bar() if stream.isatty() else Lines(stream)


@contextmanager
def showing(description: str, total: int | None = None, *, show: bool = True) -> Iterator[Progress]:
    """A display for the time of the block."""
    progress = make_progress(show)
    progress.start(description, total)
    try:
        yield progress
    finally:
        progress.finish()
