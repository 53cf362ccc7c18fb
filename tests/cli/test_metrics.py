"""`ragas metrics`: what there is, what each needs, and what a file allows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from ragas.cli import app
from ragas.cli.metrics import MetricList, describe
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
    listed = json.loads(command("--json"))
    assert [row["name"] for row in listed] == NAMES
    rows = {row["name"]: row for row in listed}
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


def test_columns_of_other_names(tmp_path: Path) -> None:
    """`--map` says what a column is called in the file."""
    file = tmp_path / "rows.jsonl"
    file.write_text('{"query": "q", "answer": "a", "contexts": ["c"]}', encoding="utf-8")
    rows = {row["name"]: row for row in json.loads(command(file, "--json", "--map", "user_input=query"))}
    assert rows["faithfulness"]["lacks"] == []


def test_narrow_terminals() -> None:
    """The list is folded to the terminal, with nothing lost and no line that ends in blanks."""
    done = CliRunner().invoke(app, ["metrics"], env={"COLUMNS": "50"})
    lines = done.stdout.splitlines()
    assert all(len(line) <= 50 and line == line.rstrip() for line in lines)
    assert done.stdout.split() == command().split()


def test_conversations_and_questions_are_told_apart(tmp_path: Path) -> None:
    """A metric of conversations lacks one in a file of questions, and runs on a file of conversations."""
    questions, talks = tmp_path / "questions.jsonl", tmp_path / "talks.jsonl"
    questions.write_text('{"user_input": "q", "response": "a"}', encoding="utf-8")
    talks.write_text('{"user_input": [{"role": "user", "content": "q"}]}', encoding="utf-8")
    name = "agent_goal_accuracy_without_reference"
    on_questions, on_talks = (
        {row["name"]: row for row in json.loads(command(file, "--json"))} for file in (questions, talks)
    )
    assert on_questions[name]["lacks"] == ["user_input (a conversation)"]
    assert on_talks[name]["lacks"] == []
    assert (on_talks[name]["conversation"], on_talks["faithfulness"]["conversation"]) == (True, False)
    assert on_talks["aspect_critic"]["lacks"] == on_questions["aspect_critic"]["lacks"] == []
    assert "user_input (a conversation)" in command()


@pytest.mark.parametrize(
    ("allowed", "shown"),
    [((0.0, 10.0), "0 to 10"), (["pass", "fail"], "pass, fail"), ([], "any score")],
)
def test_every_kind_of_range_has_words(allowed: object, shown: str) -> None:
    """Bounds, words, or no bounds at all."""
    row = describe(catalogue()[0]) | {"range": allowed}
    console = Console(width=200)
    with console.capture() as captured:
        console.print(MetricList([row]))
    assert shown in captured.get()


def test_a_missing_file_is_told() -> None:
    """A file that is not there is exit code 1 and one message."""
    done = CliRunner().invoke(app, ["metrics", "nowhere.jsonl"])
    assert done.exit_code == 1
    assert "nowhere.jsonl" in done.stderr
