"""What a run takes when nothing is named: its metrics, and adapting what a user passes as a dataset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragas.exceptions import InputError
from ragas.metrics.base import BaseMetric
from ragas.metrics.collections import AnswerRelevancy, ContextPrecision, ContextRecall, Faithfulness
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.paths import expanded
from ragas.schema.stream import SampleStream


def default_metrics() -> list[BaseMetric]:
    """The four metrics of a run that names none."""
    return [AnswerRelevancy(), ContextPrecision(), Faithfulness(), ContextRecall()]


STREAMED = 64_000_000
"""Files from this many bytes on are read row by row, where the run has a folder to keep its rows in."""


def as_source(
    dataset: Any, column_map: Mapping[str, str] | None = None, *, on_disk: bool = False
) -> EvaluationDataset | SampleStream:
    """What to go through: a dataset, or a stream of samples for an iterator and, with `on_disk`, for a large file.

    Raises:
        InputError: it holds no rows, or none that can be read.
    """
    if isinstance(dataset, SampleStream):
        return dataset
    if isinstance(dataset, Iterator):
        return SampleStream(dataset, column_map=column_map)
    if on_disk and isinstance(dataset, (str, Path)) and is_large(dataset):
        return SampleStream.of_file(dataset, column_map=column_map)
    return as_dataset(dataset, column_map)


def is_large(path: str | Path) -> bool:
    """Whether a file had better be read row by row."""
    try:
        return expanded(path).stat().st_size >= STREAMED
    except OSError:  # told, with the reason, by whoever reads it
        return False


def as_dataset(dataset: Any, column_map: Mapping[str, str] | None = None) -> EvaluationDataset:
    """An `EvaluationDataset` of whatever holds rows: a list of dicts, a file, a data frame, a Hugging Face dataset.

    `column_map` names the user's column for each of ours: `{"user_input": "query"}`.

    Raises:
        InputError: it holds no rows, or none that can be read.
    """
    if dataset is None:
        raise InputError(
            "dataset is None. Pass an EvaluationDataset, a list of dicts, or the path of a file."
        )
    if isinstance(dataset, (str, Path)):
        return EvaluationDataset.load(dataset, column_map=column_map)
    if column_map:
        return EvaluationDataset.from_list(_renamed(_rows(dataset), column_map))
    if isinstance(dataset, EvaluationDataset):
        return dataset
    if hasattr(dataset, "to_evaluation_dataset"):
        return as_dataset(dataset.to_evaluation_dataset())
    if hasattr(dataset, "iterrows"):
        return EvaluationDataset.from_pandas(dataset)
    if hasattr(dataset, "column_names") and not isinstance(dataset, Sequence):
        return EvaluationDataset.from_hf_dataset(dataset)
    return EvaluationDataset.from_list(_rows(dataset))


def _rows(dataset: Any) -> list[dict[str, Any]]:
    """The rows of whatever holds rows, under the names they have there."""
    if hasattr(dataset, "iterrows"):
        return [dict(row) for row in dataset.to_dict(orient="records")]
    if hasattr(dataset, "to_list"):
        dataset = dataset.to_list()
    if not isinstance(dataset, Sequence) or isinstance(dataset, bytes):
        raise InputError(
            f"dataset is {type(dataset).__name__}. Pass an EvaluationDataset, a list of dicts, or the path of a file."
        )
    return [row if isinstance(row, dict) else row.to_dict() for row in dataset]


def _renamed(rows: Sequence[dict[str, Any]], column_map: Mapping[str, str]) -> list[dict[str, Any]]:
    present = {name for row in rows for name in row}
    absent = {ours: theirs for ours, theirs in column_map.items() if theirs not in present}
    if absent:
        raise InputError(
            f"column_map names columns the dataset does not have: {sorted(absent.values())}. "
            f"It has: {', '.join(sorted(present))}."
        )
    names = {theirs: ours for ours, theirs in column_map.items()}
    if len(names) < len(column_map):
        raise InputError(f"column_map uses one of your columns for two of ours: {dict(column_map)}.")
    both = sorted(
        ours
        for ours, theirs in column_map.items()
        if ours != theirs and ours in present and ours not in names
    )
    if both:
        raise InputError(
            f"column_map fills {both[0]!r} from {column_map[both[0]]!r}, but the dataset has a column {both[0]!r} of its own. "
            "Keep one of them."
        )
    return [{names.get(name, name): value for name, value in row.items()} for row in rows]
