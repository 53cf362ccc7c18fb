"""The port every backend fills: rows of datasets and experiments, kept under a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Literal

from pydantic import BaseModel

from ragas.exceptions import DatasetNotFoundError, DuplicateExperimentError, ExperimentNotFoundError

Row = dict[str, Any]
Kind = Literal["datasets", "experiments"]
"""The two kinds of tables; also the names of the folders that hold them."""


class MissingDatasetError(DatasetNotFoundError, FileNotFoundError):
    """There is no dataset of that name; also a `FileNotFoundError`, which is what earlier versions raised."""


class MissingExperimentError(ExperimentNotFoundError, FileNotFoundError):
    """There is no experiment of that name; also a `FileNotFoundError`, which is what earlier versions raised."""


class BaseBackend(ABC):
    """Where datasets and experiments are kept.

    A backend of your own fills the six abstract methods and is found under a name once its package has an entry point
    in the group `ragas.backends`, or after `register_backend(name, cls)`. A save replaces the table whole or not at
    all; rows come back in the order they were saved.
    """

    @abstractmethod
    def load_dataset(self, name: str) -> list[Row]:
        """The rows of a dataset.

        Raises:
            MissingDatasetError: there is none of that name.
        """

    @abstractmethod
    def load_experiment(self, name: str) -> list[Row]:
        """The rows of an experiment.

        Raises:
            MissingExperimentError: there is none of that name.
        """

    @abstractmethod
    def save_dataset(self, name: str, data: list[Row], data_model: type[BaseModel] | None = None) -> None:
        """Keep the rows of a dataset, in place of those that were there."""

    @abstractmethod
    def save_experiment(self, name: str, data: list[Row], data_model: type[BaseModel] | None = None) -> None:
        """Keep the rows of an experiment, in place of those that were there."""

    @abstractmethod
    def list_datasets(self) -> list[str]:
        """The names of the datasets, sorted."""

    @abstractmethod
    def list_experiments(self) -> list[str]:
        """The names of the experiments, sorted."""

    def create_experiment(
        self, name: str, data: list[Row], data_model: type[BaseModel] | None = None
    ) -> None:
        """Keep the rows of an experiment of a new name.

        The backends that come with Ragas decide in one step; this default looks first and saves then.

        Raises:
            DuplicateExperimentError: there is one of that name.
        """
        if name in self.list_experiments():
            raise already_there(name, self)
        self.save_experiment(name, data, data_model)


class TableBackend(BaseBackend):
    """A backend that treats datasets and experiments alike: a subclass says how one table is kept."""

    @abstractmethod
    def load_table(self, kind: Kind, name: str) -> list[Row]:
        """The rows of a table."""

    @abstractmethod
    def save_table(
        self, kind: Kind, name: str, data: Sequence[Row], data_model: type[BaseModel] | None, *, new: bool
    ) -> None:
        """Keep the rows of a table; with `new`, refuse a name that is taken."""

    @abstractmethod
    def list_tables(self, kind: Kind) -> list[str]:
        """The names of the tables of a kind, sorted."""

    def load_dataset(self, name: str) -> list[Row]:
        """The rows of a dataset."""
        return self.load_table("datasets", name)

    def load_experiment(self, name: str) -> list[Row]:
        """The rows of an experiment."""
        return self.load_table("experiments", name)

    def save_dataset(self, name: str, data: list[Row], data_model: type[BaseModel] | None = None) -> None:
        """Keep the rows of a dataset, in place of those that were there."""
        self.save_table("datasets", name, data, data_model, new=False)

    def save_experiment(self, name: str, data: list[Row], data_model: type[BaseModel] | None = None) -> None:
        """Keep the rows of an experiment, in place of those that were there."""
        self.save_table("experiments", name, data, data_model, new=False)

    def create_experiment(
        self, name: str, data: list[Row], data_model: type[BaseModel] | None = None
    ) -> None:
        """Keep the rows of an experiment of a new name; of several who try at once, one succeeds."""
        self.save_table("experiments", name, data, data_model, new=True)

    def list_datasets(self) -> list[str]:
        """The names of the datasets, sorted."""
        return self.list_tables("datasets")

    def list_experiments(self) -> list[str]:
        """The names of the experiments, sorted."""
        return self.list_tables("experiments")


def missing(kind: Kind, name: str, where: object, there: Iterable[str]) -> Exception:
    """The error that says that a table is not there, and which ones are."""
    word, error = (
        ("Dataset", MissingDatasetError) if kind == "datasets" else ("Experiment", MissingExperimentError)
    )
    names = list(there)
    if near := get_close_matches(name, names, n=1):
        hint = f"Did you mean {near[0]!r}?"
    elif names:
        hint = f"There are: {', '.join(names[:10])}{', …' if len(names) > 10 else ''}."
    else:
        hint = "There are none yet."
    return error(f"{word} {name!r} not found in {where!r}. {hint}")


def already_there(name: str, where: object) -> DuplicateExperimentError:
    """The error that says that an experiment's name is taken, and what one can do."""
    return DuplicateExperimentError(
        f"experiment {name!r} already exists in {where!r}. Give the run another name, go on with it (resume=True), "
        "or replace it (overwrite=True)."
    )


def columns_of(data: Sequence[Row], data_model: type[BaseModel] | None = None) -> list[str]:
    """Every column of any row in the order they come; of no rows, those of the model."""
    found = dict.fromkeys(name for row in data for name in row)
    return list(found) if data or data_model is None else list(data_model.model_fields)
