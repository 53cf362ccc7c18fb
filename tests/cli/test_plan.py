"""`ragas plan`: what a run will take, without key or network."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

from ragas.cli import app


def command(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], env={"COLUMNS": "100"})


def test_a_table(examples: Path) -> None:
    """Calls, tokens, price and time a metric and in one run, for a judge that is only named."""
    done = command(
        "plan",
        examples / "samples.jsonl",
        "--llm",
        "openai:gpt-4o-mini",
        "--limit",
        5,
        "--metrics",
        "faithfulness,factual_correctness",
    )
    assert done.exit_code == 0, done.output
    assert "5 rows of" in done.stdout
    assert "judged by openai:gpt-4o-mini" in done.stdout
    for word in ("faithfulness", "in one run", "Sharing saves", "tokens out are an estimate"):
        assert word in " ".join(done.stdout.split())


def test_json(examples: Path) -> None:
    """The same as plain values."""
    done = command(
        "plan",
        examples / "samples.jsonl",
        "--llm",
        "openai:gpt-4o-mini",
        "--metrics",
        "faithfulness",
        "--sample",
        3,
        "--json",
    )
    told = json.loads(done.stdout)
    assert (told["rows"], told["planned_rows"]) == (60, 3)
    assert told["total"]["calls"] == 120
    assert told["total"]["cost"] > 0


def test_errors_in_a_line(examples: Path, tmp_path: Path) -> None:
    """An unknown metric and a missing column say what to do."""
    done = command("plan", examples / "samples.jsonl", "--llm", "local", "--metrics", "faithfullness")
    assert done.exit_code == 1
    assert "Did you mean faithfulness" in done.stderr
    (tmp_path / "rows.jsonl").write_text('{"response": "x"}\n')
    done = command("plan", tmp_path / "rows.jsonl", "--llm", "local", "--metrics", "faithfulness")
    assert done.exit_code == 1
    assert "--map" in done.stderr


def test_narrow_terminals(examples: Path) -> None:
    """Where the table does not fit, figures stand in words below the names."""
    done = CliRunner().invoke(
        app,
        [
            "plan",
            str(examples / "samples.jsonl"),
            "--llm",
            "openai:gpt-4o-mini",
            "--metrics",
            "faithfulness",
            "--limit",
            "2",
        ],
        env={"COLUMNS": "40"},
    )
    assert done.exit_code == 0
    assert all(len(line) <= 70 for line in done.stdout.splitlines()[2:])
    assert "tokens in," in done.stdout
