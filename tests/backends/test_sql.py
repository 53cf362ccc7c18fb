"""The database backend: URLs, tables others can query, memory."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from ragas.backends import SQLBackend
from ragas.backends.base import StorageError
from ragas.exceptions import MissingDependencyError


def test_the_default_is_a_file_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a URL, tables are in the SQLite file `ragas.db`, which is made with the first of them."""
    monkeypatch.chdir(tmp_path)
    backend = SQLBackend()
    assert not (tmp_path / "ragas.db").exists()
    backend.save_dataset("q", [{"a": 1}])
    assert (tmp_path / "ragas.db").is_file()
    assert SQLBackend().load_dataset("q") == [{"a": 1}]


def test_rows_can_be_queried(tmp_path: Path) -> None:
    """Any client of the database finds a row's position and its content as JSON."""
    SQLBackend(f"sqlite:///{tmp_path}/r.db").save_experiment("run", [{"score": 0.5}, {"score": 1.0}])
    connection = sqlite3.connect(tmp_path / "r.db")
    found = connection.execute(
        "select position, json_extract(content, '$.score') from ragas_rows join ragas_tables on id = table_id "
        "where kind = 'experiments' and name = 'run' order by position"
    ).fetchall()
    connection.close()
    assert found == [(0, 0.5), (1, 1.0)]


def test_memory_lives_as_long_as_the_backend() -> None:
    """`sqlite://` keeps tables in memory between two calls."""
    backend = SQLBackend("sqlite://")
    backend.save_dataset("q", [{"a": 1}])
    assert backend.load_dataset("q") == [{"a": 1}]
    assert SQLBackend("sqlite://").list_datasets() == []


def test_a_password_is_not_shown() -> None:
    """Neither the backend nor its messages show the password of the URL."""
    backend = SQLBackend("postgresql+psycopg://me:secret@nowhere.invalid/db")
    assert "secret" not in repr(backend)
    assert "me:***@nowhere.invalid" in repr(backend)


def test_a_missing_driver_is_named() -> None:
    """The message names the package and one way out."""
    with pytest.raises(
        MissingDependencyError, match=r"needs the driver 'asyncmy'|needs the driver 'MySQLdb'"
    ):
        SQLBackend("mysql://me@host/db")


def test_what_a_database_says_is_our_error(tmp_path: Path) -> None:
    """A file that is no database, a folder that is not there: one line, without the statement."""
    (tmp_path / "rows.db").write_text("no database" * 1000)
    with pytest.raises(StorageError, match=r"rows\.db'\) cannot be used: file is not a database\.$"):
        SQLBackend(f"sqlite:///{tmp_path}/rows.db").list_datasets()
    with pytest.raises(StorageError, match="unable to open database file"):
        SQLBackend(f"sqlite:///{tmp_path}/absent/rows.db").save_dataset("t", [])


def test_a_failed_save_leaves_the_old_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save that breaks off in the middle is undone as a whole."""
    backend = SQLBackend(f"sqlite:///{tmp_path}/r.db")
    backend.save_dataset("q", [{"a": 1}, {"a": 2}])
    real = backend._save

    def broken(*arguments: object) -> None:
        real(*arguments)  # type: ignore[arg-type]
        raise RuntimeError("the connection is gone")

    monkeypatch.setattr(backend, "_save", broken)
    with pytest.raises(RuntimeError, match="gone"):
        backend.save_dataset("q", [{"a": 3}])
    assert json.dumps(backend.load_dataset("q")) == '[{"a": 1}, {"a": 2}]'
