"""Showing how far a run is: a bar on a terminal, a line now and then elsewhere, or nothing."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

from ragas.engine.snapshot import Remaining, Snapshot, clock

LINE_EVERY = 10.0
"""Seconds between two progress lines where there is no terminal."""


class Progress(Protocol):
    """What watches a run.

    A display with a method `watch(look)` is given a function that tells, at any moment, how the calls stand.
    """

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
        self._done = self._shown = 0
        self._shown_at = 0.0
        self._time = Remaining()
        self._look: Callable[[], Snapshot] | None = None
        self._ended: threading.Event | None = None
        self._lock = threading.Lock()

    def watch(self, look: Callable[[], Snapshot]) -> None:
        """Tell of the calls as `look` sees them, also while no step gets done."""
        self._look = look

    def start(self, description: str, total: int | None = None) -> None:
        """Remember what the lines are about."""
        self._end()
        self._description, self._total, self._done, self._shown = description, total, 0, 0
        self._shown_at, self._time = time.monotonic(), Remaining()
        if self._look is not None and self._every >= 1:
            self._ended = threading.Event()
            threading.Thread(
                target=self._keep_telling, args=(self._ended,), name="ragas-progress", daemon=True
            ).start()

    def advance(self, steps: int = 1) -> None:
        """Write a line if the last one is a while ago."""
        self._done += steps
        if time.monotonic() - self._shown_at >= self._every:
            self._show()

    def note(self, message: str) -> None:
        """Write the message."""
        self._write(message)

    def finish(self) -> None:
        """Write the last count. Nothing is left of the time, whether all steps are done or not."""
        self._end()
        if self._done > self._shown:
            self._show(goes_on=False)

    def _keep_telling(self, ended: threading.Event) -> None:
        while not ended.wait(self._every):
            if time.monotonic() - self._shown_at >= self._every:
                self._show()

    def _end(self) -> None:
        if self._ended is not None:
            self._ended.set()
            self._ended = None

    def _show(self, goes_on: bool = True) -> None:
        done, total = self._done, self._total
        self._shown_at, self._shown = time.monotonic(), done
        words = [f"{self._description}: {done}" + (f"/{total}" if total is not None else "")]
        if self._look is not None:
            words += self._look().words()
            left = self._time.seconds(done, total)
            words += [f"{clock(left)} left"] if left and goes_on else []
        self._write(", ".join(words))

    def _write(self, text: str) -> None:
        with self._lock:
            self._stream.write(f"{text}\n")
            self._stream.flush()


def make_progress(show: bool = True) -> Progress:
    """The display that fits where standard error goes."""
    if not show:
        return Silence()
    stream = sys.stderr
    if stream is None:  # a program without a console
        return Silence()
    if not stream.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        return Lines(stream)
    from ragas.engine.progress_bar import Bar

    return Bar()


@contextmanager
def showing(description: str, total: int | None = None, *, show: bool = True) -> Iterator[Progress]:
    """A display for the time of the block."""
    progress = make_progress(show)
    progress.start(description, total)
    try:
        yield progress
    finally:
        progress.finish()
