"""`ragas metrics`: what there is, what each needs, and what a file allows."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from ragas.cli import app
from ragas.metrics.catalogue import catalogue

NAMES = [entry.name for entry in catalogue()]


def command(*arguments: object) -> str:
    done = CliRunner().invoke(app, ["metrics", *map(str, arguments)], env={"COLUMNS": "300"})
    assert done.exit_code == 0, done.output
    return done.stdout


def test_every_metric_is_listed() -> None:
    """The table names every metric with its columns and direction."""
    table = command()
    assert all(name in table for name in NAMES)
    assert "lower" in table
    assert "retrieved_context_ids" in table


def test_json_says_what_each_needs() -> None:
    """As JSON: name, class, columns, judge, embeddings, reference, range and direction."""
    rows = {row["name"]: row for row in json.loads(command("--json"))}
    assert list(rows) == NAMES
    relevancy = rows["answer_relevancy"]
    assert relevancy["class"] == "AnswerRelevancy"
    assert relevancy["columns"] == ["user_input", "response"]
    assert (relevancy["judge"], relevancy["embeddings"], relevancy["reference"]) == (True, True, False)
    assert (relevancy["range"], relevancy["higher_is_better"]) == ([0.0, 1.0], True)
    assert rows["context_recall"]["reference"] is True
    assert rows["noise_sensitivity"]["higher_is_better"] is False


def test_a_file_tells_what_can_run(tmp_path: Path) -> None:
    """With a file, each metric says whether it can run on it or what it lacks."""
    file = tmp_path / "rows.jsonl"
    file.write_text('{"question": "q", "answer": "a", "contexts": ["c"]}', encoding="utf-8")
    rows = {row["name"]: row for row in json.loads(command(file, "--json"))}
    assert rows["faithfulness"]["lacks"] == []
    assert rows["context_recall"]["lacks"] == ["reference"]
    table = command(file)
    assert "rows.jsonl" in table
    assert "lacks reference" in table


def test_a_missing_file_is_told() -> None:
    """A file that is not there is exit code 1 and one message."""
    done = CliRunner().invoke(app, ["metrics", "nowhere.jsonl"])
    assert done.exit_code == 1
    assert "nowhere.jsonl" in done.stderr
