"""Score the labelled rows of a dataset, also with what should not matter changed, to compare the scores with labels."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ragas.evaluation.alignment_probes import Probe, changed_probe, probe_data
from ragas.evaluation.evaluate import evaluate
from ragas.evaluation.scorers import as_scorer
from ragas.exceptions import InputError
from ragas.schema.cells import Cell
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult

NOT_LABELLED = Cell(None, "skipped", cause="not labelled")


def score_labelled(
    dataset: EvaluationDataset, rows: Sequence[int], metric: Any, **settings: Any
) -> EvaluationResult:
    """A result of the whole dataset in which only `rows` are scored, so that row numbers stay what they are.

    `settings` are those of `evaluate`.

    Raises:
        InputError: the dataset lacks a column of the metric, or there are no rows to score.
    """
    if not rows:
        raise InputError("No row of the data is labelled.")
    found = _evaluate([dataset[row] for row in rows], metric, settings)
    (info,) = found.metrics
    place = {row: at for at, row in enumerate(rows)}
    cells = [
        found.cells[place[row]] if row in place else {info.name: NOT_LABELLED} for row in range(len(dataset))
    ]
    return EvaluationResult(dataset, cells, [info], usage=found.usage, run=found.run)


def probe(
    result: EvaluationResult,
    rows: Sequence[int],
    metric: Any,
    *,
    threshold: float | None = None,
    most: int = 100,
    seed: int = 0,
    **settings: Any,
) -> list[Probe]:
    """Score `rows` again with their contexts in another order and with a courtesy after the answer.

    Of more than `most` rows, so many are drawn.
    """
    (info,) = result.metrics
    chosen = sorted(Random(seed).sample(list(rows), most) if len(rows) > most else rows)
    scorer = as_scorer(metric)
    data = EvaluationDataset([result.dataset[row] for row in chosen])
    before = EvaluationResult(data, [result.cells[row] for row in chosen], [info])
    found: list[Probe] = []
    for name, (changed, of_rows) in probe_data(data, info, [*scorer.required, *scorer.optional]).items():
        after = _evaluate(changed.samples, metric, settings)
        found += changed_probe(name, before, after, of_rows, info.name, threshold)
    return found


def _evaluate(samples: Sequence[Any], metric: Any, settings: dict[str, Any]) -> EvaluationResult:
    found = evaluate(EvaluationDataset(list(samples)), [metric], **settings)
    assert isinstance(found, EvaluationResult)  # nobody asked for an executor
    return found
