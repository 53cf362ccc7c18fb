"""Data with labels and scores made up for tests of alignment."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ragas import EvaluationDataset, EvaluationResult
from ragas.evaluation.labels import HumanLabels, read_labels
from ragas.schema.cells import Cell, MetricInfo

INFO = MetricInfo(
    "faithfulness", (0.0, 1.0), judge="gpt-4o-mini", signature={"metric": "Faithfulness", "version": "1"}
)


def planted(n: int = 120, seed: int = 0) -> tuple[list[float], list[int], list[int]]:
    """Scores that tell good from bad in most rows, the labels of one person, and of another who sees it mostly alike."""
    chance = Random(seed)
    first = [int(chance.random() < 0.6) for _ in range(n)]
    second = [one if chance.random() < 0.9 else 1 - one for one in first]
    scores = [round(min(1.0, max(0.0, chance.gauss(0.7 if one else 0.4, 0.2))), 2) for one in first]
    return scores, first, second


def data(n: int) -> EvaluationDataset:
    """Samples with ids, in which later answers are longer."""
    return EvaluationDataset.from_list(
        [
            {"id": f"q{row}", "user_input": f"question {row}", "response": "word " * (row + 1)}
            for row in range(n)
        ]
    )


def scored(values: Sequence[Any], info: MetricInfo = INFO) -> EvaluationResult:
    """A result with these scores; None is a failed cell."""
    cells = [
        {
            info.name: Cell(None, "failed", cause="no credit")
            if value is None
            else Cell(value, "scored", reason=f"it is {value}")
        }
        for value in values
    ]
    return EvaluationResult(data(len(values)), cells, [info])


def people(
    dataset: EvaluationDataset, first: Sequence[Any], second: Sequence[Any] | None = None
) -> HumanLabels:
    """The labels of one or two annotators."""
    rows = [
        {
            "id": f"q{row}",
            "ana": one,
            **({"ben": second[row]} if second else {}),
            "ana_reason": f"ana says {one}",
        }
        for row, one in enumerate(first)
    ]
    return read_labels(rows, dataset, column="ana", second="ben" if second else None)
