"""Standard output that no character, no reader who has left and no full disk can make a run lose its result."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ragas.exceptions import RagasError
from ragas.schema.complaints import NO_TEXT, printable

NEAREST = str.maketrans("–—↑↓…✓✗“”‘’·•▲▼−±", "--^v~+x\"\"''.*^v-~")
"""What is written where an encoding lacks a sign of ours: as wide, so that tables keep their form."""


def prepare() -> None:
    """Have every character that a stream cannot hold written as the nearest that it can."""
    codecs.register_error("ragas.nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="ragas.nearest")


def nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    """Stand-ins for the characters an encoding lacks, in the form that `codecs.register_error` asks for."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    if (
        error.encoding == "utf-8"
    ):  # it lacks nothing but half characters, and takes no text beyond ASCII from here
        return ("\ufffd" * len(lacking)).encode(), error.end
    return "".join(chr(NEAREST.get(ord(one), ord("?"))) for one in lacking), error.end


class Printer(Console):
    """A console that nothing in the data can steer, however what is printed was put together."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of what is printed, those of the text without control characters."""
        for piece in super().render(renderable, options):
            if piece.control or piece.text.isprintable():
                yield piece
            else:
                yield Segment(printable(piece.text), piece.style)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def show(*parts: RenderableType, whole: bool = False) -> None:
    """Print in the width of the terminal; `whole` keeps long lines in one piece, so that they can be copied."""
    with _written():
        console = Printer(highlight=False)
        for part in parts:
            console.print(part, soft_wrap=whole)


def show_json(value: Any) -> None:
    """Print as JSON, in ASCII where the stream has no more."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    text = NO_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)  # the same to whoever reads it as JSON
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2)
    with _written():
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


@contextmanager
def _written() -> Iterator[None]:
    """Go on in silence when the reader has seen enough, as `head` does.

    Raises:
        RagasError: the output cannot be written for another reason.
    """
    try:
        yield
    except BrokenPipeError:
        _discard()
    except OSError as error:
        _discard()
        raise RagasError(f"Standard output cannot be written to: {error.strerror or error}.") from None


def _discard() -> None:
    """Send what is still buffered, and all that follows, nowhere."""
    with suppress(OSError, ValueError):  # a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
