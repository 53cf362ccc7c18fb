"""Tests of `ragas testset`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from ragas.cli.evaluate import evaluate_command
from ragas.cli.testset import _show, generate_testset_command
from ragas.testset import Testset
from ragas.testset.testset_report import TestsetReport

app = typer.Typer()
app.command()(generate_testset_command)
evaluation = typer.Typer()
evaluation.command()(evaluate_command)


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two documents and a blank one, in the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "ferry.md").write_text(
        "# Ferry\n\nLarkspur Ferries was founded in 1911. The crossing takes 40 minutes.\n"
    )
    (folder / "kiln.txt").write_text("The kiln is used to fire clay. A kiln car costs 900 euros at Delft.\n")
    (folder / "blank.md").write_text("\n")
    return folder


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


def test_a_folder_becomes_a_file_and_a_page(docs: Path) -> None:
    """The test set, a page beside it and tables; the same command again gives the same set."""
    code, output = _run("docs", "--size", "3", "--llm", "local", "--out", "out/tests.jsonl")
    assert code == 0, output
    for told in ("3 of 3 questions, made by local", "ferry.md", "kiln.txt", "1 document left out: blank."):
        assert told in output
    first = Testset.from_jsonl("out/tests.jsonl").to_list()
    assert len(first) == 3
    assert "ferry.md" in Path("out/tests.html").read_text(encoding="utf-8")
    assert _run("docs", "--size", "3", "--llm", "local", "--out", "out/tests.jsonl")[0] == 0
    assert Testset.from_jsonl("out/tests.jsonl").to_list() == first


def test_a_file_that_cannot_be_read_is_left_out(docs: Path) -> None:
    """One bad file does not stop a folder: it is named with its cause; with --strict it does."""
    (docs / "latin.md").write_bytes("Käse".encode("latin-1"))
    (docs / "gone.md").symlink_to("nowhere")
    code, output = _run("docs", "--size", "2", "--llm", "local", "--no-keep")
    assert code == 0, output
    for told in (
        "2 documents left out: cannot be read.",
        "latin.md' is not UTF-8",
        "gone.md' cannot be read",
    ):
        assert told in " ".join(output.split())
    code, output = _run("docs", "--size", "2", "--llm", "local", "--no-keep", "--strict")
    assert code == 1
    assert "2 documents cannot be read." in output


def test_an_edited_set_is_kept(docs: Path) -> None:
    """What was in the file that is written, if it is anything else, stays under another name."""
    arguments = ("docs", "--size", "2", "--llm", "local", "--no-keep")
    assert _run(*arguments)[0] == 0
    Path("tests.jsonl").write_text('{"user_input": "mine?"}\n')
    code, output = _run(*arguments)
    assert code == 0
    assert "kept the tests.jsonl that was there as tests.1.jsonl" in output
    assert "mine?" in Path("tests.1.jsonl").read_text()
    assert _run(*arguments)[0] == 0
    assert not Path("tests.2.jsonl").exists()


@pytest.mark.parametrize("metrics", [[], ["--metrics", "faithfulness"], ["--metrics", "context_recall"]])
@pytest.mark.parametrize("out", ["tests.jsonl", "tests.csv"])
def test_a_fresh_set_is_not_to_be_scored_yet(docs: Path, metrics: list[str], out: str) -> None:
    """`ragas evaluate` on it says that an application has to answer first, with code that does it and runs."""
    assert _run("docs", "--size", "2", "--llm", "local", "--no-keep", "--out", out)[0] == 0
    result = CliRunner().invoke(evaluation, [out, "--llm", "local", *metrics])
    assert result.exit_code == 1
    assert "questions without answers" in result.output
    shown = [line[4:] for line in result.output.splitlines() if line.startswith("    ")]
    exec("\n".join(shown), {"ask_your_application": lambda question: ("In 1911.", ["Founded in 1911."])})
    result = CliRunner().invoke(evaluation, ["answered.jsonl", "--llm", "local", "--no-keep", *metrics])
    assert result.exit_code == 0, result.output


def test_fewer_than_asked_for(docs: Path) -> None:
    """A shortfall is exit code 4 and told, in JSON too; CSV is written by its name; --no-keep leaves nothing behind."""
    code, output = _run("docs", "--size", "30", "--llm", "local", "--out", "t.csv", "--json", "--no-keep")
    figures = json.loads(output)
    assert code == 4
    assert figures["made"] == len(Testset.from_csv("t.csv")) < 30
    assert "of 30 questions were made" in figures["shortfall"]
    assert not Path("runs").exists()


def test_a_plan_writes_nothing(docs: Path) -> None:
    """--plan counts for a model whose key is not there, and writes no file."""
    code, output = _run("docs", "--size", "4", "--llm", "openai:gpt-4o-mini", "--plan", "--json")
    assert code == 0, output
    assert json.loads(output)["calls"] > 4
    assert json.loads(output)["cost"] > 0
    assert not Path("tests.jsonl").exists()


def test_a_plan_without_a_price(docs: Path) -> None:
    """Unknown is told as unknown, and a budget that could not be kept is refused by the plan as by the run."""
    unpriced = ("docs", "--size", "2", "--llm", "openai:some-unpriced", "--embeddings", "local", "--plan")
    code, output = _run(*unpriced)
    assert code == 0, output
    assert "price unknown" in " ".join(output.split())
    assert "$" not in output
    code, output = _run(*unpriced, "--budget", "1")
    assert code == 1
    assert "is unknown, so a budget cannot be kept" in " ".join(output.split())


@pytest.mark.parametrize(("now", "told"), [(0, True), (4, True), (10, False)])
def test_what_was_paid_now(now: int, told: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Where earlier runs paid a part, the summary says how much of the whole was paid now."""
    whole = dict.fromkeys(("calls", "judge_calls"), 10) | {
        "input_tokens": 100,
        "output_tokens": 10,
        "cost": 0.5,
    }
    paid = dict.fromkeys(("calls", "judge_calls"), now) | {"recalled_calls": 10 - now, "cost": 0.05 * now}
    _show(Testset([], report=TestsetReport(1), usage={**whole, "paid_now": paid}), [], None)
    output = " ".join(capsys.readouterr().out.split())
    assert ("of these now:" in output) is told
    assert (f"{10 - now} answers of an earlier run were at hand" in output) is told


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (["docs/blank.md"], "blank"),
        (["nowhere.md"], "No such file"),
        (["docs", "--out", "docs"], "is a folder. Name a file in it"),
        (["docs", "--out", "docs/ferry.md/t.jsonl"], "cannot be written"),
        (["docs", "--out", "tests.xlsx"], "must end in"),
        (["docs", "--unanswerable", "0.5"], "have to be written"),
    ],
)
def test_what_cannot_be_run(docs: Path, arguments: list[str], cause: str) -> None:
    """Exit code 1 and one line with the cause."""
    code, output = _run(*arguments, "--llm", "local")
    assert code == 1
    assert cause in " ".join(output.split())
