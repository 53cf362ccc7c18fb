"""Whether metrics can score a dataset, asked before anything is scored; `evaluate` asks the same by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragas.evaluation.scorers import as_scorer, check_columns
from ragas.exceptions import InputError
from ragas.schema.dataset import EvaluationDataset


def remap_column_names(dataset: Any, column_map: Mapping[str, str]) -> Any:
    """A Hugging Face dataset with its columns renamed: `column_map` has the dataset's name by ours.

    Raises:
        ValueError: the dataset lacks a column of the map.
    """
    absent = [name for name in column_map.values() if name not in dataset.column_names]
    if absent:
        raise InputError(
            f"Original column names {', '.join(map(repr, absent))} not in the dataset. "
            f"Current columns in the dataset: {dataset.column_names}"
        )
    return dataset.rename_columns({theirs: ours for ours, theirs in column_map.items()})


def get_supported_metric_type(ds: EvaluationDataset) -> str:
    """`"MULTI_TURN"` where the samples are conversations, else `"SINGLE_TURN"`."""
    return "MULTI_TURN" if ds.is_multi_turn() else "SINGLE_TURN"


def validate_required_columns(ds: EvaluationDataset, metrics: Sequence[Any]) -> None:
    """Refuse a dataset that lacks a column a metric needs, in every row.

    Raises:
        ValueError: which metric lacks what, and what there is.
    """
    # Whether it scores this kind of sample is the other function's question.
    scorers = [as_scorer(metric) for metric in metrics]
    for scorer in scorers:
        scorer.multi_turn = None
    check_columns(scorers, [*ds.features(), *ds.extra_columns], ds.is_multi_turn())


def validate_supported_metrics(ds: EvaluationDataset, metrics: Sequence[Any]) -> None:
    """Refuse metrics that do not score this kind of sample.

    Raises:
        ValueError: which metric it is.
    """
    scorers = [as_scorer(metric) for metric in metrics]
    for scorer in scorers:
        scorer.required = ()
    check_columns(scorers, (), ds.is_multi_turn())
