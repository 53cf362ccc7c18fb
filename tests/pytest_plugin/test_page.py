"""What the page about gates shows of pytest and of continuous integration is so."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import Any

import pytest
import typer
import yaml

from ragas.cli import app
from tests.docs.pages import ROOT, UPDATE, Block, blocks

pytest_plugins = ["pytester"]

PAGE = ROOT / "docs" / "gates.md"


def block(language: str, title: str = "") -> Block:
    """The block of the page in that language, with that title."""
    (found,) = [
        one
        for one in blocks(PAGE)
        if one.language == language and f'title="{title}"' in f'title=""{one.info}'
    ]
    return found


def test_the_pytest_example_prints_what_the_page_shows(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test of the page fails as it is shown there; with `UPDATE_DOCS=1` the page is rewritten."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("COLUMNS", "88")
    shutil.copytree(ROOT / "examples", pytester.path / "examples")
    code, shown = block("python", "test_answers.py"), block("text", "pytest test_answers.py")
    pytester.makepyfile(test_answers=code.code)
    printed = pytester.runpytest_inprocess("-p", "ragas.pytest_plugin").outlines
    told = [line.rstrip() for line in printed]
    start = next(number for number, line in enumerate(told) if line.strip("_ ") == "test_answers")
    made = "\n".join(told[start:-1]) + "\n"
    if UPDATE:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(
            text.replace(shown.source, f"{shown.source.splitlines()[0]}\n{made}```", 1), encoding="utf-8"
        )
    else:
        assert shown.code == made


def test_the_workflow_is_one() -> None:
    """The YAML parses, and every ragas command in it has options that exist."""
    workflow: dict[Any, Any] = yaml.safe_load(block("yaml").code)
    steps = workflow["jobs"]["gate"]["steps"]
    lines = [
        line.split("||")[0]
        for step in steps
        for line in step.get("run", "").splitlines()
        if line.startswith("ragas ")
    ]
    assert [line.split()[1] for line in lines] == ["evaluate", "gate"]
    group: Any = typer.main.get_command(app)
    for line in lines:
        _, name, *arguments = shlex.split(line)
        group.commands[name].make_context(name, arguments)


def test_options_of_the_page_are_those_of_the_command() -> None:
    """The table of options leaves none out and invents none."""
    group: Any = typer.main.get_command(app)
    known = {
        option for one in group.commands["gate"].params for option in one.opts if option.startswith("--")
    }
    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index("| option | does |") : page.index("RUN is a name")]
    assert set(re.findall(r"--[a-z][a-z-]*", table)) == known


def test_the_marker_takes_what_the_page_says() -> None:
    """Arguments of the marker are those of the plugin."""
    from ragas.pytest_plugin import CONDITIONS, SETTINGS

    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index("| argument of the marker |") : page.index("| `await ragas.aevaluate")]
    named = re.findall(
        r"`(\w+)(?:=[^`]*)?`", "".join(line.split("|")[1] for line in table.splitlines() if "|" in line)
    )
    assert set(named) == {*CONDITIONS, *SETTINGS}
