"""`ragas evaluate`: a file goes in; tables, figures, files and an exit code come out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from ragas import EvaluationResult
from ragas._version import version
from ragas.cli import app
from ragas.testing import ScriptedJudge
from tests.servers import OpenAIServer

ROWS: list[dict[str, Any]] = [
    {
        "user_input": "When does the ferry leave?",
        "response": "The ferry leaves at 07:40.",
        "reference": "The ferry leaves at 07:40.",
        "retrieved_contexts": ["The ferry leaves at 07:40.", "Trams are green."],
    },
    {
        "user_input": "What does the tram cost?",
        "response": "Penguins invented the submarine.",
        "reference": "The tram costs two euros.",
        "retrieved_contexts": ["The ferry leaves at 07:40."],
    },
]


def command(*arguments: object, piped: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], input=piped)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return file


def test_a_file_is_scored_offline(data: Path) -> None:
    """With the embedded judge a file is scored without key or network: a table with counts and a caution."""
    done = command("evaluate", data, "--llm", "local", "--metrics", "faithfulness,context_recall")
    assert done.exit_code == 0, done.output
    assert "2 of 2" in done.stdout
    assert "faithfulness" in done.stdout
    assert "support screen" in done.stdout
    assert "Penguins" in done.stdout


def test_json_on_request(data: Path) -> None:
    """`--json` prints figures and nothing else."""
    done = command("evaluate", data, "--llm", "local", "--metrics", "Faithfulness", "--limit", 1, "--json")
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert figures["rows"] == 1
    assert figures["metrics"]["faithfulness"]["scored"] == 1
    assert figures["metrics"]["faithfulness"]["judge"] == "local"
    faithfulness = figures["metrics"]["faithfulness"]
    assert 0.5 < faithfulness["mean"] <= 1.0
    assert 0 <= faithfulness["low"] < faithfulness["mean"] < faithfulness["high"] <= 1.0
    assert figures["failures"] == []


def test_files_are_written(data: Path, tmp_path: Path) -> None:
    """`--out` leaves the whole result, a table and lines in a folder, and says so."""
    out = tmp_path / "new" / "folder"
    done = command("evaluate", data, "--llm", "local", "--metrics", "faithfulness", "--out", out)
    assert done.exit_code == 0, done.output
    assert sorted(file.name for file in out.iterdir()) == ["result.json", "scores.csv", "scores.jsonl"]
    assert EvaluationResult.load(out).metric_names == ["faithfulness"]
    assert "result.json" in done.stdout


def test_failed_cells_are_an_exit_code(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When cells fail the exit code is 4, and the cause is shown."""

    def answer(prompt: str, model: type[Any]) -> Any:
        raise RuntimeError("no credit left")

    monkeypatch.setattr("ragas.llms.factory.llm_factory", lambda name: ScriptedJudge(answer))
    done = command("evaluate", data, "--llm", "any:model", "--metrics", "faithfulness")
    assert done.exit_code == 4, done.output
    assert "no credit left" in done.stdout


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, [], "rows.jsonl"),
        ("", [], "is empty"),
        ('{"user_input": "q"', [], "line 1"),
        ('{"user_input": "q", "contexts": "text"}', [], "contexts"),
        ('{"reference": "r"}', [], "allow none of the default metrics"),
        ('{"user_input": "q"}', [], "questions without answers"),
        ('{"user_input": "q", "response": "r"}', ["--metrics", "faithfulness"], "faithfulness needs"),
        ('{"user_input": "q"}', ["--metrics", "fathfulness"], "faithfulness"),
        ('{"user_input": "q"}', ["--metrics", "faithfulness"], "--map response=your_name"),
        ('{"user_input": "q"}', ["--metrics", "faithfulness,foo,bar"], "'bar'"),
        (
            '{"user_input": "q"}',
            ["--metrics", "faithfulness,Faithfulness"],
            "names faithfulness more than once",
        ),
        ('{"user_input": "q"}', ["--metrics", ","], "No metric is named"),
        ('{"user_input": "q"}', ["--map", "response=answr"], "there is no column 'answr'"),
        ('{"user_input": ' + "9" * 5000, [], "line 1: a number has more than 4300 digits"),
        (json.dumps(ROWS[0]), ["--out", "~nobody-of-that-name/x"], "no home folder"),
        ('{"user_input": "q"}\n{"user_input": [{"content": "a", "type": "human"}]}', [], "row 1"),
    ],
    ids=[
        "no file",
        "empty file",
        "wrong JSON",
        "string contexts",
        "columns for nothing",
        "questions only",
        "missing column",
        "unknown metric",
        "column of another name",
        "unknown metrics",
        "metric named twice",
        "no metric named",
        "mapped column not there",
        "long number",
        "no home folder",
        "mixed samples",
    ],
)
def test_what_cannot_run_is_told_in_a_line(
    tmp_path: Path, content: str | None, arguments: list[str], message: str
) -> None:
    """Bad input is exit code 1 and one message, no traceback."""
    file = tmp_path / "rows.jsonl"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    done = command("evaluate", file, "--llm", "local", *arguments)
    assert done.exit_code == 1
    assert "Error: " in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.output


def test_columns_of_other_names(tmp_path: Path) -> None:
    """`--map ours=theirs` reads a column of another name, the lists in the cells of a CSV file too."""
    file = tmp_path / "rows.csv"
    file.write_text('query,answer,docs\nWhen?,At ten.,"[""It opens at ten.""]"\n', encoding="utf-8")
    maps = ["--map", "user_input=query", "--map", "retrieved_contexts=docs"]
    done = command("evaluate", file, "--llm", "local", "--metrics", "faithfulness", *maps)
    assert done.exit_code == 0, done.output
    assert "1 of 1" in done.stdout


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["query"], "'query' is not of the form user_input=query"),
        (["query=user_input"], "user_input=query, not query=user_input"),
        (["response=a", "response=b"], "response cannot be both 'a' and 'b'"),
    ],
)
def test_wrong_maps(data: Path, given: list[str], words: str) -> None:
    """A --map of the wrong form, or the wrong way round, is exit code 2 and says which form is right."""
    done = command("evaluate", data, *(part for one in given for part in ("--map", one)))
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_standard_input() -> None:
    """- reads JSONL from standard input."""
    rows = "\n".join(map(json.dumps, ROWS))
    done = command("evaluate", "-", "--llm", "local", "--metrics", "faithfulness", piped=rows)
    assert done.exit_code == 0, done.output
    assert "2 rows of standard input" in done.stdout


def test_half_a_character(tmp_path: Path) -> None:
    """Data cut in the middle of a character is scored, shown with a replacement character and written."""
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROWS[1] | {"user_input": "What \ud83d?"}), encoding="utf-8")
    done = command("evaluate", file, "--llm", "local", "--metrics", "faithfulness", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "What \ufffd?" in done.stdout
    assert len(list((tmp_path / "out").iterdir())) == 3


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_figures_are_shown_though_files_fail(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    """When a file cannot be written the figures are printed nevertheless, and the error names the file."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(EvaluationResult, "to_csv", full)
    arguments = [
        "--llm",
        "local",
        "--metrics",
        "faithfulness",
        "--out",
        tmp_path / "out",
        "--no-keep",
        *options,
    ]
    done = command("evaluate", data, *arguments)
    assert done.exit_code == 1
    assert "faithfulness" in done.stdout
    assert "result.json" in done.stdout
    assert "scores.csv' cannot be written: No space left on device." in done.stderr


def test_nothing_is_paid_twice(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--cache` a second run asks the judge nothing, and its scores are the same."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        runs = []
        for _ in range(2):
            done = command(
                "evaluate", data, "--llm", "openai:m", "--metrics", "faithfulness", "--cache", "--json"
            )
            assert done.exit_code == 0, done.output
            runs.append((len(server.requests), json.loads(done.stdout)["metrics"]))
    assert runs[0][0] > 0
    assert runs[0] == runs[1]


def test_the_version() -> None:
    """`ragas --version` prints it."""
    done = command("--version")
    assert (done.exit_code, done.stdout) == (0, f"ragas {version}\n")


def test_metrics_may_be_named_one_by_one(data: Path) -> None:
    """`--metrics a --metrics b` is `--metrics a,b`, also where a plan is made and where a run goes on."""
    each = ["--metrics", "faithfulness", "--metrics", "context_recall"]
    done = command("evaluate", data, "--llm", "local", *each, "--run", "both", "--json")
    assert done.exit_code == 0, done.output
    assert list(json.loads(done.stdout)["metrics"]) == ["faithfulness", "context_recall"]
    again = command("evaluate", data, "--run", "both", "--resume", "--json")
    assert list(json.loads(again.stdout)["metrics"]) == ["faithfulness", "context_recall"]
    planned = command("plan", data, "--llm", "openai:gpt-4o-mini", *each, "--json")
    assert "context_recall" in planned.stdout
    assert "faithfulness" in planned.stdout
    twice = command(
        "evaluate", data, "--llm", "local", "--metrics", "faithfulness", "--metrics", "Faithfulness"
    )
    assert "more than once" in twice.stderr


def test_nothing_scored_is_no_success(data: Path) -> None:
    """When no cell at all has a score, whatever the cause, the exit code is 4."""
    done = command("evaluate", data, "--llm", "local", "--metrics", "answer_relevancy", "--json")
    assert done.exit_code == 4, done.output
    assert json.loads(done.stdout)["metrics"]["answer_relevancy"]["skipped"] == 2
    some = command(
        "evaluate", data, "--llm", "local", "--metrics", "answer_relevancy,faithfulness", "--no-keep"
    )
    assert some.exit_code == 0, some.output


def test_a_full_disk_has_a_way_on(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the tables of a run that is kept cannot be written, the error says how they are had; --out has its own."""
    whole = EvaluationResult.to_csv

    def full(result: EvaluationResult, path: Path) -> None:
        if "runs" in path.parts:
            raise OSError(28, "No space left on device")
        whole(result, path)

    monkeypatch.setattr(EvaluationResult, "to_csv", full)
    options = ["--llm", "local", "--metrics", "faithfulness", "--run", "kept", "--out", tmp_path / "out"]
    done = command("evaluate", data, *options)
    assert done.exit_code == 1
    assert "with --run kept --resume writes the files and sends nothing" in done.stderr
    assert "`ragas report kept --out FILE` writes the page" in done.stderr
    assert (tmp_path / "out" / "scores.csv").is_file()
    monkeypatch.setattr(EvaluationResult, "to_csv", whole)
    again = command("evaluate", data, "--run", "kept", "--resume")
    assert again.exit_code == 0, again.output
    assert (tmp_path / "runs" / "kept" / "scores.csv").is_file()


def test_a_page_that_cannot_be_written(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the page, not a temporary file, and says how it is written elsewhere."""
    command("evaluate", data, "--llm", "local", "--metrics", "faithfulness", "--run", "kept")
    opened = open

    def read_only(file: Any, mode: str = "r", **options: Any) -> Any:
        if mode == "x" and "kept" in str(file):
            raise OSError(30, "Read-only file system", str(file))
        return opened(file, mode, **options)

    monkeypatch.setattr("builtins.open", read_only)
    done = command("report", "kept")
    assert done.exit_code == 1
    page = str(Path("runs", "kept", "report.html"))
    assert (
        f"{page!r} cannot be written: Read-only file system. Write it elsewhere with --out FILE."
        in done.stderr
    )
    assert ".part" not in done.stderr
    assert command("report", "kept", "--out", tmp_path / "page.html").exit_code == 0
