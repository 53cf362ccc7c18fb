"""Tables as files in a folder: `root/datasets/name.csv`, `root/experiments/name.csv`."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, ClassVar, cast

from pydantic import BaseModel

from ragas.backends.base import Kind, Row, StorageError, TableBackend, already_there, held_file, missing
from ragas.backends.files import write_whole
from ragas.backends.names import checked
from ragas.backends.values import plain_rows
from ragas.exceptions import InputError


class FolderBackend(TableBackend):
    """Keeps each table in a file of its own; a subclass says in what form.

    Args:
        root_dir: the folder that holds the folders `datasets` and `experiments`; they are made when needed.
    """

    suffix: ClassVar[str]

    def __init__(self, root_dir: str | Path = ".") -> None:
        self.root_dir = Path(root_dir).expanduser()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(root_dir={str(self.root_dir)!r})"

    @abstractmethod
    def encode(self, data: Sequence[Row], data_model: type[BaseModel] | None) -> bytes:
        """The file that holds these rows, whose values are plain."""

    @abstractmethod
    def decode(self, content: bytes, place: str) -> list[Row]:
        """The rows a file holds; `place` names it in messages."""

    def path(self, kind: Kind, name: str) -> Path:
        """The file that holds a table, whether it is there or not."""
        return self.root_dir / kind / f"{name}{self.suffix}"

    def load_table(self, kind: Kind, name: str) -> list[Row]:
        """The rows of a table."""
        path = self.path(kind, name)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise missing(kind, name, self, self.list_tables(kind)) from None
        except OSError as error:
            raise StorageError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from error
        return self.decode(content, repr(str(path)))

    def save_table(
        self, kind: Kind, name: str, data: Sequence[Row], data_model: type[BaseModel] | None, *, new: bool
    ) -> None:
        """Write the file, whole or not at all."""
        path = self.path(kind, name)
        content = self.encode(plain_rows(data), data_model)
        try:
            write_whole(path, content, new=new)
        except OSError as error:
            if new and isinstance(error, FileExistsError) and path.exists():
                raise already_there(name, self) from None
            raise StorageError(
                f"{str(path)!r} cannot be written: {error.strerror or error}. What was there is kept."
            ) from error

    def hold_experiment(self, name: str) -> AbstractContextManager[IO[bytes] | None]:
        """Keep an experiment for one run at a time, by a hidden file beside it."""
        path = self.path("experiments", name)
        return held_file(path.with_name(f".{path.name}.running"), name, self)

    def save_origin(self, name: str, origin: Row) -> None:
        """Keep what a finished experiment was made from, in a hidden file beside it."""
        write_whole(self._origin(name), json.dumps(origin).encode())

    def load_origin(self, name: str) -> Row | None:
        """What a finished experiment was made from, if the file is there."""
        try:
            return cast("Row", json.loads(self._origin(name).read_bytes()))
        except FileNotFoundError:
            return None

    def _origin(self, name: str) -> Path:
        path = self.path("experiments", checked(name))
        return path.with_name(f".{path.name}.origin")

    def list_tables(self, kind: Kind) -> list[str]:
        """The names of the files of this form in the folder."""
        folder = self.root_dir / kind
        if not folder.is_dir():
            return []
        return sorted(
            path.name[: -len(self.suffix)]
            for path in folder.iterdir()
            if path.suffix == self.suffix and not path.name.startswith(".") and path.is_file()
        )


def text_of(content: bytes, place: str) -> str:
    """The text of a UTF-8 file, with or without a byte order mark.

    Raises:
        InputError: it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{place} is not UTF-8 text: {error}. Save it as UTF-8.") from None
