"""A streamed dataset that fails midway does not cost what was scored before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ragas import aevaluate, evaluate
from ragas.cli import app
from ragas.exceptions import BrokenStreamError, InputError
from ragas.metrics.collections import ExactMatch
from ragas.schema.result import EvaluationResult
from ragas.schema.stream import SampleStream
from tests.evaluation import resumable


def lost(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows, and then no more connection."""
    yield from rows
    raise ConnectionError("the server went away")


def run(dataset: Any, in_async: bool) -> Any:
    if in_async:
        return asyncio.run(aevaluate(dataset, [ExactMatch()], show_progress=False))
    return evaluate(dataset, [ExactMatch()], show_progress=False)


@pytest.mark.parametrize("in_async", [False, True])
def test_what_an_iterator_gave_before_it_failed_is_kept(in_async: bool) -> None:
    """The error says which row failed and why, and holds the result of those before it."""
    with pytest.raises(BrokenStreamError) as caught:
        run(lost(resumable.rows(130)), in_async)
    error = caught.value
    assert str(error).startswith(
        "row 130: ConnectionError: the server went away. 130 cells were finished; error.result holds them"
    )
    assert error.row == 130
    assert isinstance(error.__cause__, ConnectionError)
    assert isinstance(error.result, EvaluationResult)
    assert error.result["exact_match"] == [1.0] * 130
    assert error.result.dataset[129].user_input == "How long is pier 129?"
    assert error.result.run is not None
    assert error.result.run["state"] == "interrupted"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{not json", r"^row 120: .*line 121: not valid JSON"),
        ('{"response": 7, "reference": "7"}', r"^row 120 \(.*, line 121\), column 'response'"),
    ],
)
def test_what_a_file_held_before_a_broken_line_is_kept(tmp_path: Path, line: str, said: str) -> None:
    """Row and line are named."""
    path = tmp_path / "data.jsonl"
    whole = [json.dumps(row) for row in resumable.rows(120)]
    path.write_text("\n".join([*whole, line, whole[0]]))
    with pytest.raises(BrokenStreamError, match=said) as caught:
        run(SampleStream.of_file(path), in_async=False)
    assert caught.value.result["exact_match"] == [1.0] * 120


def test_a_large_file_that_is_damaged_is_gone_on_with_once_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command says which line it is, how much is kept and where, and leaves with 1; `--resume` scores the rest."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ragas.evaluation.defaults.STREAMED", 1)
    path = tmp_path / "large.jsonl"
    whole = [json.dumps(row) for row in resumable.rows(200)]
    path.write_text("\n".join([*whole[:120], "{not json", *whole[121:]]))
    command = ["evaluate", "large.jsonl", "--metrics", "exact_match", "--run", "a"]
    broken = CliRunner().invoke(app, command)
    assert broken.exit_code == 1
    told = broken.stderr.replace("\n", " ")
    assert "line 121: not valid JSON" in told
    assert "120 cells were finished; all of it is in" in told
    assert "--resume" in told
    assert len(EvaluationResult.load("runs/a")["exact_match"]) == 120
    path.write_text("\n".join(whole))
    mended = CliRunner().invoke(app, [*command, "--resume", "--json"])
    assert mended.exit_code == 0, mended.output
    assert json.loads(mended.stdout)["metrics"]["exact_match"]["scored"] == 200


def test_a_failure_among_the_first_rows_is_told_before_anything_is_scored() -> None:
    """Nothing was scored, so there is nothing to hold."""
    rows = resumable.rows(3)
    rows[1]["response"] = 7
    with pytest.raises(InputError, match="row 1, column 'response'") as caught:
        run(iter(rows), in_async=False)
    assert not isinstance(caught.value, BrokenStreamError)


def test_errors_of_metrics_are_raised_as_they_are() -> None:
    """What a user asked to be raised is not the stream's failure."""

    class Breaks:
        name = "breaks"

        async def ascore(self, response: str) -> float:
            raise ConnectionError(response)

    with pytest.raises(ConnectionError):
        evaluate(iter(resumable.rows(2)), [Breaks()], raise_exceptions=True, show_progress=False)
