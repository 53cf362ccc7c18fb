"""Promises of `ragas.engine.progress`."""

import asyncio
import io
import sys
import time
from collections.abc import Callable

import pytest

from ragas.engine.progress import Lines, Progress, Silence, make_progress, showing
from ragas.engine.progress_bar import Bar
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import RawReply, Request, Runner
from ragas.engine.snapshot import Snapshot
from ragas.engine.usage import Usage

SEEN = Snapshot(
    in_flight=16,
    oldest=12.3,
    retries=31,
    rate_limited=28,
    timeouts=1,
    reused=310,
    tokens=1_234_567,
    cost=0.4234,
)


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """No matter where the tests run, they run on a terminal that can draw."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("CI", raising=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_display_fits_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar on a terminal, lines elsewhere and in CI, nothing on request or without a console."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert isinstance(make_progress(), Bar)
    for name, value in (("CI", "true"), ("TERM", "dumb")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            assert isinstance(make_progress(), Lines)
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


def test_lines_tell_how_the_calls_stand() -> None:
    """Where the calls can be watched, a line tells of them, the most telling first."""
    stream = io.StringIO()
    lines = Lines(stream, every=0)
    lines.watch(lambda: SEEN)
    lines.start("Evaluating", 2)
    lines.advance(2)
    assert stream.getvalue() == (
        "Evaluating: 2/2, 16 in flight, oldest 0:12, $0.42, 1.23M tokens, 31 retries, 28 rate limited, 1 timeout, "
        "310 replies reused\n"
    )


def test_lines_go_on_while_nothing_gets_done() -> None:
    """A run whose calls all hang says so now and then, until it ends."""
    stream = io.StringIO()
    lines = Lines(stream, every=1)
    lines.watch(lambda: SEEN)
    lines.start("Evaluating", 2)
    time.sleep(1.5)
    lines.finish()
    assert stream.getvalue().startswith("Evaluating: 0/2, 16 in flight")


@pytest.mark.parametrize("width", [100, 60, 30])
def test_the_bar_fits_the_terminal(width: int) -> None:
    """Count, time and the most telling words about the calls are there at any width, and no line is wrapped."""
    from rich.console import Console

    bar = Bar()
    bar.watch(lambda: SEEN)
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    console.print(bar.render(console))
    out = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert len(out) == 2
    assert all(len(line) <= width for line in out)
    assert "0:00" in out[0]
    assert out[1].startswith("16 in flight · oldest 0:12")
    assert ("28 rate limited" in out[1]) == (width == 100)


def test_a_run_tells_how_its_calls_stand() -> None:
    """A display that watches sees calls under way, retries and what was spent."""
    seen: list[Snapshot] = []

    class Display(Silence):
        def watch(self, look: Callable[[], Snapshot]) -> None:
            self.look = look

    display = Display()
    runner = Runner(RunConfig(max_wait=0.001), progress=display)
    script = [TimeoutError(), RawReply("x", Usage(10, 2))]

    async def send() -> RawReply:
        seen.append(display.look())
        reply = script.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    asyncio.run(
        runner.call(Request("openai", "chat", "gpt-4o-mini", {}, "hi"), send, lambda reply: reply.text)
    )
    assert [one.in_flight for one in seen] == [1, 1]
    assert seen[1].retries == seen[1].timeouts == 1
    assert seen[1].oldest is not None
    runner._spent_due = 0
    last = display.look()
    assert (last.in_flight, last.oldest, last.tokens) == (0, None, 12)
    assert last.cost


def test_silence(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is shown on request."""
    with showing("Evaluating", 2, show=False) as progress:
        progress.advance()
        progress.note("x")
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""


def test_the_last_line_of_what_was_cut_short() -> None:
    """Whoever stops early is told what was done, and no time that is left."""
    stream = io.StringIO()
    lines = Lines(stream, every=60)
    lines.watch(lambda: Snapshot(tokens=900))
    lines.start("Evaluating", 40)
    time.sleep(0.05)
    lines.advance(3)
    lines.finish()
    assert stream.getvalue() == "Evaluating: 3/40, 900 tokens\n"
