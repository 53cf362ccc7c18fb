"""Output that nothing on its way can make a run lose."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from rich.table import Table
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.printing import prepare, show, show_json
from ragas.exceptions import InputError

PROGRAM = [sys.executable, "-c", "from ragas.cli import app; app()"]
ROW = {"reference_context_ids": ["a"], "retrieved_context_ids": ["a"]}


def printed(encoding: str, text: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    prepare()
    show(Text(text))
    content = stream.buffer
    assert isinstance(content, io.BytesIO)
    return content.getvalue()


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [
        ("utf-8", "0–1 ↑ “é” … \ufffd\n".encode()),
        ("cp1252", "0–1 ^ “é” … ?\n".encode("cp1252")),
        ("ascii", b'0-1 ^ "?" ~ ?\n'),
    ],
)
def test_any_encoding(encoding: str, wanted: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stream cannot hold, half a character included, is written as the nearest it can."""
    assert printed(encoding, "0–1 ↑ “é” … \ud83d", monkeypatch) == wanted


def test_nothing_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is shown, as text or in a table, and whatever is told of an error, holds no escape sequences of data."""
    evil = "\x1b[31mRED\x1b]0;owned\x07\x9b2J\u202e"
    table = Table(evil)
    table.add_row(evil)
    show(Text(evil), evil.replace("[", ""), table)
    with pytest.raises(typer.Exit), told_plainly():
        raise InputError(evil)
    for text in capsys.readouterr():
        assert not any(one in text for one in "\x1b\x07\x9b\u202e")
        assert "\\x1b" in text


def test_json_does_not_steer_the_terminal_either(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON holds what the data holds, in a form that does nothing to a terminal."""
    evil = "\x1b[31m\x9b2J\u202e\x7f é"
    show_json({"text": evil})
    text = capsys.readouterr().out
    assert not any(one in text for one in "\x1b\x9b\u202e\x7f")
    assert json.loads(text) == {"text": evil}


def test_json_in_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON is written without loss, in ASCII where the stream has no more."""
    for encoding in ("utf-8", "ascii"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr("sys.stdout", stream)
        show_json({"é": "\ud83d"})
        assert json.loads(stream.buffer.getvalue()) == {"é": "\ud83d"}  # type: ignore[attr-defined]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROW), encoding="utf-8")
    return file


def run(*arguments: object, stdout: int) -> subprocess.CompletedProcess[bytes]:
    command = [*PROGRAM, "evaluate", *map(str, arguments), "--metrics", "id_based_context_recall"]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, check=False)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_may_leave(data: Path, tmp_path: Path, options: list[str]) -> None:
    """`ragas evaluate ... | head -1` is no failure, and the files are written all the same."""
    reading, writing = os.pipe()
    os.close(reading)
    done = run(data, *options, "--out", tmp_path / "out", stdout=writing)
    os.close(writing)
    assert done.returncode == 0, done.stderr
    assert b"Error" not in done.stderr
    assert len(list((tmp_path / "out").iterdir())) == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_full_disks(data: Path, tmp_path: Path) -> None:
    """When the output cannot be written that is told in a line, and the files are there."""
    with open("/dev/full", "wb") as full:
        done = run(data, "--out", tmp_path / "out", stdout=full.fileno())
    assert done.returncode == 1
    assert b"Error: Standard output cannot be written to: No space left on device." in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert len(list((tmp_path / "out").iterdir())) == 3
