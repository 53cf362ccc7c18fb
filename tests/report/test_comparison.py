"""A comparison in the terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from ragas import EvaluationDataset, EvaluationResult
from ragas.report.comparison import ChangedRows, ComparisonTable
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.comparison import Comparison, compare

METRICS = [MetricInfo("faithfulness", (0.0, 1.0)), MetricInfo("noise", (0.0, 1.0), higher_is_better=False)]


def run(faithfulness: list[float], noise: list[float]) -> EvaluationResult:
    rows = [
        {"faithfulness": Cell(one, "scored", reason=f"so {one} [b]"), "noise": Cell(other, "scored")}
        for one, other in zip(faithfulness, noise, strict=True)
    ]
    dataset = EvaluationDataset.from_list(
        [{"user_input": f"question {row} [bold]"} for row in range(len(rows))]
    )
    return EvaluationResult(dataset, rows, METRICS)


@pytest.fixture(scope="module")
def after() -> EvaluationResult:
    return run([1.0, 0.9, 0.8, 0.9] * 10, [0.1, 0.3] * 20)


@pytest.fixture(scope="module")
def found(after: EvaluationResult) -> Comparison:
    return compare(run([0.2, 0.4, 0.6, 0.5] * 10, [0.2, 0.2] * 20), after)


def shown(*parts: Any, width: int = 120) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False)
    for part in parts:
        console.print(part)
    return stream.getvalue()


def test_each_metric_has_a_verdict_in_words(found: Comparison) -> None:
    """Means, difference, interval, p and what they come to stand in a line; what cannot be told from chance is."""
    lines = shown(ComparisonTable(found)).splitlines()
    faithfulness = next(line for line in lines if line.startswith("faithfulness"))
    for said in ("0.425", "0.9", "+0.475", "< 0.001", "40 of 40", "▲ better"):
        assert said in faithfulness
    noise = next(line for line in lines if line.startswith("noise"))
    assert "no clear difference" in noise
    assert any("rows paired by position" in line or "rows paired by" in line for line in lines)
    assert any("noise: so many rows show a difference of ±" in line for line in lines)


@pytest.mark.parametrize("width", [120, 80, 50, 30])
def test_nothing_is_lost_where_it_is_narrow(found: Comparison, after: EvaluationResult, width: int) -> None:
    """Whatever the width, no line is longer and both means are there."""
    text = shown(ComparisonTable(found), ChangedRows(found, after), width=width)
    assert max(map(len, text.splitlines())) <= width
    joined = "".join(text.split())
    for said in ("faithfulness", "0.425", "+0.475", "better", "noclear"):
        assert said in joined


def test_rows_that_changed_most_have_both_reasons(found: Comparison, after: EvaluationResult) -> None:
    """Row, both scores, question and both reasons; as many rows as asked for."""
    text = shown(ChangedRows(found, after, 1))
    assert "row 0    from 0.200 to 1.000  question 0 [bold]" in text
    assert "before: so 0.2 [b]" in text
    assert "after: so 1.0 [b]" in text
    assert text.count("  row ") == 2
    assert shown(ChangedRows(found, after, 0)) == ""


def test_rows_that_lost_their_score_are_not_the_same() -> None:
    """Where many rows are scored on one side only nothing is called the same; few are named."""
    info = MetricInfo("faithfulness", (0.0, 1.0), judge="local", caution="compares words")

    def made(*values: float | None) -> EvaluationResult:
        cells = [Cell(None, "not_applicable") if value is None else Cell(value, "scored") for value in values]
        dataset = EvaluationDataset.from_list([{"user_input": str(row)} for row in range(len(cells))])
        return EvaluationResult(dataset, [{"faithfulness": cell} for cell in cells], [info])

    whole = made(*[0.5] * 40)
    many, few, none = (
        shown(ComparisonTable(compare(whole, made(*[None] * silent, *[0.5] * (40 - silent)))))
        for silent in (20, 1, 0)
    )
    assert "cannot be told" in many
    assert "faithfulness, rows left out: 20 scored before, not applicable now" in many
    assert "no clear difference" in few
    assert "the same" in none
    assert "Caution, faithfulness: compares words" in none
