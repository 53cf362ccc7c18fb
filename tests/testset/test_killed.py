"""A process that makes a test set is killed, interrupted, or not alone: what was answered is never asked again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import RunInUseError
from tests.testset.killable import WORKERS, SlowJudge, made

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 on Windows")


def _answered(folder: Path) -> list[str]:
    """The prompts whose answers are in the journal, half a line at its end left out."""
    path = folder / "journal.jsonl"
    if not path.exists():
        return []
    lines = map(json.loads, path.read_bytes().rpartition(b"\n")[0].splitlines())
    return [line["messages"][0] for line in lines if line["kind"] == "call"]


def _started(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "tests.testset.killable", str(folder)], cwd=ROOT)


def _wait_for(folder: Path, calls: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while len(_answered(folder)) < calls and process.poll() is None:
        assert time.monotonic() < until, "the run came to nothing"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The set that a run makes when nothing happens to it."""
    return made(SlowJudge().at_pace(0), tmp_path_factory.mktemp("runs") / "whole").to_list()


def test_killed_at_several_moments(tmp_path: Path, unbroken: list[dict[str, Any]]) -> None:
    """Killed while it reads the documents, makes up people, writes and verifies: the set is that of an unbroken run."""
    folder = tmp_path / "run"
    kills = 0
    for calls in (2, 16, 24, 38):
        process = _started(folder)
        _wait_for(folder, calls, process)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    saved = _answered(folder)
    judge = SlowJudge().at_pace(0)
    testset = made(judge, folder)
    assert kills == 4
    assert testset.to_list() == unbroken
    assert not set(judge.asked) & set(saved), "an answer that was saved is not asked for again"
    every = _answered(folder)
    assert len(every) == len(set(every)), "no earlier process asked for one again either"
    usage = testset.usage
    assert usage is not None
    assert usage["paid_now"]["judge_calls"] == len(judge.asked)
    assert len(every) <= usage["judge_calls"] <= len(every) + kills * WORKERS


def test_interrupted_with_ctrl_c(tmp_path: Path, unbroken: list[dict[str, Any]]) -> None:
    """After Ctrl-C the folder is free at once, and the same call goes on."""
    folder = tmp_path / "run"
    process = _started(folder)
    _wait_for(folder, 20, process)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) not in (0, -signal.SIGKILL)
    saved = _answered(folder)
    judge = SlowJudge().at_pace(0)
    assert made(judge, folder).to_list() == unbroken
    assert len(saved) >= 20
    assert not set(judge.asked) & set(saved)


def test_two_processes_on_one_folder(tmp_path: Path, unbroken: list[dict[str, Any]]) -> None:
    """The second is refused before it asks anything, and the first is none the worse for it."""
    folder = tmp_path / "run"
    process = _started(folder)
    _wait_for(folder, 3, process)
    judge = SlowJudge()
    with pytest.raises(RunInUseError, match="is being written by process"):
        made(judge, folder)
    assert not judge.asked
    assert process.wait(60) == 0
    again = SlowJudge().at_pace(0)
    assert made(again, folder).to_list() == unbroken
    assert not again.asked


@pytest.mark.parametrize("workers", [1, 4, 16])
def test_a_judge_of_varying_pace_on_any_number_of_workers(
    tmp_path: Path, unbroken: list[dict[str, Any]], workers: int
) -> None:
    """Answers come in another order with every number of workers; questions, people and evidence are the same."""
    assert made(SlowJudge().at_pace(0.3), tmp_path / "run", workers).to_list() == unbroken
