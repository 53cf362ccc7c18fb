"""Runs on the command line: kept, resumed, listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from ragas import EvaluationResult
from ragas.cli import app
from ragas.engine.journal import Journal
from tests.servers import OpenAIServer
from tests.servers.server import Reply

ROWS: list[dict[str, Any]] = [
    {"query": f"Pier {number}?", "response": f"Pier {number}.", "retrieved_contexts": [f"Pier {number}."]}
    for number in range(4)
]


def command(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four rows."""
    file = tmp_path / "piers.jsonl"
    file.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return file


LOCAL = ("--llm", "local", "--metrics", "faithfulness", "--map", "user_input=query")


def test_a_run_is_kept_under_a_name_that_says_what_it_is_of(data: Path) -> None:
    """Its folder is a result to load, with tables beside it, and `ragas runs` lists it."""
    done = command("evaluate", data, *LOCAL)
    assert done.exit_code == 0, done.output
    (folder,) = Path("runs").iterdir()
    assert folder.name.startswith("piers-20")
    assert {file.name for file in folder.iterdir()} >= {
        "manifest.json",
        "journal.jsonl",
        "scores.csv",
        "scores.jsonl",
    }
    assert len(EvaluationResult.load(folder)["faithfulness"]) == 4
    listed = command("runs")
    assert folder.name in listed.stdout
    assert json.loads(command("runs", "--json").stdout)[0]["state"] == "finished"


def test_nothing_is_left_behind_on_request(data: Path) -> None:
    """`--no-keep` writes no file."""
    assert command("evaluate", data, *LOCAL, "--no-keep").exit_code == 0
    assert not Path("runs").exists()
    assert "no runs yet" in command("runs").stdout


def test_a_name_is_used_once_unless_resumed(data: Path) -> None:
    """A second run does not write into the first by accident."""
    assert command("evaluate", data, *LOCAL, "--run", "a").exit_code == 0
    again = command("evaluate", data, *LOCAL, "--run", "a")
    assert again.exit_code == 1
    assert "--resume" in again.stderr
    assert command("evaluate", data, "--run", "a", "--resume").exit_code == 0
    nothing = command("evaluate", data, "--resume")
    assert nothing.exit_code == 1
    assert "unfinished" in nothing.stderr
    unknown = command("evaluate", data, "--resume", "--run", "b")
    assert unknown.exit_code == 1
    assert "The runs are: a." in unknown.stderr


def test_what_failed_is_scored_again_under_the_options_of_before(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--retry-failed` needs neither metrics nor judge nor map: the run knows them. Only failed rows are asked for."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        broken = True

        def improvise(request: Any) -> Any:
            if broken and "Pier 2" in json.dumps(request.body):
                return Reply("no such model", status=404)
            return OpenAIServer.improvise(server, request)

        monkeypatch.setattr(server, "improvise", improvise)
        arguments = ("--llm", "openai:gpt-4o-mini", "--metrics", "faithfulness", "--map", "user_input=query")
        assert command("evaluate", data, *arguments, "--run", "a").exit_code == 4
        before = len(server.requests)
        broken = False
        done = command("evaluate", data, "--run", "a", "--retry-failed", "--json")
        assert done.exit_code == 0, done.output
        figures = json.loads(done.stdout)
        assert figures["metrics"]["faithfulness"]["scored"] == 4
        assert len(server.requests) - before == 2, "statements and verdicts of the one row that failed"
        assert figures["usage"]["calls"] == len(server.requests) - 1, "a refused call is no call"


def test_a_budget_ends_a_run_that_can_go_on(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 4, the cells left are skipped, and a larger budget finishes the run."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        arguments = ("--llm", "openai:gpt-4o-mini", "--metrics", "faithfulness", "--map", "user_input=query")
        done = command(
            "evaluate", data, *arguments, "--run", "a", "--budget", "0.00014", "--max-workers", 1, "--json"
        )
        assert done.exit_code == 4, done.output
        figures = json.loads(done.stdout)
        assert 0 < figures["metrics"]["faithfulness"]["skipped"] < 4
        assert figures["run"]["state"] == "out of budget"
        done = command("evaluate", data, "--run", "a", "--resume", "--budget", 1, "--json")
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["metrics"]["faithfulness"]["scored"] == 4
        assert len(server.requests) == 8


def arguments_of(name: str) -> dict[str, Any]:
    """What the manifest says of the options."""
    arguments: dict[str, Any] = json.loads(Path("runs", name, "manifest.json").read_text())["arguments"]
    return arguments


def test_a_run_goes_on_under_all_its_options(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a run that was cut off need not be said again; what is said replaces them, for later calls too."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        begun = ("--llm", "openai:gpt-4o-mini", "--metrics", "faithfulness", "--map", "user_input=query")
        more = ("--max-workers", 1, "--cache", "--out", "out", "--limit", 3, "--repeats", 2)
        done = command("evaluate", data, *begun, *more, "--budget", "0.00014", "--run", "a", "--json")
        assert done.exit_code == 4, done.output
        options = arguments_of("a")
        assert options | {"max_workers": 1, "cache": True, "limit": 3, "repeats": 2} == options
        Path("out", "result.json").unlink()
        sent = len(server.requests)
        again = command("evaluate", data, "--resume", "--json")
        assert (again.exit_code, len(server.requests)) == (4, sent), "the budget is one of the whole run"
        assert arguments_of("a") == options
        assert Path("out", "result.json").exists()
        now = ("--budget", 1, "--max-workers", 3, "--no-cache", "--limit", 4)
        done = command("evaluate", data, "--resume", *now, "--json")
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["metrics"]["faithfulness"]["scored"] == 4
        later = {"budget": 1.0, "max_workers": 3, "cache": False, "limit": 4}
        assert arguments_of("a") == options | later
        assert command("evaluate", data, "--resume", "--run", "a").exit_code == 0
        assert arguments_of("a") == options | later


def test_the_metrics_a_run_chose_by_itself_are_written_down(data: Path) -> None:
    """So a metric that is added to them is one more, when the run goes on as well."""
    mapped = ("--llm", "local", "--map", "user_input=query")
    assert command("evaluate", data, *mapped, "--run", "a").exit_code == 0
    chosen = arguments_of("a")["metrics"]
    assert "faithfulness" in chosen.split(",")
    done = command("evaluate", data, "--run", "a", "--resume", "--metrics", "response_groundedness")
    assert done.exit_code == 0, done.output
    assert arguments_of("a")["metrics"] == f"{chosen},response_groundedness"


@pytest.mark.parametrize("option", [("--run", "a"), ("--resume",), ("--retry-failed",)])
def test_a_run_that_is_not_kept_has_no_name_and_no_end_to_come(data: Path, option: tuple[str, ...]) -> None:
    """What goes against `--no-keep` is refused, not passed over."""
    refused = command("evaluate", data, *LOCAL, "--no-keep", *option)
    assert refused.exit_code == 2
    assert "--no-keep" in refused.stderr
    assert not Path("runs").exists()


def test_repeats_are_counted(data: Path) -> None:
    """The mean of several judgings stands in the table."""
    done = command("evaluate", data, *LOCAL, "--repeats", 3, "--run", "a", "--json")
    assert done.exit_code == 0, done.output
    cell = EvaluationResult.load("runs/a").cell(0, "faithfulness")
    assert cell.traces is not None
    assert len(cell.traces["output"]["repeats"]) == 3


def manifest(name: str, state: str = "finished") -> Path:
    """A run in runs/, as far as the list looks at it."""
    folder = Path("runs", name)
    folder.mkdir(parents=True)
    facts = {
        "format": "ragas run",
        "version": 1,
        "started": "2026-01-01T00:00:00+00:00",
        "state": state,
        "rows": 1200,
        "failed": 3,
        "metrics": [{"name": "faithfulness"}, {"name": "context_recall"}],
        "arguments": {"judge": "openai:gpt-4o-mini"},
        "usage": {"cost": 0.0123},
    }
    (folder / "journal.jsonl").touch()
    (folder / "manifest.json").write_text(json.dumps(facts), encoding="utf-8")
    return folder


def listed(width: int) -> str:
    done = CliRunner().invoke(app, ["runs"], env={"COLUMNS": str(width)})
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_run_whose_process_died_is_not_called_running() -> None:
    """What the manifest calls running broke off, unless a process still writes to it."""
    folder = manifest("killed", "running")
    assert "broke off" in listed(120)
    assert json.loads(command("runs", "--json").stdout)[0]["state"] == "broke off"
    journal = Journal(folder)
    try:
        assert "running" in listed(120)
    finally:
        journal.close()


def test_a_long_name_stands_on_a_line_of_its_own() -> None:
    """The list is a table where it fits; in a narrow terminal no word is broken to make it fit."""
    name = "questions-of-the-support-team-in-november-2026-11-30-1712"
    manifest(name)
    assert name in listed(200).splitlines()[1]
    lines = listed(80).splitlines()
    assert lines == [
        name,
        "  finished, 1200 rows, 3 failed, $0.0123",
        "  faithfulness, context_recall, judged by openai:gpt-4o-mini",
    ]
