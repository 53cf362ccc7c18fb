"""Promises of `ragas.engine.progress`."""

import io
import sys

import pytest

from ragas.engine.progress import Bar, Lines, Progress, Silence, make_progress, showing


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_display_fits_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar on a terminal, lines elsewhere, nothing on request or without a console."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert isinstance(make_progress(), Bar)
    assert isinstance(make_progress(show=False), Silence)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert isinstance(make_progress(), Lines)
    monkeypatch.setattr(sys, "stderr", None)
    assert isinstance(make_progress(), Silence)


def test_lines() -> None:
    """Lines come now and then, with the last count at the end, once."""
    stream = io.StringIO()
    lines = Lines(stream, every=0)
    lines.start("Evaluating", 3)
    lines.advance()
    lines.note("waiting 20 s")
    lines.advance(2)
    lines.finish()
    assert stream.getvalue() == "Evaluating: 1/3\nwaiting 20 s\nEvaluating: 3/3\n"

    stream = io.StringIO()
    rare = Lines(stream, every=3600)
    rare.start("Evaluating")
    rare.advance()
    assert stream.getvalue() == ""
    rare.finish()
    assert stream.getvalue() == "Evaluating: 1\n"


def test_the_bar_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar shows the work and its notes, square brackets included, and is taken away also after an error."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    kept: list[Progress] = []

    def work() -> None:
        with showing("Evaluating", 2) as progress:
            kept.append(progress)
            progress.advance()
            progress.note("row [7] waits")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        work()
    assert "row [7] waits" in stream.getvalue()
    progress = kept[0]
    progress.finish()
    progress.advance()
    progress.note("late")


def test_silence(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is shown on request."""
    with showing("Evaluating", 2, show=False) as progress:
        progress.advance()
        progress.note("x")
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""
