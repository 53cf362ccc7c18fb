"""A disk that is full while a run writes to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas import evaluate
from ragas.engine import journal
from ragas.evaluation.folder import RunFolder
from ragas.exceptions import RagasError
from ragas.metrics.collections import ExactMatch

ROWS = [{"response": str(row), "reference": "1"} for row in range(5)]


def no_space(*_: Any) -> None:
    raise OSError(28, "No space left on device")


def test_the_error_names_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run ends with the error that names the file, though the manifest cannot be written any more either."""
    begin = RunFolder.begin

    def full_from_the_third(self: RunFolder, index: int, sample: Any) -> None:
        if index == 2:
            monkeypatch.setattr(journal, "_write_all", no_space)
            monkeypatch.setattr(RunFolder, "_write_manifest", no_space)
        begin(self, index, sample)

    monkeypatch.setattr(RunFolder, "begin", full_from_the_third)
    with pytest.raises(RagasError, match=r"journal.jsonl' cannot be written: No space left on device\."):
        evaluate(ROWS, [ExactMatch()], run=tmp_path / "run", show_progress=False)


def test_a_manifest_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When all is scored and only the manifest finds no room, that is told, and the same call goes on later."""
    write = RunFolder._write_manifest
    closing = RunFolder.close

    def close(self: RunFolder, *arguments: Any) -> None:
        monkeypatch.setattr(RunFolder, "_write_manifest", no_space)
        closing(self, *arguments)

    with monkeypatch.context() as full:
        full.setattr(RunFolder, "close", close)
        with pytest.raises(
            RagasError, match=r"run folder .* cannot be written to: No space left on device\. What was"
        ):
            evaluate(ROWS, [ExactMatch()], run=tmp_path / "run", show_progress=False)
    monkeypatch.setattr(RunFolder, "_write_manifest", write)
    result: Any = evaluate(ROWS, [ExactMatch()], run=tmp_path / "run", show_progress=False)
    assert result["exact_match"] == [0.0, 1.0, 0.0, 0.0, 0.0]
