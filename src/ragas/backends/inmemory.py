"""Tables in memory, for tests and for data that is not to be kept."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from threading import Lock
from typing import ClassVar

from pydantic import BaseModel

from ragas.backends.base import Kind, Row, TableBackend, already_there, missing
from ragas.exceptions import InputError


class InMemoryBackend(TableBackend):
    """Keeps copies of the rows for as long as it lives; values are not changed in any way."""

    pads: ClassVar[bool] = False

    def __init__(self) -> None:
        self._tables: dict[Kind, dict[str, list[Row]]] = {"datasets": {}, "experiments": {}}
        self._origins: dict[str, Row] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return "InMemoryBackend()"

    def load_table(self, kind: Kind, name: str) -> list[Row]:
        """A copy of the rows."""
        with self._lock:
            rows = self._tables[kind].get(name)
        if rows is None:
            raise missing(kind, name, self, self.list_tables(kind))
        return deepcopy(rows)

    def save_table(
        self, kind: Kind, name: str, data: Sequence[Row], data_model: type[BaseModel] | None, *, new: bool
    ) -> None:
        """Keep a copy of the rows."""
        try:
            rows = deepcopy(list(data))
        except RecursionError:
            raise InputError(
                f"{name!r} has lists or mappings nested too deeply. Keep the parts that are needed."
            ) from None
        except Exception as error:  # noqa: BLE001  whatever an object says that is alive: a client, a lock
            raise InputError(
                f"{name!r} holds an object that cannot be copied ({error}). Keep what is needed of it."
            ) from None
        with self._lock:
            if new and name in self._tables[kind]:
                raise already_there(name, self)
            self._tables[kind][name] = rows

    def list_tables(self, kind: Kind) -> list[str]:
        """The names of the tables."""
        with self._lock:
            return sorted(self._tables[kind])

    def save_origin(self, name: str, origin: Row) -> None:
        """Keep what a finished experiment was made from."""
        self._origins[name] = origin

    def load_origin(self, name: str) -> Row | None:
        """What a finished experiment was made from."""
        return self._origins.get(name)
