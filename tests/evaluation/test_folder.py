"""The folder of a run: what is finished stays finished, and only with the same data and settings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ragas import evaluate
from ragas.evaluation.folder import RunFolder, claimed, run_path
from ragas.exceptions import ConfigurationError, InputError, RunInUseError
from ragas.metrics.collections import ExactMatch
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.samples import SingleTurnSample
from ragas.schema.stored import UNFINISHED, is_run, read_run

INFO = MetricInfo("m", (0, 1), signature={"metric": "M", "judge": "a"})
SAMPLES = [SingleTurnSample(user_input=f"{number}?") for number in range(3)]


def opened(path: Path, metrics: Sequence[MetricInfo] = (INFO,), **settings: Any) -> RunFolder:
    """The folder, open for writing."""
    return RunFolder(path, metrics, **{"multi_turn": False, "arguments": {}} | settings)


def scored(path: Path) -> None:
    """A run of three rows, of which the first is scored and the second failed."""
    folder = opened(path)
    for row, sample in enumerate(SAMPLES):
        folder.begin(row, sample)
    folder.keep(0, "m", Cell(0.5, "scored", reason="half"), [])
    folder.keep(1, "m", Cell(None, "failed", cause="no answer"), [])
    folder.close("interrupted", {"calls": 1}, "id-1", 1.5)


def test_finished_cells_are_found_again(tmp_path: Path) -> None:
    """As they were; what was not reached is left to do."""
    scored(tmp_path / "run")
    folder = opened(tmp_path / "run")
    assert folder.finished(0, "m") == Cell(0.5, "scored", reason="half")
    assert folder.finished(1, "m") == Cell(None, "failed", cause="no answer")
    assert folder.finished(2, "m") is None
    folder.close("finished", None, "id-2", 1.0)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert (manifest["id"], manifest["seconds"], manifest["state"]) == ("id-1", 2.5, "interrupted")


def test_failed_cells_are_done_again_on_request(tmp_path: Path) -> None:
    """The later outcome counts."""
    scored(tmp_path / "run")
    folder = opened(tmp_path / "run", retry_failed=True)
    assert folder.finished(0, "m") is not None
    assert folder.finished(1, "m") is None
    folder.keep(1, "m", Cell(1.0, "scored"), [])
    folder.close("finished", None, "id", 1)
    assert [row["m"].value for row in read_run(tmp_path / "run")["cells"]] == [0.5, 1.0, None]


def test_a_run_that_broke_off_can_be_read(tmp_path: Path) -> None:
    """What was not reached says so."""
    scored(tmp_path / "run")
    parts = read_run(tmp_path / "run")
    assert [sample.user_input for sample in parts["dataset"]] == ["0?", "1?", "2?"]
    assert parts["cells"][2]["m"] == Cell(None, "skipped", cause=UNFINISHED)
    assert parts["run"]["state"] == "interrupted"


def test_other_settings_are_refused(tmp_path: Path) -> None:
    """Scores of two judges do not belong in one column; the message says what differs."""
    scored(tmp_path / "run")
    other = MetricInfo("m", (0, 1), signature={"metric": "M", "judge": "b"})
    with pytest.raises(ConfigurationError, match="m: judge was 'a', is 'b'"):
        opened(tmp_path / "run", [other])


def test_other_rows_are_refused(tmp_path: Path) -> None:
    """Rows are the ones scored before; more may follow them."""
    scored(tmp_path / "run")
    folder = opened(tmp_path / "run")
    folder.begin(0, SAMPLES[0])
    folder.begin(3, SingleTurnSample(user_input="3?"))
    with pytest.raises(ConfigurationError, match="row 1 is not the one that was scored then"):
        folder.begin(1, SingleTurnSample(user_input="another"))
    folder.close("interrupted", None, "id", 0)
    with pytest.raises(ConfigurationError, match="other kind of sample"):
        opened(tmp_path / "run", multi_turn=True)


def test_a_metric_may_be_added_later(tmp_path: Path) -> None:
    """It is scored on every row; what was there stays."""
    scored(tmp_path / "run")
    second = MetricInfo("n", (0, 1), signature={"metric": "N"})
    folder = opened(tmp_path / "run", [second])
    assert folder.finished(0, "n") is None
    folder.keep(0, "n", Cell(1.0, "scored"), [])
    folder.close("finished", None, "id", 0)
    parts = read_run(tmp_path / "run")
    assert [info.name for info in parts["metrics"]] == ["m", "n"]
    assert {name: cell.value for name, cell in parts["cells"][0].items()} == {"m": 0.5, "n": 1.0}


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    """Nobody's documents become a run by a slip of the pen."""
    (tmp_path / "thesis.doc").write_text("")
    with pytest.raises(ConfigurationError, match=r"thesis\.doc"):
        opened(tmp_path)
    assert not is_run(tmp_path)
    with pytest.raises(ConfigurationError, match="is a file"):
        opened(tmp_path / "thesis.doc")


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    """The second is refused until the first is done."""
    folder = opened(tmp_path / "run")
    with pytest.raises(RunInUseError):
        opened(tmp_path / "run")
    folder.close("finished", None, "id", 0)
    opened(tmp_path / "run").close("finished", None, "id", 0)


def test_a_damaged_manifest_is_told(tmp_path: Path) -> None:
    """With the path and what is wrong."""
    scored(tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    for text, complaint in (
        ("{", "not valid JSON"),
        ("[]", "not the manifest"),
        ('{"format": "ragas run", "version": 99}', "newer version"),
    ):
        manifest.write_text(text)
        with pytest.raises(InputError, match=complaint):
            read_run(tmp_path / "run")


@pytest.mark.parametrize(
    ("run", "path"), [("baseline", "runs/baseline"), ("a/b", "a/b"), (Path("x"), "x"), ("v1.2", "runs/v1.2")]
)
def test_names_are_folders_in_runs(run: str | Path, path: str) -> None:
    """A path is taken as it is."""
    assert run_path(run) == Path(path)


@pytest.mark.parametrize("run", ["", " ", ".", ".."])
def test_what_is_no_name_is_refused(run: str) -> None:
    """Neither here nor the folder above becomes a run."""
    with pytest.raises(InputError, match="no name for a run"):
        run_path(run)


def test_a_new_name_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what was scored and when."""
    monkeypatch.chdir(tmp_path)
    first, second = claimed("my data/ü"), claimed("my data/ü")
    assert first.name.startswith("my-data-ü-20")
    assert first != second
    assert first.is_dir()
    opened(second).close("finished", None, "id", 0)


def begun(
    path: Path, rows: int, cells: int, metrics: Sequence[MetricInfo] = (INFO,), state: Any = "finished"
) -> None:
    """A call about so many rows that scored the first so many."""
    folder = opened(path, metrics, rows=rows)
    for row in range(cells):
        folder.begin(row, SAMPLES[row])
        for info in metrics:
            if folder.finished(row, info.name) is None:
                folder.keep(row, info.name, Cell(1.0, "scored"), [])
    folder.close(state, None, "id", 0)


def state(path: Path) -> Any:
    """What the manifest says."""
    return json.loads((path / "manifest.json").read_text())["state"]


def test_a_run_is_finished_only_when_all_its_rows_are(tmp_path: Path) -> None:
    """Resumed on fewer rows it stays interrupted: a prefix is no fair sample."""
    begun(tmp_path / "run", 3, 2, state="interrupted")
    begun(tmp_path / "run", 1, 1)
    assert state(tmp_path / "run") == "interrupted"
    begun(tmp_path / "run", 3, 3)
    assert state(tmp_path / "run") == "finished"


def test_a_run_is_finished_only_when_all_its_metrics_are(tmp_path: Path) -> None:
    """Resumed with one metric of two, the other is still to do."""
    second = MetricInfo("n", (0, 1), signature={"metric": "N"})
    begun(tmp_path / "run", 3, 1, [INFO, second], state="interrupted")
    begun(tmp_path / "run", 3, 3, [INFO])
    assert state(tmp_path / "run") == "interrupted"
    begun(tmp_path / "run", 3, 3, [second])
    assert state(tmp_path / "run") == "finished"


def test_a_refused_call_leaves_a_run_as_it_was(tmp_path: Path) -> None:
    """Other data neither changes what the run is of nor that it is finished."""
    begun(tmp_path / "run", 2, 2)
    before = json.loads((tmp_path / "run" / "manifest.json").read_text())
    folder = opened(tmp_path / "run", arguments={"data": "other.jsonl"})
    with pytest.raises(ConfigurationError):
        folder.begin(0, SingleTurnSample(user_input="another"))
    folder.close("interrupted", None, "id", 0)
    assert json.loads((tmp_path / "run" / "manifest.json").read_text()) == before


def test_lines_lost_from_a_journal_are_noticed(tmp_path: Path) -> None:
    """A mean over what happens to be left would lie."""
    begun(tmp_path / "run", 3, 3)
    journal = tmp_path / "run" / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    for kept, complaint in (
        (2, "wrote 3 rows, and 1 are left"),
        (5, "wrote 3 cells, and 2 are left"),
        (0, "0 are left"),
    ):
        journal.write_bytes(b"".join(lines[:kept]))
        with pytest.raises(InputError, match=complaint):
            read_run(tmp_path / "run")


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    """With the file and the place, whoever reads it."""
    begun(tmp_path / "run", 3, 3)
    journal = tmp_path / "run" / "journal.jsonl"
    journal.write_bytes(
        journal.read_bytes().replace(b'"status":"scored","cell":{', b'"status":"scored","cell":[', 1)
    )
    with pytest.raises(InputError, match=r"journal\.jsonl' is damaged at byte \d+"):
        read_run(tmp_path / "run")
    folder = opened(tmp_path / "run")
    with pytest.raises(InputError, match="damaged at byte"):
        folder.finished(0, "m")
    folder.close("interrupted", None, "id", 0)


def test_resuming_keeps_what_the_run_was_begun_with(tmp_path: Path) -> None:
    """Data, limit and metrics stay those of the first call; a metric that is added is added to them."""
    first = {"data": "a", "metrics": "m", "limit": None, "max_workers": 4}
    opened(tmp_path / "run", arguments=first).close("interrupted", None, "id", 0)
    later = {"data": "a", "metrics": "m, n", "limit": 5, "max_workers": 8}
    folder = opened(tmp_path / "run", arguments=later)
    assert folder.manifest["arguments"] == {"data": "a", "metrics": "m,n", "limit": None, "max_workers": 8}
    folder.close("finished", None, "id", 0)


def test_resuming_keeps_what_was_added_to_the_run(tmp_path: Path) -> None:
    """More rows, a judge where none was named before, and options a call in between says nothing of."""
    calls: list[dict[str, Any]] = [
        {"limit": 4, "llm": None, "embeddings": "e", "cache": True, "budget": 1.0},
        {"limit": 8, "llm": "j", "embeddings": None, "budget": 2.0},
        {"limit": 2, "llm": None, "embeddings": None, "budget": 2.0},
    ]
    for arguments in calls:
        opened(tmp_path / "run", arguments=arguments).close("interrupted", None, "id", 0)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["arguments"] == {
        "limit": 8,
        "llm": "j",
        "embeddings": "e",
        "cache": True,
        "budget": 2.0,
    }


@pytest.mark.parametrize("run", ["x" * 300, "a\x1b[2J", "a\n", "\ud800"])
def test_names_that_cannot_be_shown_are_refused(run: str) -> None:
    """Neither a terminal nor a file system is asked to cope with them."""
    with pytest.raises(InputError, match="no name for a run"):
        run_path(run)


@pytest.mark.parametrize("begun_before", [False, True])
def test_a_run_that_cannot_be_set_up_leaves_its_folder_free(tmp_path: Path, begun_before: bool) -> None:
    """In the same process the call works once the cause is gone; the run is as it was before."""
    run, manifest = tmp_path / "run", tmp_path / "run" / "manifest.json"
    rows = [{"response": "a", "reference": "a"}]
    if begun_before:
        evaluate(rows, [ExactMatch()], run=run, show_progress=False)
    before = manifest.read_text() if begun_before else None
    with pytest.raises(TypeError, match="not iterable"):
        evaluate(rows, [ExactMatch()], run=run, callbacks=7, show_progress=False)
    assert (manifest.read_text() if manifest.exists() else None) == before
    result = evaluate(rows, [ExactMatch()], run=run, show_progress=False)
    assert result["exact_match"] == [1.0]


@pytest.mark.parametrize("booked", ['"booked":[[1,2]]', '"booked":{'])
def test_a_damaged_booking_leaves_the_folder_free(tmp_path: Path, booked: str) -> None:
    """Who mends the line, or takes it out, can go on at once."""
    run = tmp_path / "run"
    rows = [{"response": "a", "reference": "a"}]
    evaluate(rows, [ExactMatch()], run=run, show_progress=False)
    journal = run / "journal.jsonl"
    whole = journal.read_text()
    damaged = whole.replace('"status":"scored",', f'"status":"scored",{booked},', 1)
    assert damaged != whole
    journal.write_text(damaged)
    with pytest.raises(ValueError):  # noqa: PT011  either of two, and what it says is another's promise
        evaluate(rows, [ExactMatch()], run=run, show_progress=False)
    journal.write_text(whole)
    assert evaluate(rows, [ExactMatch()], run=run, show_progress=False)["exact_match"] == [1.0]
