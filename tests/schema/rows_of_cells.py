"""A small result in which every status occurs, for the tests of results."""

from __future__ import annotations

import math
from typing import Any

from ragas.schema import Cell, EvaluationDataset, EvaluationResult, MetricInfo

CAUTION = "a support screen, not a judge"
QUESTION = {
    "user_input": "What does the kiln do?",
    "retrieved_contexts": ["Kilns are hot.", "The kiln reaches 1 280 °C."],
    "response": "It reaches 1 280 °C and cools in four hours.",
}
STATEMENTS: list[dict[str, Any]] = [
    {
        "statement": "The kiln reaches 1 280 °C",
        "supported": True,
        "reason": "stated in line 2",
        "quote": "The kiln reaches 1 280 °C.",
        "chunk": 1,
        "start": 0,
        "end": 26,
        "quote_found": True,
    },
    {"statement": "It cools in four hours", "supported": False, "reason": "time not mentioned"},
]
FAITHFULNESS = MetricInfo(
    "faithfulness", (0.0, 1.0), judge="local", caution=CAUTION, embeddings="bge", signature={"prompt": "1a2b"}
)
TONE = MetricInfo("tone", ("pass", "fail"), judge="gpt-4o-mini")
NOISE = MetricInfo("noise", (0.0, 1.0), higher_is_better=False)


def cell(value: Any, **facts: Any) -> Cell:
    """A scored cell."""
    return Cell(value, "scored", **facts)


def failed(cause: str = "no answer before 180 s", error: str = "JudgeTimeoutError") -> Cell:
    """A failed cell."""
    return Cell(None, "failed", cause=cause, error=error)


def result(**columns: list[Cell]) -> EvaluationResult:
    """A result with the columns given; without any, one in which every status occurs."""
    metrics = [info for info in (FAITHFULNESS, TONE, NOISE) if info.name in columns]
    rows = [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
    return EvaluationResult(EvaluationDataset.from_list([QUESTION] * len(rows)), rows, metrics)


def every_status() -> EvaluationResult:
    """Four rows, two metrics, every status."""
    made = result(
        faithfulness=[
            cell(
                0.5,
                reason="1 of 2 statements",
                traces={"input": {}, "output": {"statements": STATEMENTS}},
                seconds=0.2,
            ),
            cell(1.0, usage={"input_tokens": 3}),
            failed(),
            Cell(math.nan, "not_applicable", cause="no statements"),
        ],
        tone=[
            cell("pass"),
            cell("fail"),
            cell("pass"),
            Cell(None, "skipped", cause="this judge grades no tone"),
        ],
    )
    made.usage = {"judge_calls": 12, "input_tokens": 4500, "output_tokens": 300, "cost": 0.0123}
    made.run = {"version": "0.5.0", "id": "r1"}
    return made
