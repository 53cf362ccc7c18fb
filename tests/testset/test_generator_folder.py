"""Tests of a run that is kept in a folder and goes on where it was cut off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import ConfigurationError, InputError
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from tests.testset.scripted import TOPICS, CountedJudge


def _made(judge: Any, run: Path, size: int = 4) -> Testset:
    generator = TestsetGenerator(judge, HashEmbeddings())
    return generator.generate_with_documents(list(TOPICS.values()), size, run=run, show_progress=False)


@pytest.mark.parametrize("fails_after", [3, 12, 25])
def test_a_run_that_broke_off_pays_nothing_twice(tmp_path: Path, fails_after: int) -> None:
    """Killed in any step, the same call ends with the set of an unbroken run, and no call is made twice."""
    whole = CountedJudge()
    expected = _made(whole, tmp_path / "whole")
    broken = CountedJudge().failing_after(fails_after)
    with pytest.raises(PermissionError):
        _made(broken, tmp_path / "run")
    again = CountedJudge()
    testset = _made(again, tmp_path / "run")
    assert testset.to_list() == expected.to_list()
    assert broken.calls.total() + again.calls.total() <= whole.calls.total() + 1


def test_a_finished_run_costs_nothing(tmp_path: Path) -> None:
    """The same call on a finished run asks nothing and gives the same set; its folder holds it as a file."""
    first = _made(CountedJudge(), tmp_path)
    judge = CountedJudge()
    assert _made(judge, tmp_path).to_list() == first.to_list()
    assert not judge.calls
    assert Testset.from_jsonl(tmp_path / "testset.jsonl").to_list() == first.to_list()


def test_another_run_is_not_written_over(tmp_path: Path) -> None:
    """Other settings, or a folder with other files, are refused with what differs."""
    _made(CountedJudge(), tmp_path / "run")
    with pytest.raises(ConfigurationError, match="size was 4, is 5"):
        _made(CountedJudge(), tmp_path / "run", size=5)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("")
    with pytest.raises(ConfigurationError, match=r"thesis\.txt"):
        _made(CountedJudge(), tmp_path / "other")


def test_a_damaged_graph_is_told_with_what_to_do(tmp_path: Path) -> None:
    """The error does not promise that the same call goes on; once the graph's folder is gone it does, for nothing."""
    expected = _made(CountedJudge(), tmp_path)
    (graph,) = (tmp_path / "graph").glob("graph-*.json")
    graph.write_bytes(graph.read_bytes()[:50])
    for _ in range(2):
        with pytest.raises(InputError, match="delete this one to begin afresh") as caught:
            _made(CountedJudge(), tmp_path)
        assert not getattr(caught.value, "__notes__", [])
        graph.unlink(missing_ok=True)
    for file in (tmp_path / "graph").iterdir():
        file.unlink()
    (tmp_path / "graph").rmdir()
    judge = CountedJudge()
    assert _made(judge, tmp_path).to_list() == expected.to_list()
    assert not judge.calls
