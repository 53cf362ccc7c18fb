"""Replies kept for the next run: the interface of a cache, and SQLite behind it, holding JSON and nothing else."""

from __future__ import annotations

import json
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragas.engine.cache_contents import Kept, kept, prune, shrink, size
from ragas.engine.cached_calls import cacher
from ragas.exceptions import ConfigurationError

if TYPE_CHECKING:
    from sqlite3 import Connection, Cursor

    from pydantic_core import CoreSchema

__all__ = ["CacheInterface", "DiskCacheBackend", "SQLiteCache", "cacher"]

BUSY_SECONDS = 30.0
"""How long one process waits for another that is writing."""


class CacheInterface(ABC):
    """Keeps JSON values by key. Subclass it to bring your own store."""

    @abstractmethod
    def get(self, key: str) -> Any:
        """The value stored under `key`; None when there is none."""

    @abstractmethod
    def set(self, key: str, value: Any) -> None:
        """Store a value."""

    @abstractmethod
    def has_key(self, key: str) -> bool:
        """Whether a value is stored under `key`."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.is_instance_schema(cls)


class SQLiteCache(CacheInterface):
    """A cache in one SQLite file, shared safely by threads and processes.

    The file and its folder are made when the first value is stored or looked up. Reading a file someone else made
    runs no code of theirs: it holds JSON.

    Raises:
        ConfigurationError: the file is not a cache, or cannot be written; on first use.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._connection: Connection | None = None
        self._process = 0
        self._lock = threading.RLock()

    def get(self, key: str) -> Any:
        """The value stored under `key`; None when there is none, or none that is JSON."""
        row = self._fetch("SELECT value FROM replies WHERE key = ?", key)
        return None if row is None else _value(row[0])

    def set(self, key: str, value: Any) -> None:
        """Store a JSON value.

        Raises:
            TypeError: it is not JSON data.
        """
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            self._run(
                "INSERT INTO replies (key, value, stored_at) VALUES (?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET value = excluded.value, stored_at = excluded.stored_at",
                (key, text.encode("utf-8", "surrogatepass"), time.time()),
            )

    def has_key(self, key: str) -> bool:
        """Whether a value is stored under `key`."""
        row = self._fetch("SELECT value FROM replies WHERE key = ?", key)
        return row is not None and (row[0] == b"null" or _value(row[0]) is not None)

    def delete(self, key: str) -> None:
        """Remove one value, if it is there."""
        with self._lock:
            self._run("DELETE FROM replies WHERE key = ?", (key,))

    def clear(self) -> None:
        """Remove all values and give their room on the disk back."""
        with self._lock:
            self._run("DELETE FROM replies")
            shrink(self._opened())

    def contents(self) -> list[Kept]:
        """What is stored, a line for each model, the largest first."""
        with self._lock:
            return kept(self._opened())

    def prune(
        self,
        *,
        older_than: float | None = None,
        max_size: int | None = None,
        model: str | None = None,
        now: float | None = None,
    ) -> int:
        """Remove replies and give the room on the disk back; says how many were removed.

        Other processes may go on using the cache: what is removed is asked for again.

        Args:
            older_than: remove those stored more than so many seconds ago.
            max_size: remove the oldest ones until so many bytes are left.
            model: look at replies of this model only, as `contents` names it; alone, remove them all.
            now: the time ages are counted from, in seconds since 1970.
        """
        with self._lock:
            return prune(self._opened(), older_than, max_size, model, time.time() if now is None else now)

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return size(self.path)

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None and self._process == os.getpid():
                self._connection.close()
            self._connection = None

    def __getitem__(self, key: str) -> Any:
        """The value stored under `key`.

        Raises:
            KeyError: there is none.
        """
        if not self.has_key(key):
            raise KeyError(key)
        return self.get(key)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.has_key(key)

    def __iter__(self) -> Iterator[str]:
        """The keys, the oldest first."""
        with self._lock:
            rows = self._run("SELECT key FROM replies ORDER BY stored_at, key").fetchall()
        return iter([str(key) for (key,) in rows])

    def __len__(self) -> int:
        with self._lock:
            return int(self._run("SELECT COUNT(*) FROM replies").fetchone()[0])

    def __bool__(self) -> bool:
        return True  # an empty cache is still a cache

    def __del__(self) -> None:
        # A constructor that failed has left no lock; an interpreter that ends may have taken the modules away.
        try:
            self.close()
        except Exception:  # noqa: BLE001
            return

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path}

    def __setstate__(self, state: dict[str, Any]) -> None:
        SQLiteCache.__init__(self, state["path"])

    def _fetch(self, statement: str, key: str) -> Any:
        with self._lock:
            return self._run(statement, (key,)).fetchone()

    def _run(self, statement: str, parameters: tuple[Any, ...] = ()) -> Cursor:
        return self._opened().execute(statement, parameters)

    def _opened(self) -> Connection:
        if self._connection is None or self._process != os.getpid():  # a connection does not survive a fork
            self._connection = self._open()
            self._process = os.getpid()
        return self._connection

    def _open(self) -> Connection:
        import sqlite3

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise ConfigurationError(
                f"The cache {str(self.path)!r} cannot be opened or made: {error}."
            ) from error
        try:
            _prepare(connection)
        except sqlite3.Error as error:
            connection.close()
            raise ConfigurationError(
                f"The file {str(self.path)!r} is not a usable cache ({error}). Delete it, or give another path."
            ) from error
        return connection


def _value(stored: Any) -> Any:
    """What was stored; None where somebody else's hand left something that is no JSON: it counts as not there."""
    try:
        return json.loads(stored.decode("utf-8", "surrogatepass") if isinstance(stored, bytes) else stored)
    except (ValueError, TypeError, RecursionError):
        return None


def check_cache(cache: object) -> None:
    """Refuse what cannot keep replies, before the first call is paid.

    Raises:
        ConfigurationError: it is neither None nor a cache.
    """
    if cache is None or all(callable(getattr(cache, name, None)) for name in ("get", "set")):
        return
    raise ConfigurationError(
        f"cache={cache!r} is no cache. Pass SQLiteCache('judge-cache.sqlite'), another CacheInterface, or leave it out."
    )


def _prepare(connection: Connection) -> None:
    import sqlite3

    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            # With a write-ahead log, readers and a writer do not wait for each other.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, value BLOB NOT NULL, stored_at REAL NOT NULL)"
            )
            connection.execute("SELECT key, value, stored_at FROM replies LIMIT 0")
            return
        except sqlite3.OperationalError as error:
            # Switching a new file over needs it alone, and SQLite does not wait for that by itself.
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


class DiskCacheBackend(SQLiteCache):
    """`SQLiteCache` under its old name: a folder, the working directory's `.cache` by default."""

    def __init__(self, cache_dir: str | os.PathLike[str] = ".cache") -> None:
        self.cache_dir = cache_dir
        super().__init__(Path(cache_dir) / "ragas.sqlite")

    @property
    def cache(self) -> DiskCacheBackend:
        """The store itself: `backend.cache.clear()`, `.close()`, `.volume()`, `key in backend.cache`, its keys."""
        return self

    @property
    def directory(self) -> str:
        """The folder."""
        return str(self.cache_dir)

    def volume(self) -> int:
        """Bytes on the disk."""
        return self.size

    def __repr__(self) -> str:
        return f"DiskCacheBackend(cache_dir={str(self.cache_dir)!r})"

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "cache_dir": self.cache_dir}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.cache_dir = state["cache_dir"]
