"""Dataset: the rows an application is run over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from ragas.backends import csv_text
from ragas.backends.base import BaseBackend, Kind
from ragas.exceptions import InputError
from ragas.experiment.table import DataTable
from ragas.schema.files import csv_rows, iter_rows, jsonl_rows, read_text
from ragas.schema.frames import hf_rows
from ragas.schema.paths import expanded
from ragas.schema.rows import present


class Dataset(DataTable):
    """The rows an application is run over, kept under a name.

    Example:
        >>> dataset = Dataset.from_list([{"question": "When does it open?", "expected": "At ten."}], name="museum")
        >>> dataset
        Dataset(name=museum, len=1)
    """

    DATATABLE_TYPE: ClassVar[str] = "Dataset"
    KIND: ClassVar[Kind] = "datasets"

    @classmethod
    def from_list(
        cls,
        data: Iterable[Mapping[str, Any] | BaseModel],
        name: str = "dataset",
        backend: BaseBackend | str = "inmemory",
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """The rows of a list of dicts, or of instances of `data_model`."""
        return cls(name, backend, data_model, data, **backend_kwargs)

    @classmethod
    def from_csv(
        cls,
        path: str | Path,
        name: str | None = None,
        backend: BaseBackend | str = "inmemory",
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """The rows of a CSV file; without a name, the dataset has that of the file.

        In a file of the backend `local/csv` values have their types. In any other, cells are texts, an empty cell is a
        missing value, and the columns that samples have lists in are read as lists.
        """
        text = read_text(path)
        if csv_text.QUOTED_HEADER.match(text):
            rows = csv_text.read(text, repr(str(path)))
        else:
            rows = [row for _, row in csv_rows(path)]
        return cls(name or _stem(path), backend, data_model, rows, **backend_kwargs)

    @classmethod
    def from_jsonl(
        cls,
        path: str | Path,
        name: str | None = None,
        backend: BaseBackend | str = "inmemory",
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """The rows of a file with one JSON object a line; without a name, the dataset has that of the file."""
        rows = (row for _, row in jsonl_rows(path))
        return cls(name or _stem(path), backend, data_model, rows, **backend_kwargs)

    @classmethod
    def from_file(
        cls,
        path: str | Path,
        name: str | None = None,
        backend: BaseBackend | str = "inmemory",
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """The rows of a file by its suffix: .jsonl, .json, .csv or .parquet."""
        if expanded(path).suffix.lower() == ".csv":
            return cls.from_csv(path, name, backend, data_model, **backend_kwargs)
        return cls(name or _stem(path), backend, data_model, iter_rows(path), **backend_kwargs)

    @classmethod
    def from_hf(
        cls,
        dataset: Any,
        name: str = "dataset",
        backend: BaseBackend | str = "inmemory",
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """The rows of one split of a Hugging Face dataset, without the keys that it adds to mappings.

        Raises:
            InputError: `dataset` is a dictionary of splits, or no dataset.
        """
        if isinstance(dataset, (str, Path)):
            raise InputError(
                f"from_hf takes a dataset, not its name. Load it first: datasets.load_dataset({str(dataset)!r}, split=…)."
            )
        rows = ({key: present(value) for key, value in row.items()} for row in hf_rows(dataset))
        return cls(name, backend, data_model, rows, **backend_kwargs)


def _stem(path: str | Path) -> str:
    return expanded(path).stem or "dataset"
