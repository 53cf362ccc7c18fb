"""`ragas migrate` on notebooks: the code cells are rewritten, all else stays byte by byte."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ragas.cli import app

pytestmark = pytest.mark.skipif(importlib.util.find_spec("libcst") is None, reason="libcst is not installed")

CELLS = [
    "# Scores – für alle\nfrom ragas.metrics import faithfulness",
    "%pip install ragas\n!ls\nfrom ragas.metrics import faithfulness\nfrom ragas import evaluate",
    "%%bash\nragas metrics",
    "row = 'é'\nresult = evaluate(rows, [faithfulness])\nresult?",
    "out = ragas metrics",
    "await later()\nevaluate(rows, [faithfulness], batch_size=3)",
]


def notebook(*cells: str, language: str = "python", **layout: Any) -> str:
    made = [
        {
            "cell_type": "markdown" if number == 0 else "code",
            "metadata": {},
            "source": cell.splitlines(keepends=True),
            **(
                {}
                if number == 0
                else {"execution_count": number, "outputs": [{"text": "from ragas.metrics é"}]}
            ),
        }
        for number, cell in enumerate(cells)
    ]
    content = {
        "cells": made,
        "metadata": {"kernelspec": {"language": language}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, **({"indent": 1, "ensure_ascii": False} | layout)) + "\n"


def migrate(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["migrate", *arguments])


@pytest.mark.parametrize("layout", [{}, {"indent": 2}, {"ensure_ascii": True}, {"indent": None}])
def test_code_cells_are_rewritten_and_the_rest_stays(layout: dict[str, Any], tmp_path: Path) -> None:
    """Names are followed from cell to cell; magics, outputs, other cells and the layout of the file are as they were."""
    file = tmp_path / "a.ipynb"
    file.write_text(notebook(*CELLS, **layout), encoding="utf-8")
    done = migrate("a.ipynb", "--write")
    assert done.exit_code == 0, done.stderr
    assert "a.ipynb:cell 2:3  ragas.metrics.faithfulness" in done.stdout
    assert "a.ipynb:cell 6:2  evaluate(batch_size=)" in done.stdout
    assert "a.ipynb:cell 5: cannot be read" in done.stdout
    new = [*CELLS]
    new[1] = new[1].replace(
        "ragas.metrics import faithfulness", "ragas.metrics.collections import Faithfulness"
    )
    new[3] = new[3].replace("[faithfulness]", "[Faithfulness()]")
    new[5] = new[5].replace("[faithfulness], batch_size=3", "[Faithfulness()]")
    assert file.read_text(encoding="utf-8") == notebook(*new, **layout)
    assert "Nothing of earlier versions" in migrate("a.ipynb", "--write").stdout
    assert Path("ragas-migrate.diff").read_text(encoding="utf-8").count("@@") >= 2


IPYTHON = [
    ("names = !ragas metrics\nx = [faithfulness]", "names = !ragas metrics\nx = [Faithfulness()]"),
    ("r = %time evaluate(d, [faithfulness])", "r = %time evaluate(d, [Faithfulness()])"),
    ("%time r = evaluate(d, [faithfulness])", "%time r = evaluate(d, [Faithfulness()])"),
    ("r = %timeit -o -n 5 evaluate(d, [faithfulness])", "r = %timeit -o -n 5 evaluate(d, [Faithfulness()])"),
    (
        "if new:\n    !pip install ragas\nx = [faithfulness]",
        "if new:\n    !pip install ragas\nx = [Faithfulness()]",
    ),
    (
        "for d in ds:\n  %time evaluate(d, [faithfulness])",
        "for d in ds:\n  %time evaluate(d, [Faithfulness()])",
    ),
    ("!pip install \\\n  ragas é\nx = [faithfulness]", "!pip install \\\n  ragas é\nx = [Faithfulness()]"),
    ("%time for d in ds: f(d)\nx = [faithfulness]", "%time for d in ds: f(d)\nx = [Faithfulness()]"),
    ("  %env\nx = [faithfulness]\nx??\n?x", "  %env\nx = [Faithfulness()]\nx??\n?x"),
    ("!ls\nf('%s'\n  % [faithfulness])", "!ls\nf('%s'\n  % [Faithfulness()])"),
    (
        "!ls\nq = '''\na = %s\nis it?'''\nx = [faithfulness]",
        "!ls\nq = '''\na = %s\nis it?'''\nx = [Faithfulness()]",
    ),
]


@pytest.mark.parametrize(("cell", "new"), IPYTHON)
def test_lines_of_ipython_stay_in_cells_that_are_rewritten(cell: str, new: str, tmp_path: Path) -> None:
    """A command, a magic or a question is no reason to leave its cell; what %time measures is rewritten, too."""
    file = tmp_path / "a.ipynb"
    before = "from ragas.metrics import faithfulness\nfrom ragas import evaluate"
    file.write_text(notebook("", before, cell), encoding="utf-8")
    assert "cannot be read" not in migrate("a.ipynb", "--write").stdout
    found = ["".join(one["source"]) for one in json.loads(file.read_text(encoding="utf-8"))["cells"]]
    assert found[2] == new


def test_an_import_that_ends_a_cell_can_go(tmp_path: Path) -> None:
    """A statement that is taken out at the end of a cell leaves the next cell alone."""
    file = tmp_path / "a.ipynb"
    cells = [
        "",
        "x = 1\nfrom ragas.llms import LangchainLLMWrapper",
        "from ragas import evaluate\nllm = LangchainLLMWrapper(m)",
    ]
    file.write_text(notebook(*cells), encoding="utf-8")
    migrate("a.ipynb", "--write")
    found = ["".join(cell["source"]) for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]]
    assert found[1:] == ["x = 1\n", "from ragas import evaluate\nllm = m"]


def test_reasons_name_cells(tmp_path: Path) -> None:
    """What is left to the reader says which cell is in the way, and JSON has the cell and its line."""
    (tmp_path / "a.ipynb").write_text(
        notebook(
            "",
            "from ragas.metrics import ExactMatch\nms = [ExactMatch()]",
            "x = 1\nms[0].single_turn_score(s)",
        ),
        encoding="utf-8",
    )
    told = json.loads(migrate(".", "--json").stdout)["findings"]
    assert [(one["cell"], one["line"], one["by_hand"]) for one in told] == [(2, 1, True), (3, 2, True)]
    assert "by hand: cell 3 line 2 calls" in told[0]["new"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "it is no notebook of format 4"),
        ('{"worksheets": []}', "it is no notebook of format 4"),
        (notebook("", "from ragas", language="R"), "its language is 'R'"),
    ],
)
def test_what_is_no_notebook_is_told(content: str, why: str, tmp_path: Path) -> None:
    """A file that is no notebook of Python is named, and the others are gone on with."""
    (tmp_path / "a.ipynb").write_text(content)
    (tmp_path / "b.py").write_text("from ragas.metrics import faithfulness\nx = [faithfulness]\n")
    done = migrate(".")
    assert done.exit_code == 0
    assert f"a.ipynb: cannot be read: {why}" in done.stdout
    assert "b.py:1" in done.stdout


def test_a_layout_that_cannot_be_kept_is_left_alone(tmp_path: Path) -> None:
    """A notebook that is written in an unusual way is told of, not written anew."""
    file = tmp_path / "a.ipynb"
    content = notebook("", "from ragas.metrics import faithfulness\nx = [faithfulness]").replace(
        ': "', ':  "'
    )
    file.write_text(content, encoding="utf-8")
    done = migrate("a.ipynb", "--write")
    assert "(by hand: save the notebook in Jupyter first)" in done.stdout
    assert file.read_text(encoding="utf-8") == content
