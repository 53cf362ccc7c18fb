"""A result in the terminal: honest counts, worst rows with reasons, nothing of the data taken for markup."""

from __future__ import annotations

import io
from typing import Any

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


def test_narrow_terminals() -> None:
    """A table fits 80 columns without losing a number."""
    table = shown(ResultTable(result()), width=80)
    assert "2 of 3" in table
    assert all(len(line) <= 80 for line in table.splitlines())
