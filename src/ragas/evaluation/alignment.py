"""align(): how far a metric's scores agree with the labels of people, and where they do not."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ragas.evaluation.alignment_figures import Figure, Figures
from ragas.evaluation.alignment_probes import Probe
from ragas.evaluation.alignment_rows import Compared, Disagreement
from ragas.evaluation.label_scale import Scale, read_as, scale_of
from ragas.evaluation.labels import HumanLabels
from ragas.exceptions import InputError
from ragas.metrics.wording import counted
from ragas.schema.cells import MetricInfo
from ragas.schema.result import EvaluationResult

LEAST_LEVEL = 0.8
"""Intervals of a lower level are so narrow that their low end is no lower bound of anything."""


@dataclass(frozen=True)
class Alignment:
    """How far a metric agrees with people.

    `figures` are judge against the first annotator, `second` judge against the second, and `ceiling` the two
    annotators against each other: better than they agree, no judge can be seen to be. Where labels are of two kinds
    and scores are measured, `threshold` makes verdicts of scores; it is chosen on one part of the rows
    (`n_threshold`), and figures of verdicts are of the others. AUROC and Spearman's correlation need no threshold
    and are of all rows. `confusion` has a row for each label of people and a column for each of the judge.
    """

    info: MetricInfo
    labels: HumanLabels
    scale: Scale
    n_labelled: int
    n_scored: int
    figures: Figures
    second: Figures = field(default_factory=dict)
    ceiling: Figures = field(default_factory=dict)
    threshold: float | None = None
    threshold_from: str = ""
    n_threshold: int = 0
    base_rate: Figure | None = None
    judge_rate: Figure | None = None
    confusion: dict[Hashable, dict[Hashable, int]] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    level: float = 0.95
    """How sure the intervals are."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "metric": self.info.name,
            "judge": self.info.judge,
            "level": self.level,
            "labels": {
                "column": self.labels.column,
                "annotators": self.labels.annotators,
                "hash": self.labels.hash,
                "kind": self.scale.kind,
                "positive": self.scale.positive,
                "labelled": self.n_labelled,
                "scored": self.n_scored,
            },
            "threshold": self.threshold,
            "threshold_from": self.threshold_from,
            "threshold_rows": self.n_threshold,
            "base_rate": self.base_rate and self.base_rate.to_dict(),
            "judge_rate": self.judge_rate and self.judge_rate.to_dict(),
            "figures": _plain(self.figures),
            "second_annotator": _plain(self.second),
            "between_annotators": _plain(self.ceiling),
            "confusion": {
                str(true): {str(one): n for one, n in of.items()} for true, of in self.confusion.items()
            },
            "probes": [probe.to_dict() for probe in self.probes],
            "disagreements": [one._asdict() for one in self.disagreements],
            "notes": self.notes,
        }


def align(
    result: EvaluationResult,
    labels: HumanLabels,
    metric: str,
    *,
    threshold: float | None = None,
    positive: str | None = None,
    seed: int = 0,
    level: float = 0.95,
    worst: int = 5,
) -> Alignment:
    """Compare the scores of `metric` in a result with labels of people for its rows.

    Args:
        result: the scores.
        labels: what `read_labels` read for the dataset of the result.
        metric: the name of the metric.
        threshold: from which score on a row counts as good; without it the best one on half of the rows.
        positive: which of two labels is the good one, where nothing else tells.
        seed: of the halves.
        level: how sure the intervals are: at least 0.8, so that an interval says something.
        worst: how many disagreements to keep.

    Raises:
        InputError: there is no such metric, no labelled row has a score, scores and labels cannot be compared, or the
            threshold or the level is out of range.
    """
    if not LEAST_LEVEL <= level < 1.0:
        raise InputError(f"The level is {level}; it is at least {LEAST_LEVEL} and below 1, such as 0.95.")
    if threshold is not None and not isfinite(threshold):
        raise InputError(f"The threshold is {threshold}; from a number on, such as 0.5, a row is good.")
    info = next((one for one in result.metrics if one.name == metric), None)
    if info is None:
        raise InputError(f"no metric {metric!r}; there are {', '.join(result.metric_names)}")
    labelled = labels.rows
    cells = {row: result.cells[row][metric] for row in labelled}
    rows = [row for row in labelled if cells[row].status == "scored"]
    if not rows:
        raise InputError(
            f"Of {len(labelled)} labelled rows none has a score of {metric}.{_cause(cells.values())}"
        )
    labels = read_as(labels, info, positive)
    scale = scale_of(labels, info, positive)
    notes = _notes(labels, len(labelled) - len(rows), metric)
    compared = Compared(result, info, scale, labels, rows, seed, level)
    parts = compared.parts(threshold, worst, notes)
    return Alignment(info, labels, scale, len(labelled), len(rows), notes=notes, level=level, **parts)


def _notes(labels: HumanLabels, unscored: int, metric: str) -> list[str]:
    notes = []
    if labels.unmatched:
        notes.append(f"{counted(labels.unmatched, 'label')} left out: of rows that are not in the data.")
    if unscored:
        notes.append(f"{counted(unscored, 'labelled row')} left out: without a score of {metric}.")
    second = labels.values[1] if len(labels.values) > 1 else []
    seconds = [row for row, value in enumerate(second) if value is not None]
    if seconds and not set(labels.rows).intersection(seconds):
        notes.append(
            f"The two annotators share no row: the second's {counted(len(seconds), 'label')} "
            f"{'was' if len(seconds) == 1 else 'were'} not used."
        )
    if labels.chosen:
        notes.append(
            f"The rows were chosen for labelling by their scores ({labels.chosen}), so figures are not those of all rows."
        )
    return notes


def _cause(cells: Any) -> str:
    cause = next((cell.cause for cell in cells if cell.cause), None)
    return f" The first cause: {cause}" if cause else ""


def _plain(figures: Figures) -> dict[str, Any]:
    return {name: figure.to_dict() for name, figure in figures.items()}
