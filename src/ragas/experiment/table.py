"""DataTable: rows under a name, in a backend, with or without a data model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pydantic import BaseModel

from ragas.backends.base import BaseBackend, Kind
from ragas.backends.registry import as_backend
from ragas.exceptions import InputError
from ragas.experiment.typed_rows import as_model
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.frames import frame_rows, to_frame
from ragas.schema.rows import present
from ragas.schema.sameness import sameness, without_identity
from ragas.schema.splitting import split

if TYPE_CHECKING:
    import pandas


class DataTable:
    """A list of rows that knows its name and where it is kept.

    Rows are dicts, or instances of `data_model`. Nothing is written before `save()`.

    Args:
        name: the name it is kept under.
        backend: a backend, the name of one, or a database URL.
        data_model: what each row is; rows given as dicts are made into it.
        data: the rows.
        backend_kwargs: what the backend of that name is made with: `root_dir="."` for the local ones.

    Raises:
        ValueError: there is no backend of that name.
        InputError: a row does not fit the model.
    """

    DATATABLE_TYPE: ClassVar[str] = "DataTable"
    KIND: ClassVar[Kind] = "datasets"

    def __init__(
        self,
        name: str,
        backend: BaseBackend | str,
        data_model: type[BaseModel] | None = None,
        data: Iterable[Any] | None = None,
        **backend_kwargs: Any,
    ) -> None:
        self.name = name
        self.backend = as_backend(backend, **backend_kwargs)
        self.data_model = data_model
        self._rows: list[Any] = []
        for row in data if data is not None else ():
            self.append(row)

    # -- reading ------------------------------------------------------------------------------------------------

    @classmethod
    def load(
        cls,
        name: str,
        backend: BaseBackend | str,
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """Read what is kept under a name.

        Raises:
            MissingDatasetError: there is nothing of that name; a `MissingExperimentError` for experiments.
            InputError: a row does not fit the model.
        """
        table = cls(name, backend, data_model, **backend_kwargs)
        table.reload()
        return table

    @classmethod
    def from_pandas(
        cls,
        dataframe: pandas.DataFrame | Any,
        name: str = "dataset",
        backend: BaseBackend | str = "inmemory",
        data_model: type[BaseModel] | None = None,
        **backend_kwargs: Any,
    ) -> Self:
        """The rows of a pandas or polars data frame; NaN and NA are missing values."""
        rows = ({key: present(value) for key, value in row.items()} for row in frame_rows(dataframe))
        return cls(name, backend, data_model, rows, **backend_kwargs)

    def reload(self) -> None:
        """Read the rows afresh from the backend."""
        load: Callable[[str], list[dict[str, Any]]] = (
            self.backend.load_dataset if self.KIND == "datasets" else self.backend.load_experiment
        )
        self._rows = [self._loaded(row, index) for index, row in enumerate(load(self.name))]

    def _loaded(self, row: dict[str, Any], index: int) -> Any:
        return row if self.data_model is None else as_model(self.data_model, row, self._place(index))

    def _place(self, index: int) -> str:
        return f"row {index} of {self.name!r}"

    # -- writing ------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep the rows, in place of what was kept under this name."""
        save = self.backend.save_dataset if self.KIND == "datasets" else self.backend.save_experiment
        save(self.name, self.to_list(), self.data_model)

    def to_list(self) -> list[dict[str, Any]]:
        """The rows as dicts."""
        return [as_dict(row) for row in self._rows]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame."""
        rows = self.to_list()
        return to_frame(rows, list(dict.fromkeys(name for row in rows for name in row)))

    def to_hf_dataset(self) -> Any:
        """The rows as a Hugging Face `datasets.Dataset`; mappings inside keep exactly their own keys."""
        from ragas.experiment.hf import to_hf_dataset

        return to_hf_dataset(self.to_list())

    def to_evaluation_dataset(self) -> EvaluationDataset:
        """The rows as samples for `evaluate()`; column names of earlier versions are understood."""
        return EvaluationDataset.from_list(self.to_list(), name=self.name)

    # -- rows ---------------------------------------------------------------------------------------------------

    def append(self, item: Any) -> None:
        """Add a row: a dict or, with a data model, an instance of exactly that.

        Raises:
            TypeError: it is neither.
            InputError: the dict does not fit the model.
        """
        self._rows.append(self._accepted(item, len(self._rows)))

    def _accepted(self, item: Any, index: int) -> Any:
        if self.data_model is None:
            if isinstance(item, Mapping):
                return dict(item)
            raise TypeError(
                f"a row of {self.name!r} is a dict, not a {type(item).__name__}; give the table a data_model for others."
            )
        if isinstance(item, Mapping):
            return as_model(self.data_model, item, self._place(index))
        if type(item) is self.data_model:
            return item
        raise TypeError(
            f"a row of {self.name!r} is a dict or a {self.data_model.__name__}, not a {type(item).__name__}."
        )

    def validate_with(self, data_model: type[BaseModel]) -> Self:
        """A table of the same rows as instances of a model.

        Raises:
            ValueError: the table has a model already.
            InputError: a row does not fit; names row and column.
        """
        if self.data_model is not None:
            raise InputError(f"{self.name!r} has the data model {self.data_model.__name__} already.")
        return type(self)(self.name, self.backend, data_model, self._rows)

    def get_row_value(self, row: Any, key: str) -> Any:
        """The value of a column in a row, whatever the row is; None if there is none."""
        return row.get(key) if isinstance(row, Mapping) else getattr(row, key, None)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def __getitem__(self, index: int | slice) -> Any:
        return self._rows[index]

    def __repr__(self) -> str:
        model = f"model={self.data_model.__name__}, " if self.data_model is not None else ""
        return f"{self.DATATABLE_TYPE}(name={self.name}, {model}len={len(self)})"

    __str__ = __repr__

    # -- splitting ----------------------------------------------------------------------------------------------

    def train_test_split(
        self,
        test_size: float = 0.2,
        random_state: int | None = None,
        *,
        shuffle: bool = True,
        by: str | Sequence[str] | None = None,
    ) -> tuple[Self, Self]:
        """Two tables in memory, `{name}_train` and `{name}_test`, of these rows in random order.

        The same `random_state` gives the same split, and none is a seed like any other: a split can always be repeated.
        Rows that read the same, case and white space aside, stay on one side, whatever their `id`. This table and
        Python's own generator stay as they are.

        Args:
            test_size: share of the rows in the test table, which gets at least one row and leaves at least one.
            shuffle: False keeps the order; the test table then gets the last rows.
            by: the columns in which rows of one side read the same, such as "question" or "customer"; by default all
                that say something: not `id`, `uuid`, `index`, `annotator` and their like.

        Raises:
            InputError: `test_size` is no share, no row has a column of `by`, or there are fewer than two rows that
                differ.
        """
        marks = map(sameness, self._told_apart(by))
        train, test = split(marks, test_size, random_state, shuffle=shuffle)
        return self._part("train", train), self._part("test", test)

    def _told_apart(self, by: str | Sequence[str] | None) -> list[dict[str, Any]]:
        """Of each row what makes it another one."""
        rows = [as_dict(row) for row in self._rows]
        if by is None:
            return [without_identity(row) for row in rows]
        wanted = [by] if isinstance(by, str) else list(by)
        known = dict.fromkeys(name for row in rows for name in row)
        if unknown := [name for name in wanted if name not in known]:
            raise InputError(
                f"no row has {unknown[0]!r} (by={by!r}); the columns are {', '.join(map(str, known))}."
            )
        if not wanted:
            raise InputError(
                f"by={by!r} names no column; leave it out, or name one of {', '.join(map(str, known))}."
            )
        return [{name: row.get(name) for name in wanted} for row in rows]

    def _part(self, suffix: str, order: Sequence[int]) -> Self:
        part = type(self)(
            f"{self.name}_{suffix}", "inmemory", self.data_model, (self._rows[index] for index in order)
        )
        part.save()
        return part


def as_dict(row: Any) -> dict[str, Any]:
    """A row as a dict of columns."""
    return row.model_dump() if isinstance(row, BaseModel) else dict(row)
