"""The journal of a run: what is in it stays, whatever happens to the process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ragas.engine.journal import CallRecord, Exchanges, Journal, in_use
from ragas.engine.request import RawReply, Request
from ragas.engine.tokens import Usage
from ragas.exceptions import InputError, RagasError, RunInUseError

REQUEST = Request("openai", "chat", "m", {}, [{"role": "user", "content": "Is it so?"}])


def test_lines_come_back_in_the_order_they_were_written(tmp_path: Path) -> None:
    """Each line has its kind, row and metric in its head, and its place leads back to it."""
    journal = Journal(tmp_path)
    places = [
        journal.append("sample", 0, sample={"user_input": "ü\n{}"}),
        journal.append("cell", 12, 'odd "name", [\\x]', status="scored", cell={"value": 0.5}),
        journal.append("call", None, reply={"text": "half a character: \ud83d"}),
    ]
    assert [tuple(mark) for mark in journal.marks()] == [
        ("sample", 0, None, places[0], None),
        ("cell", 12, 'odd "name", [\\x]', places[1], "scored"),
        ("call", None, None, places[2], None),
    ]
    assert journal.at(places[1])["cell"] == {"value": 0.5}
    assert journal.at(places[2])["reply"]["text"] == "half a character: \ud83d"
    journal.close()


@pytest.mark.parametrize("cut", [1, 2, 10, 40])
def test_half_a_line_at_the_end_is_cut_off(tmp_path: Path, cut: int) -> None:
    """What a dying process left unfinished neither counts nor spoils the next line."""
    journal = Journal(tmp_path)
    first = journal.append("cell", 0, "m", cell={"value": 1.0})
    journal.append("cell", 1, "m", cell={"value": 0.25, "reason": "x" * 40})
    journal.close()
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[:-cut])
    assert [mark.row for mark in journal.marks()] == [0]
    again = Journal(tmp_path)
    second = again.append("cell", 2, "m", cell={"value": 0.75})
    assert [(mark.row, mark.offset) for mark in again.marks()] == [(0, first), (2, second)]
    again.close()


def test_a_journal_that_is_one_unfinished_line_begins_anew(tmp_path: Path) -> None:
    """A process that died in its very first line leaves nothing behind."""
    (tmp_path / "journal.jsonl").write_bytes(b'{"kind":"cell","row":0,' + b"x" * 200_000)
    journal = Journal(tmp_path)
    assert journal.append("sample", 0, sample={}) == 0
    journal.close()


def test_a_second_writer_is_refused_and_told_who_is_at_it(tmp_path: Path) -> None:
    """Two processes on one run would score everything twice."""
    journal = Journal(tmp_path)
    code = "import sys; from pathlib import Path; from ragas.engine.journal import Journal; Journal(Path(sys.argv[1]))"
    other = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert "RunInUseError" in other.stderr
    assert f"is being written by process {__import__('os').getpid()}" in other.stderr
    with pytest.raises(RunInUseError, match="another name"):
        Journal(tmp_path)
    journal.close()
    Journal(tmp_path).close()


def test_a_full_disk_is_told_and_the_journal_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that does not fit leaves the lines before it readable."""
    journal = Journal(tmp_path)
    first = journal.append("cell", 0, "m", cell={"value": 1.0})
    import os

    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) > 20:
            return real(descriptor, bytes(data)[:20])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("ragas.engine.journal.os.write", full)
        with pytest.raises(RagasError, match="No space left on device"):
            journal.append("cell", 1, "m", cell={"value": 0.0})
    second = journal.append("cell", 1, "m", cell={"value": 0.0})
    assert [(mark.row, mark.offset) for mark in journal.marks()] == [(0, first), (1, second)]
    journal.close()


def test_half_a_line_that_could_not_be_written_does_not_spoil_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows is read again by the next process, line by line, at the places that were told."""
    import os

    journal, real = Journal(tmp_path), os.write
    sizes = iter([20, 0])

    def full(descriptor: int, data: bytes) -> int:
        if size := next(sizes):
            return real(descriptor, bytes(data)[:size])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("ragas.engine.journal.os.write", full)
        with pytest.raises(RagasError, match="No space left on device"):
            journal.append("cell", 0, "m", cell={"value": 0.0})
    assert journal.path.read_bytes() == b""
    place = journal.append("cell", 0, "m", cell={"value": 0.0})
    journal.close()
    again = Journal(tmp_path)
    assert [(mark.row, mark.offset) for mark in again.marks()] == [(0, place)] == [(0, 0)]
    again.close()


def test_a_folder_that_cannot_be_made_is_an_input_error(tmp_path: Path) -> None:
    """The message names the folder."""
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file"):
        Journal(tmp_path / "file" / "run")


def test_a_journal_that_cannot_be_opened_is_not_held(tmp_path: Path) -> None:
    """The error names the folder, and once the cause is gone the next one opens it."""
    (tmp_path / "journal.jsonl").mkdir()
    with pytest.raises(InputError, match="cannot be written to") as kept:
        Journal(tmp_path)
    assert not in_use(tmp_path), kept
    (tmp_path / "journal.jsonl").rmdir()
    Journal(tmp_path).close()


def test_a_call_is_recalled_once_and_only_if_it_was_paid_in_this_run(tmp_path: Path) -> None:
    """A reply from the judge cache is asked of the cache again; a paid one comes from the journal."""
    journal = Journal(tmp_path)
    record = CallRecord(journal)
    record.keep("paid", REQUEST, RawReply("yes", Usage(5, 1)), (3, "m"), 0.25)
    record.note("cached", REQUEST, RawReply("no"), (3, "m"))
    record.expect(mark.offset for mark in journal.marks())
    assert record.recall("cached") is None
    assert record.recall("paid") == RawReply("yes", Usage(5, 1))
    assert record.recall("paid") is None
    journal.close()


def test_exchanges_are_found_by_row(tmp_path: Path) -> None:
    """The report shows what was sent and what came back; pictures are named only."""
    journal = Journal(tmp_path)
    record = CallRecord(journal)
    picture = Request(
        "openai",
        "chat",
        "m",
        {},
        [
            {"role": "system", "content": "Judge."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Look:"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
                ],
            },
        ],
    )
    record.keep("a", REQUEST, RawReply("yes", Usage(5, 1)), (3, "faithfulness"), 0.25)
    record.keep("b", picture, RawReply("no"), (1, "m"), 0.5)
    journal.close()
    found = Exchanges(tmp_path)
    assert found(0) == []
    one = found(3)[0]
    assert (one.metric, one.reply, one.seconds, one.prompt) == (
        "faithfulness",
        "yes",
        0.25,
        "[user]\nIs it so?",
    )
    assert one.usage is not None
    assert one.usage["input_tokens"] == 5
    assert found(1)[0].prompt == "[system]\nJudge.\n\n[user]\nLook:\n\n[picture]"
    with pytest.raises(InputError, match="not the folder of a run"):
        Exchanges(tmp_path / "nowhere")


def test_every_line_is_json(tmp_path: Path) -> None:
    """Any tool can read a journal."""
    journal = Journal(tmp_path)
    journal.append("cell", 0, "m", cell={"value": 1.0, "traces": {"output": object}})
    journal.close()
    assert json.loads(journal.path.read_text())["row"] == 0


def test_whether_somebody_writes(tmp_path: Path) -> None:
    """A folder is in use while its journal is open, in any process; looking takes nothing away and leaves nothing."""
    assert not in_use(tmp_path)
    assert list(tmp_path.iterdir()) == []
    journal = Journal(tmp_path)
    assert in_use(tmp_path)
    code = "import sys, pathlib; from ragas.engine.journal import in_use; print(in_use(pathlib.Path(sys.argv[1])))"
    there = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    assert there.stdout == "True\n"
    journal.close()
    assert not in_use(tmp_path)
    Journal(tmp_path).close()
