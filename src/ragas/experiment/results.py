"""Experiment: what an application made of each row of a dataset, failed rows included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel

from ragas.backends.base import BaseBackend, Kind
from ragas.exceptions import InputError
from ragas.experiment.table import DataTable, as_dict
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.rows import APPLICATION_ERROR, NOT_RUN, RUN_MARKS

ERROR = APPLICATION_ERROR
"""The column that says why a row has no result. No field of a pydantic model can have this name."""

KEY = "_row"
"""The column that says, while rows are missing, which row of the dataset each is."""

ARGUMENTS = "_arguments"
"""The column that says what a run was run with beside the rows."""

CODE = "_code"
"""The column that says, while rows are missing, with which code the others were run."""


class Failure(NamedTuple):
    """A row without a result: its place, what went in, and why nothing came out."""

    row: int
    inputs: dict[str, Any]
    error: str


@dataclass(frozen=True)
class FailedRow:
    """Stands in a typed experiment where a result of the model belongs: what went in, and why nothing came out."""

    inputs: dict[str, Any] = field(default_factory=dict)
    error: str = ""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"this row failed and has no {name!r}: {self.error}. experiment.succeeded() leaves failed rows out."
        )

    def to_dict(self) -> dict[str, Any]:
        """What went in, and the error under `_error`."""
        return {**self.inputs, ERROR: self.error}


class Experiment(DataTable):
    """What an application made of each row of a dataset, in the dataset's order.

    A row that failed is kept: without a data model as a dict of what went in with the error under `_error`, with one
    as a `FailedRow`. `succeeded()`, `failures()` and, of a run that was broken off, `not_run()` tell them apart.
    `usage` holds what the judge calls of this run took, `run` what happened in it; both are None for an experiment that
    was loaded.
    """

    DATATABLE_TYPE: ClassVar[str] = "Experiment"
    KIND: ClassVar[Kind] = "experiments"

    def __init__(
        self,
        name: str,
        backend: BaseBackend | str,
        data_model: type[BaseModel] | None = None,
        data: Iterable[Any] | None = None,
        **backend_kwargs: Any,
    ) -> None:
        self.usage: dict[str, Any] | None = None
        self.run: dict[str, Any] | None = None
        self.arguments = ""
        """What tells the arguments of the run, as it is stored."""
        super().__init__(name, backend, data_model, data, **backend_kwargs)

    def save(self) -> None:
        """Keep the rows, in place of what was kept under this name."""
        marks = {ARGUMENTS: self.arguments} if self.arguments else {}
        self.backend.save_experiment(self.name, [row | marks for row in self.to_list()], self.data_model)

    def failures(self) -> list[Failure]:
        """The rows that were run and gave no result, each with its place and the cause."""
        return [
            Failure(index, _inputs(row), error)
            for index, row in enumerate(self._rows)
            if (error := error_of(row)) not in (None, NOT_RUN)
        ]

    def not_run(self) -> list[int]:
        """The places of the rows that a run which was broken off did not come to; `resume=True` runs them."""
        return [index for index, row in enumerate(self._rows) if error_of(row) == NOT_RUN]

    def succeeded(self) -> list[Any]:
        """The rows with a result."""
        return [row for row in self._rows if error_of(row) is None]

    def to_list(self) -> list[dict[str, Any]]:
        """The rows as dicts; a failed one has its error under `_error`."""
        return [row.to_dict() if isinstance(row, FailedRow) else as_dict(row) for row in self._rows]

    def to_evaluation_dataset(self) -> EvaluationDataset:
        """The rows as samples for `evaluate()`; a failed one keeps its error, so that it is counted and not scored."""
        return EvaluationDataset.from_list(self.to_list(), name=self.name)

    def _accepted(self, item: Any, index: int) -> Any:
        if isinstance(item, Mapping):
            check_columns(item, self._place(index))
        if isinstance(item, FailedRow):
            return item if self.data_model is not None else item.to_dict()
        if self.data_model is not None and isinstance(item, Mapping) and error_of(item) is not None:
            return _failed(item, self.data_model)
        return super()._accepted(item, index)

    def _loaded(self, row: dict[str, Any], index: int) -> Any:
        self.arguments = str(row.get(ARGUMENTS) or self.arguments)
        if self.data_model is not None and error_of(row) is not None:
            return _failed(row, self.data_model)
        return super()._loaded(without_marks(row), index)

    def __repr__(self) -> str:
        failed, left = len(self.failures()), len(self.not_run())
        model = f"model={self.data_model.__name__}, " if self.data_model is not None else ""
        counts = f"{f', failed={failed}' if failed else ''}{f', not run={left}' if left else ''}"
        return f"Experiment(name={self.name}, {model}len={len(self)}{counts})"

    __str__ = __repr__


def check_columns(row: Iterable[str], place: str) -> None:
    """Refuse a row with a column of the user's that has the name of one of the run's.

    Raises:
        InputError: names the column.
    """
    if taken := sorted(RUN_MARKS.intersection(row)):
        raise InputError(
            f"{place}: the column {taken[0]!r} has a name that experiments keep for their own use, as are "
            f"{', '.join(map(repr, sorted(RUN_MARKS)))}. Rename it; where it comes from a stored experiment, "
            "Experiment.load leaves it out."
        )


def without_marks(row: Mapping[str, Any]) -> dict[str, Any]:
    """A stored row without the columns that only say how its run went, unless it is a failed one's error."""
    kept = {name: value for name, value in row.items() if name not in RUN_MARKS}
    if error_of(kept) is None:
        kept.pop(ERROR, None)
    return kept


def error_of(row: Any) -> str | None:
    """Why a row has no result; None for a row that has one. An empty error is none."""
    if isinstance(row, FailedRow):
        return row.error
    found = row.get(ERROR) if isinstance(row, Mapping) else None
    return None if found is None or found == "" else str(found)


def _inputs(row: Any) -> dict[str, Any]:
    if isinstance(row, FailedRow):
        return dict(row.inputs)
    return {name: value for name, value in row.items() if name != ERROR and name not in RUN_MARKS}


def _failed(row: Mapping[str, Any], model: type[BaseModel]) -> FailedRow:
    """A stored row as a failed one, without what backends of columns fill in for the results it does not have."""
    inputs = {
        name: value
        for name, value in _inputs(row).items()
        if value is not None or name not in model.model_fields
    }
    return FailedRow(inputs, str(row[ERROR]))
