"""Rows read from a framework together with the columns it does not know: references and rubrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragas.exceptions import InputError
from ragas.schema.complaints import shown
from ragas.schema.dataset import EvaluationDataset

ARGUMENTS = {"user_input": "user_inputs", "reference": "references"}
"""What the argument for a column is called, where it is not called like the column."""


def dataset_of(
    rows: Sequence[dict[str, Any]], source: str, columns: Mapping[str, Sequence[Any] | None]
) -> EvaluationDataset:
    """The rows with these columns added; None where a column is not given.

    Raises:
        InputError: a column has another length than `rows`, which came from the argument `source`.
    """
    given = {name: values for name, values in columns.items() if values is not None}
    for name, values in given.items():
        argument = ARGUMENTS.get(name, name)
        if isinstance(values, (str, Mapping)) or not isinstance(values, Sequence):
            raise InputError(f"{argument} is {shown(values)}, not a list with a value for each row.")
        if len(values) != len(rows):
            raise InputError(
                f"{argument} has {len(values)} values and {source} {len(rows)}: there must be one for each row."
            )
    return EvaluationDataset.from_list(
        {**row, **{name: values[index] for name, values in given.items()}} for index, row in enumerate(rows)
    )
