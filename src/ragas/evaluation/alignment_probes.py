"""What moves a judge though it should not: asking again, the order of contexts, and the length of an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from ragas.evaluation.alignment_figures import Figure, of_rows, share
from ragas.exceptions import InputError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult
from ragas.stats.agreement import partial_spearman
from ragas.stats.repeats import spread

COURTESY = "I hope this helps! Please let me know if there is anything else you would like to know."
BY_ORDER = ("ContextPrecision", "ContextUtilization")
"""Metrics of these kinds score the order of the contexts, so that it should move them."""


@dataclass(frozen=True)
class Probe:
    """One thing that was tried: a figure, and what it means in words."""

    name: str
    figure: Figure
    meaning: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"name": self.name, **self.figure.to_dict(), "meaning": self.meaning}


def consistency(cells: Sequence[Cell], threshold: float | None, *, up: bool) -> list[Probe]:
    """How often a judge that was asked several times said the same each time; nothing if it was asked once."""
    groups = [_repeats(cell) for cell in cells]
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return []
    most = max(map(len, groups))
    same = [len({_verdict(value, threshold, up) for value in group}) == 1 for group in groups]
    found = [
        Probe(
            "same outcome when asked again",
            share(same),
            f"share of rows with the same outcome in all {most} judgings",
        )
    ]
    numbers = [[float(value) for value in group if isinstance(value, (int, float))] for group in groups]
    if all(map(len, numbers)):
        pooled = Figure(spread(numbers), None, len(groups))
        found.append(
            Probe("spread when asked again", pooled, "standard deviation of a row's scores when judged again")
        )
    return found


def length_probe(
    scores: Sequence[float], human: Sequence[float], lengths: Sequence[int | None], level: float = 0.95
) -> Probe | None:
    """Whether longer answers score higher than people's labels account for; None where answers are not all there."""
    known = [length for length in lengths if length is not None]
    if len(known) < len(lengths) or len(set(known)) < 2 or len(set(scores)) < 2:
        return None

    def partial(rows: Sequence[int]) -> float:
        return partial_spearman(
            [scores[row] for row in rows], [known[row] for row in rows], [human[row] for row in rows]
        )

    figure = of_rows(partial, len(known), level=level)
    return Probe(
        "longer answers score higher",
        figure,
        "rank correlation of length with the score beyond what labels account for",
    )


def probe_data(
    dataset: EvaluationDataset, info: MetricInfo, inputs: Sequence[str]
) -> dict[str, tuple[EvaluationDataset, list[int]]]:
    """Changed copies of the rows that should score the same, by the name of the change, with the rows they are of."""
    changes: dict[str, tuple[str, Callable[[Any], Any]]] = {}
    if not str(info.signature.get("metric", "")).startswith(BY_ORDER):
        changes["contexts reversed"] = ("retrieved_contexts", _reversed)
    changes["answer padded"] = ("response", _padded)
    found = {}
    for name, (column, change) in changes.items():
        rows, samples = [], []
        for row, sample in enumerate(dataset):
            value = change(getattr(sample, column, None)) if column in inputs else None
            if value is not None:
                rows.append(row)
                changed = sample.model_copy(update={column: value})
                changed.extra = dict(sample.extra)
                samples.append(changed)
        if rows:
            found[name] = (EvaluationDataset(samples), rows)
    return found


def changed_probe(
    name: str,
    before: EvaluationResult,
    after: EvaluationResult,
    rows: Sequence[int],
    metric: str,
    threshold: float | None,
) -> list[Probe]:
    """How often a change that should not matter changed the verdict, and by how much the score.

    Raises:
        InputError: no row was scored both times.
    """
    info = next(one for one in before.metrics if one.name == metric)
    pairs = [
        (before.cells[row][metric].value, after.cells[place][metric].value) for place, row in enumerate(rows)
    ]
    both = [(one, other) for one, other in pairs if one is not None and other is not None]
    if not both:
        raise InputError(f"No row was scored both as it is and changed ({name}).")
    up = info.higher_is_better
    flipped = [_verdict(one, threshold, up) != _verdict(other, threshold, up) for one, other in both]
    found = [Probe(f"outcome changes: {name}", share(flipped), "share of rows with another outcome then")]
    moves = [
        float(b) - float(a) for a, b in both if isinstance(a, (int, float)) and isinstance(b, (int, float))
    ]
    if moves:
        mean = Figure(fsum(moves) / len(moves), None, len(moves))
        found.append(Probe(f"score moves by: {name}", mean, "how much higher the score is then, on average"))
    return found


def _repeats(cell: Cell) -> list[Any]:
    output = (cell.traces or {}).get("output") or {}
    repeats = output.get("repeats") if isinstance(output, dict) else None
    return [one["value"] for one in repeats if one.get("value") is not None] if repeats else []


def _verdict(value: Any, threshold: float | None, up: bool) -> Any:
    if threshold is None or not isinstance(value, (int, float)):
        return round(value, 9) if isinstance(value, float) else value
    return value >= threshold if up else value <= threshold


def _reversed(contexts: Any) -> Any:
    return contexts[::-1] if contexts and len(contexts) > 1 else None


def _padded(response: Any) -> Any:
    return f"{response.rstrip()} {COURTESY}" if isinstance(response, str) and response.strip() else None
