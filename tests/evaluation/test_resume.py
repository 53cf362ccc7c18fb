"""A run that broke off goes on where it was: nothing finished is lost, asked again or paid again."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ragas import evaluate
from ragas.exceptions import ConfigurationError
from ragas.metrics.collections import ExactMatch, Faithfulness
from ragas.schema.result import EvaluationResult
from ragas.schema.stream import SampleStream
from ragas.testing import ScriptedJudge
from tests.evaluation import resumable
from tests.replies import statements, verdicts

ROWS = 40


def lines(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The journal's lines of one kind; half a line at its end left out."""
    whole = (folder / "journal.jsonl").read_bytes().rpartition(b"\n")[0].splitlines()
    return [value for line in whole if (value := json.loads(line))["kind"] == kind]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 on Windows")
def test_killed_at_any_moment_it_loses_no_more_than_the_calls_in_flight(tmp_path: Path) -> None:
    """Killed time and again and resumed: each cell is scored once, and no call that was answered is made again."""
    folder, log = tmp_path / "run", tmp_path / "calls.txt"
    command = [sys.executable, "-m", "tests.evaluation.resumable", str(folder), str(ROWS), str(log)]
    draw = random.Random(5)
    kills = 0
    for _ in range(4):
        process = subprocess.Popen(command)
        started = time.monotonic()
        while not (folder / "journal.jsonl").exists() and time.monotonic() - started < 30:
            time.sleep(0.01)
        time.sleep(draw.uniform(0.0, 0.25))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    result = resumable.main(str(folder), ROWS, log)
    assert kills
    assert all(total.n_scored == ROWS for total in result.aggregate().values())
    cells = Counter((line["row"], line["metric"]) for line in lines(folder, "cell"))
    assert set(cells.values()) == {1}
    assert len(cells) == ROWS * 3
    calls = Counter(line["key"] for line in lines(folder, "call"))
    assert set(calls.values()) == {1}
    answered = len(log.read_text().splitlines())
    assert len(calls) <= answered <= len(calls) + kills * resumable.WORKERS
    assert result.usage is not None
    assert result.usage["calls"] == len(calls), "what was paid before the kill counts"


def failing_once(*wrong: int) -> ScriptedJudge:
    """A judge that fails on some rows."""

    def answer(prompt: str, response_model: type[Any]) -> Any:
        if any(f"Pier {number} " in prompt for number in wrong):
            raise ValueError("no route")
        return verdicts(True) if "verdicts" in response_model.model_fields else statements("It is so.")

    return ScriptedJudge(answer)


def test_failed_cells_are_done_again_on_request(tmp_path: Path) -> None:
    """Without it they stay as they are: a row that cannot be scored is not asked for at every resumption."""
    rows = resumable.rows(4)
    with pytest.warns(UserWarning, match="1 of 4 failed"):
        evaluate(rows, [Faithfulness(llm=failing_once(2))], run=tmp_path, show_progress=False)
    with pytest.warns(UserWarning, match="1 of 4 failed"):
        evaluate(rows, [Faithfulness(llm=failing_once())], run=tmp_path, show_progress=False)
    result = evaluate(
        rows, [Faithfulness(llm=failing_once())], run=tmp_path, retry_failed=True, show_progress=False
    )
    assert result["faithfulness"] == [1.0] * 4
    assert EvaluationResult.load(tmp_path)["faithfulness"] == [1.0] * 4


def test_other_data_under_the_same_name_is_refused(tmp_path: Path) -> None:
    """The results of one system are not mixed with those of another."""
    rows = resumable.rows(3)
    evaluate(rows, [ExactMatch()], run=tmp_path, show_progress=False)
    rows[1]["response"] = "Something else."
    with pytest.raises(ConfigurationError, match="row 1 is not the one"):
        evaluate(rows, [ExactMatch()], run=tmp_path, show_progress=False)


def test_rows_may_follow(tmp_path: Path) -> None:
    """A dataset that grew has only its new rows scored."""
    evaluate(resumable.rows(3), [ExactMatch()], run=tmp_path, show_progress=False)
    result = evaluate(resumable.rows(5), [ExactMatch()], run=tmp_path, show_progress=False)
    assert result["exact_match"] == [1.0] * 5
    assert len(lines(tmp_path, "cell")) == 5


def test_fewer_rows_give_the_result_of_these(tmp_path: Path) -> None:
    """As a list or as a stream; the run stays one of all its rows."""
    rows = resumable.rows(6)
    rows[1]["response"] = "Nobody knows."
    evaluate(rows, [ExactMatch()], run=tmp_path, show_progress=False)
    for first in (rows[:2], iter(rows[:2])):
        result = evaluate(first, [ExactMatch()], run=tmp_path, show_progress=False)
        assert result["exact_match"] == [1.0, 0.0]
        assert [sample.response for sample in result.dataset] == ["Pier 0 is 0 m long.", "Nobody knows."]
        assert len(result.cells) == len(result.to_pandas()) == 2
        assert result.aggregate()["exact_match"].mean == 0.5
        assert result.run is not None
        assert result.run["state"] == "finished"
        assert len(EvaluationResult.load(tmp_path)["exact_match"]) == 6


def test_a_stream_is_kept_on_disk(tmp_path: Path) -> None:
    """Its result reads rows and cells when they are asked for, and is like any other."""
    result = evaluate(iter(resumable.rows(250)), [ExactMatch()], run=tmp_path, show_progress=False)
    assert not isinstance(result.cells, list)
    assert result["exact_match"] == [1.0] * 250
    assert result.dataset[7].user_input == "How long is pier 7?"
    assert len(result.to_pandas()) == 250
    assert "pier 249" in result.explain(249, "exact_match")
    assert result.save(tmp_path / "copy.json").exists()
    assert EvaluationResult.load(tmp_path / "copy.json")["exact_match"] == [1.0] * 250


def test_a_stream_without_a_folder_is_held_in_memory() -> None:
    """In the order of its rows."""
    result = evaluate(SampleStream(resumable.rows(130)), [ExactMatch()], show_progress=False)
    assert [sample.user_input for sample in result.dataset] == [f"How long is pier {n}?" for n in range(130)]


def test_a_bad_row_in_a_stream_ends_the_run_and_keeps_what_was_done(tmp_path: Path) -> None:
    """The error names the row; mended, the run goes on."""
    rows = resumable.rows(150)
    rows[140]["response"] = 7  # type: ignore[assignment]
    with pytest.raises(
        ValueError, match=r"^row 140, column 'response'.*140 cells were finished; all of it is in"
    ):
        evaluate(iter(rows), [ExactMatch()], run=tmp_path, show_progress=False)
    assert len(lines(tmp_path, "cell")) == 140
    rows[140]["response"] = "x"
    result = evaluate(iter(rows), [ExactMatch()], run=tmp_path, show_progress=False)
    assert len(result["exact_match"]) == 150


INTERRUPTED = """
import json, os, sys
from pathlib import Path
from ragas import evaluate
from ragas.exceptions import RunInterrupted
from ragas.metrics.collections import Faithfulness
from tests.evaluation import resumable

os.environ["STOP"] = "1"
run = Path(sys.argv[1]) if len(sys.argv) > 1 else None
try:
    evaluate(resumable.rows(4), [Faithfulness(llm=resumable.Halting())], run=run, show_progress=False)
except RunInterrupted as error:
    cells = [row["faithfulness"] for row in error.result.cells]
    print(json.dumps([str(error), [cell.status for cell in cells], cells[3].cause]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
@pytest.mark.parametrize("kept", [True, False])
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, kept: bool) -> None:
    """The exception holds it, and the folder of the run, if it has one."""
    folder = tmp_path / "run"
    command = [sys.executable, "-c", INTERRUPTED, *([str(folder)] if kept else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    message, statuses, cause = json.loads(done.stdout)
    assert message.startswith("The run was interrupted. 3 cells were finished; ")
    assert statuses == ["scored", "scored", "scored", "skipped"]
    assert "interrupted" in cause
    if kept:
        loaded = EvaluationResult.load(folder)
        assert loaded.run is not None
        assert loaded.run["state"] == "interrupted"
        judge = resumable.Halting()
        result = evaluate(resumable.rows(4), [Faithfulness(llm=judge)], run=folder, show_progress=False)
        assert result["faithfulness"] == [1.0] * 4
