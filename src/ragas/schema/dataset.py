"""Samples together: from and to lists, files and the tables of other libraries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from ragas.exceptions import InputError
from ragas.schema.column_maps import reversed_map
from ragas.schema.complaints import shown
from ragas.schema.files import (
    csv_rows,
    jsonl_rows,
    numbered_rows,
    parquet_rows,
    rows_of_columns,
)
from ragas.schema.frames import frame_rows, hf_rows, to_frame, to_hf
from ragas.schema.rows import RowReader, Sample, numbered
from ragas.schema.sameness import sameness
from ragas.schema.samples import BaseSample, MultiTurnSample, SingleTurnSample
from ragas.schema.splitting import split
from ragas.schema.writing import write_csv, write_jsonl

if TYPE_CHECKING:
    import pandas

SampleType = TypeVar("SampleType")
NumberedRows = Iterable[tuple[str, Any]]


@dataclass(repr=False)
class RagasDataset(ABC, Generic[SampleType]):
    """A list of samples that can be read from rows and written as rows.

    A subclass says how: `to_list`, and `_samples` for reading.
    """

    samples: list[SampleType]

    def __post_init__(self) -> None:
        self.samples = self.validate_samples(self.samples)

    def validate_samples(self, samples: Iterable[SampleType]) -> list[SampleType]:
        """The samples as a list, refused when they are not of one kind.

        Raises:
            InputError: names the first sample that differs.
        """
        samples = list(samples)
        for index, sample in enumerate(samples):
            if type(sample) is not type(samples[0]):
                raise InputError(
                    f"sample {index} is a {type(sample).__name__}, the samples before it are "
                    f"{type(samples[0]).__name__}. Evaluate the two kinds as two datasets."
                )
        return samples

    @abstractmethod
    def to_list(self) -> list[dict[str, Any]]:
        """The samples as dicts of the columns that have a value."""

    @classmethod
    @abstractmethod
    def _samples(cls, rows: NumberedRows, stacklevel: int) -> list[SampleType]:
        """The samples of rows, each given with the words that name its place."""

    @classmethod
    def _build(cls, rows: NumberedRows, **settings: Any) -> Self:
        return cls(cls._samples(rows, stacklevel=3), **settings)

    # -- reading ------------------------------------------------------------------------------------------------

    @classmethod
    def from_list(cls, data: Iterable[Mapping[str, Any]]) -> Self:
        """Read rows, given as dicts. Rows are counted from 0 in messages, as in `dataset[0]`.

        Raises:
            InputError: a row is not a sample, or is of another kind than the first; names row, column and value.
        """
        return cls._build(numbered(data))

    @classmethod
    def from_dict(cls, mapping: Iterable[Mapping[str, Any]] | Mapping[str, Sequence[Any]]) -> Self:
        """Read a list of rows, or a dict with a list of values for each column."""
        rows = rows_of_columns(mapping, "the dict") if isinstance(mapping, Mapping) else mapping
        return cls._build(numbered(rows))

    @classmethod
    def from_pandas(cls, dataframe: pandas.DataFrame | Any) -> Self:
        """Read a pandas (or polars) data frame."""
        return cls._build(numbered(frame_rows(dataframe)))

    @classmethod
    def from_hf_dataset(cls, dataset: Any) -> Self:
        """Read one split of a Hugging Face dataset."""
        return cls._build(numbered(hf_rows(dataset)))

    @classmethod
    def from_jsonl(cls, path: str | Path) -> Self:
        """Read a file with one JSON object a line."""
        return cls._build(jsonl_rows(path))

    @classmethod
    def from_csv(cls, path: str | Path) -> Self:
        """Read a CSV file. Lists in cells are JSON or Python lists; text stays text; an empty cell is missing."""
        return cls._build(csv_rows(path))

    @classmethod
    def from_parquet(cls, path: str | Path) -> Self:
        """Read a Parquet file."""
        return cls._build(parquet_rows(path))

    @classmethod
    def load(
        cls, path: str | Path, *, limit: int | None = None, column_map: Mapping[str, str] | None = None
    ) -> Self:
        """Read a file by its suffix: .jsonl, .json, .csv or .parquet; "-" is JSONL on standard input.

        With `limit` only its first rows are read. `column_map` names the file's column for each of ours:
        `{"user_input": "query"}`.

        Raises:
            InputError: the file cannot be read, a row of it is not a sample, or it lacks a column of the map.
        """
        if limit is not None and limit < 0:
            raise InputError(f"limit is {limit}: as many rows cannot be read.")
        return cls._build(numbered_rows(path, reversed_map(column_map or {}), limit))

    # -- writing ------------------------------------------------------------------------------------------------

    def features(self) -> list[str]:
        """The columns that have a value in any sample."""
        return list(columns_of(self.to_list()))

    def to_pandas(self) -> pandas.DataFrame:
        """The samples as a pandas data frame."""
        rows = self.to_list()
        return to_frame(rows, columns_of(rows))

    def to_hf_dataset(self) -> Any:
        """The samples as a Hugging Face `datasets.Dataset`."""
        rows = self.to_list()
        return to_hf(rows, columns_of(rows))

    def to_jsonl(self, path: str | Path) -> None:
        """Write one JSON object a line."""
        write_jsonl(path, self.to_list())

    def to_csv(self, path: str | Path) -> None:
        """Write a CSV file that `from_csv` reads back as it was.

        Lists are written as JSON. An empty text is written as `""`, which tells it from a missing one. CSV has no
        types, so numbers and lists in extra columns come back as text: JSONL keeps them. The file is data, not a
        spreadsheet: a text that starts with =, +, - or @ is written as it is.
        """
        rows = self.to_list()
        write_csv(path, rows, columns_of(rows) or ["user_input"] * bool(rows))

    # -- as a sequence ------------------------------------------------------------------------------------------

    def get_sample_type(self) -> type[SampleType]:
        """The class of the samples.

        Raises:
            InputError: there are none.
        """
        if not self.samples:
            raise InputError("the dataset is empty, so its samples are of no type.")
        return type(self.samples[0])

    def __iter__(self) -> Iterator[SampleType]:
        return iter(self.samples)

    def __len__(self) -> int:
        return len(self.samples)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(features={self.features()}, len={len(self)})"

    __str__ = __repr__


@dataclass(repr=False)
class EvaluationDataset(RagasDataset[Sample]):
    """What is evaluated: questions with answers (`SingleTurnSample`) or conversations (`MultiTurnSample`).

    Example:
        >>> dataset = EvaluationDataset.from_list([{"user_input": "When does it open?", "response": "At ten."}])
        >>> dataset
        EvaluationDataset(features=['user_input', 'response'], len=1)
    """

    samples: list[Sample]
    backend: str | None = None
    name: str | None = None

    def validate_samples(self, samples: Iterable[Sample]) -> list[Sample]:
        """The samples as a list, refused when they are not samples of one kind."""
        if getattr(samples, "read_when_asked", False):  # too many to hold, and checked when they were written
            return samples  # type: ignore[return-value]
        samples = list(samples)
        for index, sample in enumerate(samples):
            if not isinstance(sample, BaseSample):
                raise InputError(
                    f"sample {index} is {shown(sample)}, not a sample. Read dicts with EvaluationDataset.from_list(...)."
                )
        return super().validate_samples(samples)

    @classmethod
    def _samples(cls, rows: NumberedRows, stacklevel: int) -> list[Sample]:
        reader = RowReader()
        samples = [reader.read(place, row) for place, row in rows]
        reader.finish(stacklevel + 1)
        return samples

    @classmethod
    def from_list(
        cls, data: Iterable[Mapping[str, Any]], backend: str | None = None, name: str | None = None
    ) -> Self:
        """Read rows, given as dicts. Rows are counted from 0 in messages, as in `dataset[0]`.

        Columns may have the names of earlier versions. Unknown ones are kept in `sample.extra` and reported once.

        Raises:
            InputError: a row is not a sample, or is of another kind than the first; names row, column and value.
        """
        return cls._build(numbered(data), backend=backend, name=name)

    def to_list(self) -> list[dict[str, Any]]:
        """The samples as dicts of the columns that have a value, extra data included."""
        return [{**sample.to_dict(), **sample.extra} for sample in self.samples]

    @property
    def extra_columns(self) -> list[str]:
        """The columns no metric of ours takes, kept as they came."""
        return list(dict.fromkeys(name for sample in self.samples for name in sample.extra))

    def features(self) -> list[str]:
        """The columns that have a value in any sample."""
        if not self.samples:
            return []
        names = type(self.samples[0]).model_fields
        return [name for name in names if any(getattr(sample, name) is not None for sample in self.samples)]

    def is_multi_turn(self) -> bool:
        """Whether the samples are conversations."""
        return bool(self.samples) and isinstance(self.samples[0], MultiTurnSample)

    def train_test_split(
        self, test_size: float = 0.2, random_state: int | None = None, *, shuffle: bool = True
    ) -> tuple[EvaluationDataset, EvaluationDataset]:
        """Two datasets, `{name}_train` and `{name}_test`, of these samples in random order.

        The same `random_state` gives the same split, and none is a seed like any other. Samples that read the same,
        case, white space and extra columns aside, stay on one side.

        Args:
            test_size: share of the samples in the test part, which gets at least one and leaves at least one.
            shuffle: False keeps the order; the test part then gets the last samples.

        Raises:
            InputError: `test_size` is no share, or there are fewer than two samples that differ.
        """
        marks = (sameness(sample.to_dict()) for sample in self.samples)
        train, test = split(marks, test_size, random_state, shuffle=shuffle)
        return self._part("train", train), self._part("test", test)

    def _part(self, suffix: str, rows: Iterable[int]) -> EvaluationDataset:
        name = f"{self.name}_{suffix}" if self.name else None
        return type(self)([self.samples[row] for row in rows], backend=self.backend, name=name)

    @overload
    def __getitem__(self, index: int) -> Sample: ...
    @overload
    def __getitem__(self, index: slice) -> EvaluationDataset: ...
    def __getitem__(self, index: int | slice) -> Sample | EvaluationDataset:
        if isinstance(index, slice):
            return type(self)(self.samples[index], backend=self.backend, name=self.name)
        if isinstance(index, int):
            return self.samples[index]
        raise TypeError(f"a dataset is indexed by a row number or a slice, not by {shown(index)}")


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Every column of any row: those of samples in their usual order, then the others as they come."""
    found = dict.fromkeys(name for row in rows for name in row)
    usual = dict.fromkeys((*SingleTurnSample.model_fields, *MultiTurnSample.model_fields))
    return [name for name in usual if name in found] + [name for name in found if name not in usual]
