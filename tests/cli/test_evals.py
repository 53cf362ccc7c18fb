"""`ragas evals`: the experiment of a file over a dataset, beside an earlier run."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ragas.cli import app
from ragas.cli.eval_tables import (
    calculate_aggregated_metrics,
    figures,
    pair,
    passes,
    separate_metrics_by_type,
)
from ragas.exceptions import InputError

EVALS = """
from pathlib import Path
from beside import answers
from ragas import Dataset, experiment

dataset = Dataset("capitals", "local/csv", root_dir=Path(__file__).parent)
for place, country in enumerate(["France", "Spain", "Italy", "Peru"]):
    dataset.append({"country": country, "place": place})
dataset.save()


@experiment()
async def ask(row):
    response = answers[row["country"]]
    return {**row, "response": response, "known": response != "?", "score": row["place"] / 4, "label": "pass" if response != "?" else "fail"}
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """A file with an experiment, and a module beside it that it imports."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "evals.py").write_text(EVALS, encoding="utf-8")
    (folder / "beside.py").write_text(
        "answers = dict(France='Paris', Spain='Madrid', Italy='?', Peru='Lima')\n"
    )
    yield folder / "evals.py"
    sys.modules.pop("beside", None)  # each test has one of its own


def evals(file: Path, *arguments: str, dataset: str = "capitals") -> Any:
    return CliRunner().invoke(app, ["evals", str(file), "--dataset", dataset, *arguments])


def test_means_and_counts_are_shown(file: Path) -> None:
    """Columns of numbers are shown as means with intervals, columns of words as counts; the run is kept by its name."""
    done = evals(file, "--metrics", "known,score,label", "--name", "first")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("first: 4 rows of capitals\n")
    assert "Numerical metrics" in done.stdout
    assert [line.split()[:2] for line in done.stdout.splitlines() if line.startswith(("known", "score"))] == [
        ["known", "0.750"],
        ["score", "0.375"],
    ]
    assert "Categorical metrics" in done.stdout
    assert (file.parent / "experiments" / "first.csv").is_file()
    again = evals(file, "--metrics", "known", "--name", "first")
    assert again.exit_code == 1
    assert "first" in again.stderr


def test_baseline_stands_beside(file: Path) -> None:
    """With a baseline each mean stands beside the earlier one, with the difference and whether it is let pass."""
    assert evals(file, "--metrics", "known", "--name", "first").exit_code == 0
    beside = file.parent / "beside.py"
    beside.write_text(
        beside.read_text().replace("'?'", "'Rome'").replace("'Paris'", "'?'").replace("'Madrid'", "'?'")
    )
    sys.modules.pop("beside")
    done = evals(file, "--metrics", "known,score,label", "--baseline", "first")
    assert done.exit_code == 0, done.stderr
    lines = {line.split()[0]: line.split() for line in done.stdout.splitlines() if line.strip()}
    assert lines["known"][1:4] == ["0.500", "0.750", "-0.250"]
    assert lines["known"][-1] == "fail"
    assert lines["score"][-1] == "pass"
    assert lines["Metric"] == ["Metric", "Word", "Current", "Baseline", "Delta"]
    told = json.loads(evals(file, "--metrics", "known,label", "--baseline", "first", "--json").stdout)
    assert told["metrics"]["known"]["delta"] == -0.25
    assert told["metrics"]["known"]["passes"] is False
    assert told["metrics"]["label"] == {
        "counts": {"pass": 2, "fail": 2},
        "missing": 0,
        "baseline": {"pass": 3, "fail": 1},
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--metrics", "score", "--baseline", "none"], "There is no experiment 'none' to compare with"),
        (["--metrics", "skore"], "will have no column 'skore'. They will have: country, place"),
        (["--metrics", "score", "--resume"], "--resume needs the name of the run"),
        (["--metrics", "score", "--resume", "--overwrite", "--name", "x"], "say one of them"),
        (["--metrics", "score", "--resume", "--name", "x"], "There is no run 'x' to resume. There is: none."),
        (["--metrics", ","], "names no column"),
        (["--metrics", "score", "--experiment", "other"], "has no experiment 'other'. It has: ask"),
    ],
)
def test_wrong_options_are_told_plainly(file: Path, arguments: list[str], told: str) -> None:
    """An option that leads nowhere is one line that says what there is, and exit code 1."""
    done = evals(file, *arguments)
    assert done.exit_code == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (file.parent / "experiments").exists(), "nothing was run"


def test_missing_dataset_names_those_there_are(file: Path) -> None:
    """A dataset that is none is told of with those the file has."""
    done = evals(file, "--metrics", "score", dataset="capitols")
    assert done.exit_code == 1
    assert "There is: capitals" in done.stderr


def test_stored_dataset_beside_the_file_is_found(file: Path) -> None:
    """A dataset that the file does not make is taken from its folder, or from `evals` in it."""
    (file.parent / "evals" / "datasets").mkdir(parents=True)
    stored = file.parent / "evals" / "datasets" / "two.jsonl"
    stored.write_text('{"country": "France", "place": 4}\n{"country": "Peru", "place": 2}\n')
    done = evals(file, "--metrics", "score", "--name", "two", dataset="two")
    assert done.exit_code == 0, done.stderr
    assert "0.750" in done.stdout
    assert (file.parent / "evals" / "experiments" / "two.jsonl").is_file()


def test_failed_rows_are_counted_apart(file: Path) -> None:
    """Rows that fail stand outside the means, are told of, and give exit code 4."""
    beside = file.parent / "beside.py"
    beside.write_text("answers = dict(France='Paris')\n")
    done = evals(file, "--metrics", "known,label")
    assert done.exit_code == 4
    assert "row 1 failed: KeyError: 'Spain'" in done.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("x = 1\n", "has no experiment"),
        ("import nothing_of_that_name\n", "cannot be run: ModuleNotFoundError"),
        (
            EVALS.replace("async def ask", "async def other") + EVALS.partition("\n\n\n")[2],
            "has several experiments: other, ask",
        ),
    ],
)
def test_file_without_an_experiment_is_refused(file: Path, content: str, told: str) -> None:
    """A file that has none, has several, or cannot be run is refused in a line."""
    file.write_text(
        f"{content}\nfrom ragas import Dataset\ncapitals = Dataset.from_list([{{'a': 1}}], name='capitals')\n"
    )
    done = evals(file, "--metrics", "score")
    assert done.exit_code == 1
    assert told in done.stderr
    assert evals(file.parent / "none.py", "--metrics", "score").exit_code == 1


def test_objects_of_earlier_versions_are_run(file: Path) -> None:
    """A project object with get_dataset and get_experiment, and an object with run_async, are used as they are."""
    file.write_text(
        EVALS
        + """
class Project:
    def get_dataset(self, name):
        return dataset
    def get_experiment(self, name):
        return ask.run(dataset, name=name, backend="inmemory", show_progress=False)

class Runner:
    async def run_async(self, rows, name=None):
        return await ask.arun(rows, name=name, backend="inmemory", show_progress=False)

project = Project()
runner = Runner()
"""
    )
    done = evals(file, "--metrics", "score", "--experiment", "runner", "--baseline", "old", "--name", "new")
    assert done.exit_code == 0, done.stderr
    assert "new against old: 4 rows" in done.stdout


def test_figures_leave_missing_values_out() -> None:
    """Means are of the values that are there, pairs of rows where both are, and a column has one kind of value."""
    values: dict[str, list[Any]] = {"score": [1.0, None, 0.0], "label": ["a", "b", "a"], "none": [None, None]}
    assert calculate_aggregated_metrics(values) == {"score": 0.5, "none": None, "label": {"a": 2, "b": 1}}
    assert separate_metrics_by_type(values)[1] == {"label": ["a", "b", "a"]}
    found = pair([1.0, None, 0.0], [0.0, 1.0, 0.0])
    assert found is not None
    assert (found.n, found.difference) == (2, 0.5)
    assert pair([1.0], [1.0, 2.0]) is None
    assert figures({"none": [None]}, {"none": [1.0]})["none"]["delta"] is None
    assert (passes(0.001), passes(-0.009), passes(-0.011)) == (True, True, False)
    with pytest.raises(InputError, match="numbers and words"):
        separate_metrics_by_type({"mixed": [1, "a"]})


RESULTS = """
from pathlib import Path
from ragas import Dataset, experiment
from pydantic import BaseModel

dataset = Dataset("numbers", "local/jsonl", root_dir=Path(__file__).parent)
for number in range(4):
    dataset.append({"number": number})
dataset.save()


class Result(BaseModel):
    score: float


def graded(row):
    return {"score": 1.0, "seen": row}
"""
AHEAD = {
    "a model": ("@experiment(Result)\ndef ask(row):\n    return graded(row)", ["score"]),
    "a model that is made": ("@experiment()\ndef ask(row):\n    return Result(score=1)", ["score"]),
    "a dict": ("@experiment()\nasync def ask(row):\n    return {**row, 'score': 1}", ["number", "score"]),
    "two dicts": (
        "@experiment()\ndef ask(row):\n    if row['number']:\n        return {'a': 1}\n    return row | {'b': 1}",
        ["a", "number", "b"],
    ),
    "a function's result": ("@experiment()\ndef ask(row):\n    return graded(row)", None),
    "a row that is changed": ("@experiment()\ndef ask(row):\n    row['score'] = 1\n    return {**row}", None),
    "a row that may be changed": ("@experiment()\ndef ask(row):\n    graded(row)\n    return {**row}", None),
    "a variable": ("@experiment()\ndef ask(row):\n    made = {}\n    return made", None),
}


@pytest.mark.parametrize("name", AHEAD)
def test_columns_are_known_before_the_run_only_where_they_are_sure(name: str, file: Path) -> None:
    """What a function writes out, or has a model for, is known; what code may add to is not guessed at."""
    from ragas.cli.eval_columns import columns_ahead
    from ragas.cli.eval_file import load_eval_module

    source, columns = AHEAD[name]
    file.write_text(f"{RESULTS}\n{source}\n")
    found = load_eval_module(file)
    assert columns_ahead(found.chosen("ask"), found.dataset("numbers")) == columns


def test_columns_known_only_afterwards_cost_no_second_run(file: Path) -> None:
    """A column that only the results show to be missing is told with the way to see the others without a new run."""
    file.write_text(RESULTS + "\n@experiment(name_prefix='try')\ndef ask(row):\n    return graded(row)\n")
    done = evals(file, "--metrics", "skore", "--name", "one", dataset="numbers")
    assert done.exit_code == 1
    assert "have no column 'skore'. They have: score" in done.stderr
    assert "The run is kept: --name one --resume" in done.stderr
    file.write_text(RESULTS + "\n@experiment(name_prefix='try')\ndef ask(row):\n    raise ValueError\n")
    again = evals(file, "--metrics", "score", "--name", "one", "--resume", dataset="numbers")
    assert again.exit_code == 0, again.stderr
    assert "1.000" in again.stdout


def test_a_run_is_gone_on_with_or_replaced(file: Path) -> None:
    """A taken name is refused before the run; --resume runs the failed rows again, --overwrite all of them."""
    beside = file.parent / "beside.py"
    whole = beside.read_text()
    beside.write_text("answers = dict(France='Paris')\n")
    first = evals(file, "--metrics", "known", "--name", "one")
    assert first.exit_code == 4
    assert "--name one --resume goes on with it" in first.stdout
    refused = evals(file, "--metrics", "known", "--name", "one")
    assert refused.exit_code == 1
    assert (
        "There is a run 'one' already. Go on with it with --resume, replace it with --overwrite"
        in refused.stderr
    )
    beside.write_text(whole.replace("'Paris'", "'?'"))
    sys.modules.pop("beside", None)
    resumed = json.loads(evals(file, "--metrics", "known", "--name", "one", "--resume", "--json").stdout)
    assert (resumed["failed"], resumed["metrics"]["known"]["mean"]) == (0, 0.75)
    replaced = json.loads(evals(file, "--metrics", "known", "--name", "one", "--overwrite", "--json").stdout)
    assert replaced["metrics"]["known"]["mean"] == 0.5


def test_a_file_that_leaves_is_no_success(file: Path) -> None:
    """sys.exit(0) in the file, or in a row, is told and gives exit code 1, not silence and 0."""
    file.write_text("import sys\n" + EVALS + "\nsys.exit(0)\n")
    done = evals(file, "--metrics", "score")
    assert done.exit_code == 1
    assert "leaves with sys.exit(0) before its experiment can be run" in done.stderr
    file.write_text("import sys\n" + EVALS.replace("    return", "    sys.exit(0)\n    return"))
    done = evals(file, "--metrics", "score", "--name", "one")
    assert done.exit_code == 1
    assert "leaves with sys.exit(0) before all rows are done. The run is kept: --name one" in done.stderr


def test_rows_without_a_value_stand_beside_the_mean(file: Path) -> None:
    """A mean over fewer rows than there are says over how many, whether a value is None, NaN or of a failed row."""
    gaps = "{**row, 'score': [1.0, None, float('nan'), 0.0][row['number']], 'word': ['a', None, 'b', 'a'][row['number']]}"
    file.write_text(f"{RESULTS}\n@experiment()\ndef ask(row):\n    return {gaps}\n")
    done = evals(file, "--metrics", "score,word", "--name", "one", dataset="numbers")
    assert done.exit_code == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert next(row for row in rows if row[:1] == ["Metric"])[-2:] == ["Scored", "Missing"]
    assert next(row for row in rows if row[:2] == ["score", "0.500"])[-4:] == ["2", "of", "4", "2"]
    assert ["missing", "1"] in rows
    assert "score: no value in 2 of 4 rows of this run." in done.stdout
    file.write_text(f"{RESULTS}\n@experiment()\ndef ask(row):\n    return {{**row, 'score': 1.0}}\n")
    done = evals(file, "--metrics", "score", "--baseline", "one", dataset="numbers")
    assert "2 of 4 rows of the baseline, so Delta compares means of different rows." in " ".join(
        done.stdout.split()
    )


def test_a_run_whose_rows_all_failed_shows_them(file: Path) -> None:
    """When no row has a result, the errors are shown, not a column that is missing."""
    file.write_text(f"{RESULTS}\n@experiment()\ndef ask(row):\n    raise ValueError('down')\n")
    done = evals(file, "--metrics", "score", dataset="numbers")
    assert done.exit_code == 4
    assert "row 0 failed: ValueError: down" in done.stdout
    assert "0 of 4" in done.stdout


IN_MEMORY = """
from ragas import Dataset, experiment

rows = [{"question": "a", "n": 1}, {"question": "b", "n": 0}]
dataset = Dataset.from_list(rows, name="asked")


@experiment()
async def ask(row):
    return {**row, "score": row["n"]}
"""


def test_a_run_over_rows_of_the_file_is_kept_beside_it(tmp_path: Path) -> None:
    """A dataset that the file writes out itself is in memory; its runs are kept beside the file, and can be a baseline."""
    (tmp_path / "mine.py").write_text(IN_MEMORY, encoding="utf-8")
    first = evals(tmp_path / "mine.py", "--metrics", "score", "--name", "one", dataset="asked")
    assert first.exit_code == 0, first.stderr
    place = tmp_path / "experiments" / "one.csv"
    assert place.is_file()
    assert f"Stored in {Path('experiments') / 'one.csv'}" in first.stdout
    taken = evals(tmp_path / "mine.py", "--metrics", "score", "--name", "one", dataset="asked")
    assert taken.exit_code == 1
    second = evals(
        tmp_path / "mine.py",
        "--metrics",
        "score",
        "--name",
        "two",
        "--baseline",
        "one",
        "--json",
        dataset="asked",
    )
    assert second.exit_code == 0, second.stderr
    told = json.loads(second.stdout)
    assert told["metrics"]["score"]["delta"] == 0
    assert told["stored"] == str(tmp_path / "experiments" / "two.csv")
    again = evals(tmp_path / "mine.py", "--metrics", "score", "--name", "one", "--resume", dataset="asked")
    assert again.exit_code == 0, again.stderr
