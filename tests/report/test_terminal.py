"""A result in the terminal: honest counts, worst rows with reasons, nothing of the data taken for markup."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from ragas import EvaluationDataset, EvaluationResult
from ragas.report.terminal import ResultTable, WorstRows
from ragas.schema.cells import Cell, MetricInfo

DATASET = EvaluationDataset.from_list(
    [{"user_input": f"question {row} [bold]", "response": "r"} for row in range(3)]
)
FAITHFULNESS = MetricInfo("faithfulness", (0.0, 1.0), judge="local", caution="compares words only")
NOISE = MetricInfo("noise", (0.0, 1.0), higher_is_better=False)


def shown(part: Any, width: int = 120) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width, highlight=False).print(part)
    return stream.getvalue()


def result(usage: dict[str, Any] | None = None) -> EvaluationResult:
    cells = [
        {
            "faithfulness": Cell(0.25, "scored", reason="1 of 4 statements [/b] supported."),
            "noise": Cell(0.9, "scored"),
        },
        {"faithfulness": Cell(1.0, "scored"), "noise": Cell(0.0, "scored")},
        {
            "faithfulness": Cell(None, "failed", cause="no credit left", error="RuntimeError"),
            "noise": Cell(None, "not_applicable", cause="no statements"),
        },
    ]
    return EvaluationResult(DATASET, cells, [FAITHFULNESS, NOISE], usage)


def test_means_stand_beside_their_counts() -> None:
    """Each metric has its mean, how many cells are behind it, and what kept the others out."""
    table = shown(ResultTable(result()))
    faithfulness = next(line for line in table.splitlines() if line.startswith("faithfulness"))
    assert "0.625*" in faithfulness
    assert "2 of 3" in faithfulness
    assert "no credit left" in table
    assert "compares words only" in table


def test_means_have_intervals() -> None:
    """Beside each mean stands its 95 % interval, inside the range; of two words that of the first."""
    table = shown(ResultTable(result()))
    assert "95 %" in table
    found = result().aggregate()["faithfulness"].interval
    assert found is not None
    assert f"{found.low:.2f}–{found.high:.2f}" in table
    tone = MetricInfo("tone", ("pass", "fail"))
    words = EvaluationResult(DATASET, [{"tone": Cell("pass", "scored")}] * 3, [tone])
    assert "pass 0.44–1.00" in shown(ResultTable(words))


def test_unknown_usage_is_not_zero() -> None:
    """Calls whose tokens nobody told show as unknown; shared calls are named apart."""
    unknown = {"calls": 2, "cached_calls": 0, "input_tokens": None, "output_tokens": None, "cost": None}
    known = {"calls": 4, "cached_calls": 3, "input_tokens": 1200, "output_tokens": 34, "cost": 0.5}
    table = shown(ResultTable(result({"by_metric": {"faithfulness": unknown, "noise": known}})))
    faithfulness, noise = (
        next(line for line in table.splitlines() if line.startswith(name))
        for name in ("faithfulness", "noise")
    )
    assert "unknown" in faithfulness
    assert "1,234" in noise
    assert "$0.50" in noise


def test_worst_rows_carry_question_and_reason() -> None:
    """The rows furthest from the best are shown with question and reason; perfect rows are not."""
    rows = shown(WorstRows(result()))
    assert "Lowest faithfulness" in rows
    assert "Highest noise" in rows
    assert "question 0 [bold]" in rows
    assert "1 of 4 statements [/b] supported." in rows
    assert "question 1" not in rows


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_narrow_terminals(width: int) -> None:
    """At any width no line is longer and no figure is lost; nor does any line end in blanks."""
    spent = {"calls": 4, "cached_calls": 3, "input_tokens": 1200, "output_tokens": 34, "cost": 0.5}
    made = result({"by_metric": {"faithfulness": spent}})
    lines = shown(ResultTable(made), width).splitlines() + shown(WorstRows(made), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert all(line == line.rstrip() for line in lines)
    text = " ".join(" ".join(lines).split())
    for figure in (
        "0.625*",
        "2 of 3",
        "4 (+3 shared)",
        "1,234",
        "$0.5000",
        "no credit left",
        "compares words only",
    ):
        assert figure in text


def test_long_names_stand_above_their_figures() -> None:
    """A name that has no place beside its figures has a line of its own; the columns stay in line."""
    info = MetricInfo("context_precision_without_reference", (0.0, 1.0))
    cells = [{info.name: Cell(0.5, "scored"), "noise": Cell(0.5, "scored")}]
    lines = shown(ResultTable(EvaluationResult(DATASET[:1], cells, [info, NOISE])), 60).splitlines()
    assert lines[1] == info.name
    assert lines[2].index("0.500") == lines[3].index("0.500")


def test_good_rows_are_no_worst_rows() -> None:
    """A row at four fifths of the range or better is not listed."""
    info = MetricInfo("rubrics", (1, 5))
    cells = [{"rubrics": Cell(value, "scored")} for value in (5, 4.5, 4)]
    rows = shown(WorstRows(EvaluationResult(DATASET, cells, [info])))
    assert "row 2" in rows
    assert "row 0" not in rows
    assert "row 1" not in rows


def test_questions_are_cut_to_the_terminal() -> None:
    """A long question takes one line, as wide as the terminal."""
    dataset = EvaluationDataset.from_list([{"user_input": "why \n" * 100}])
    made = EvaluationResult(dataset, [{"noise": Cell(1.0, "scored")}], [NOISE])
    for width in (60, 150):
        line = shown(WorstRows(made), width).splitlines()[-1]
        assert len(line) == width
        assert line.endswith("…")


def test_nothing_of_the_data_steers_the_terminal() -> None:
    """Escape sequences in questions, reasons, causes and names are written out."""
    evil = "\x1b[31mRED\x1b]0;owned\x07\x9b2J\u202e"
    dataset = EvaluationDataset.from_list([{"user_input": evil}, {"user_input": "q"}])
    cells = [
        {evil: Cell(0.1, "scored", reason=evil)},
        {evil: Cell(None, "failed", cause=evil, error="RuntimeError")},
    ]
    found = EvaluationResult(dataset, cells, [MetricInfo(evil, (0.0, 1.0), judge="j", caution=evil)])
    for text in (
        shown(ResultTable(found)),
        shown(ResultTable(found), 30),
        shown(WorstRows(found)),
        found.summary(),
        found.explain(0, evil),
        found.explain(1, evil, width=40),
    ):
        assert not any(one in text for one in "\x1b\x07\x9b\u202e")
        assert "\\x1b[31mRED" in text
