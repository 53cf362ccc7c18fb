"""The port every backend fills: rows of datasets and experiments, kept under a name."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from difflib import get_close_matches
from pathlib import Path
from threading import Lock
from typing import IO, Any, ClassVar, Literal

from pydantic import BaseModel

from ragas._locks import Held, held
from ragas.backends.names import checked
from ragas.exceptions import (
    DatasetNotFoundError,
    DuplicateExperimentError,
    ExperimentNotFoundError,
    RagasError,
    RunInUseError,
)

_log = logging.getLogger("ragas.backends")

Row = dict[str, Any]
Kind = Literal["datasets", "experiments"]
"""The two kinds of tables; also the names of the folders that hold them."""


class MissingDatasetError(DatasetNotFoundError, FileNotFoundError):
    """There is no dataset of that name; also a `FileNotFoundError`, which is what earlier versions raised."""


class MissingExperimentError(ExperimentNotFoundError, FileNotFoundError):
    """There is no experiment of that name; also a `FileNotFoundError`, which is what earlier versions raised."""


class StorageError(RagasError, OSError):
    """A table cannot be read or written: a full disk, a folder without permission, a database out of reach."""


class BaseBackend(ABC):
    """Where datasets and experiments are kept.

    A backend of your own fills the six abstract methods and is found under a name once its package has an entry point
    in the group `ragas.backends`, or after `register_backend(name, cls)`. A save replaces the table whole or not at
    all; rows come back in the order they were saved.
    """

    pads: ClassVar[bool] = True
    """Whether a column that a row lacks may come back as None."""

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

    def hold_experiment(self, name: str) -> AbstractContextManager[IO[bytes] | None]:
        """Keep an experiment for one run at a time, so that no row is run and paid for twice.

        Where there is one, gives a file of the run's own: what a process that dies wrote into it is there for the next
        run of this name. The backends in files and databases keep other processes off; this default knows only the
        calls that use this very object.

        Raises:
            RunInUseError: it is being run.
        """
        return _held_here(self, name)

    def save_origin(self, name: str, origin: Row) -> None:
        """Keep, out of the way of the rows, what tells the dataset and the code that a finished experiment was made from.

        What is there of an earlier one is replaced. This default keeps nothing: going on with a finished experiment then
        compares the columns that it and the dataset share.
        """
        _log.debug("%r keeps nothing of what %r was made from.", self, name)

    def load_origin(self, name: str) -> Row | None:
        """What `save_origin` kept under the name, None where there is nothing."""
        return None


class TableBackend(BaseBackend):
    """A backend that treats datasets and experiments alike: a subclass says how one table is kept.

    Names are checked here, so those that `load_table` and `save_table` get lead nowhere else.
    """

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
        return self.load_table("datasets", checked(name))

    def load_experiment(self, name: str) -> list[Row]:
        """The rows of an experiment."""
        return self.load_table("experiments", checked(name))

    def save_dataset(self, name: str, data: list[Row], data_model: type[BaseModel] | None = None) -> None:
        """Keep the rows of a dataset, in place of those that were there."""
        self.save_table("datasets", checked(name), data, data_model, new=False)

    def save_experiment(self, name: str, data: list[Row], data_model: type[BaseModel] | None = None) -> None:
        """Keep the rows of an experiment, in place of those that were there."""
        self.save_table("experiments", checked(name), data, data_model, new=False)

    def create_experiment(
        self, name: str, data: list[Row], data_model: type[BaseModel] | None = None
    ) -> None:
        """Keep the rows of an experiment of a new name; of several who try at once, one succeeds."""
        self.save_table("experiments", checked(name), data, data_model, new=True)

    def list_datasets(self) -> list[str]:
        """The names of the datasets, sorted."""
        return self.list_tables("datasets")

    def list_experiments(self) -> list[str]:
        """The names of the experiments, sorted."""
        return self.list_tables("experiments")


_running: set[tuple[int, str]] = set()
_guard = Lock()


@contextmanager
def _held_here(backend: BaseBackend, name: str) -> Iterator[None]:
    mine = (id(backend), name)
    with _guard:
        if mine in _running:
            raise in_use(name, backend)
        _running.add(mine)
    try:
        yield
    finally:
        with _guard:
            _running.discard(mine)


@contextmanager
def held_file(path: Path, name: str, backend: BaseBackend) -> Iterator[IO[bytes] | None]:
    """An experiment held by a file; where the file system has no locks, by this process alone.

    Raises:
        RunInUseError: it is being run.
    """
    with _held_here(backend, name), ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(held(path))
        except Held:
            raise in_use(name, backend) from None
        except OSError as error:
            _log.warning("%r cannot be held (%s): other processes are not kept from it.", name, error)
            file = None
        yield file


def in_use(name: str, where: object) -> RunInUseError:
    """The error that says that somebody is running the experiment, and what one can do."""
    return RunInUseError(
        f"experiment {name!r} in {where!r} is being run by another process, or by another call in this one. Wait until "
        "it ends, or give this run another name."
    )


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
