"""What a cache file holds, by model; and removing what is old, too much, or of one model."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlite3 import Connection

NO_MODEL = "unknown"
"""What replies are listed under that do not say who gave them: embeddings, results of `cacher`, older entries."""

PATIENCE = 1000
"""Milliseconds to wait for other processes before the disk's room is left as it is."""

_MODEL_OF = "ragas_model_of"
_BYTES = "length(key) + length(value)"


@dataclass(frozen=True, slots=True)
class Kept:
    """The replies of one model: how many, their bytes, and when the oldest and the newest were stored (since 1970)."""

    model: str
    entries: int
    bytes: int
    oldest: float
    newest: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def kept(connection: Connection) -> list[Kept]:
    """What is stored, a line for each model, the largest first."""
    _prepare(connection)
    rows = connection.execute(
        f"SELECT {_MODEL_OF}(value) AS model, COUNT(*), SUM({_BYTES}) AS bytes, MIN(stored_at), MAX(stored_at) "
        "FROM replies GROUP BY model ORDER BY bytes DESC, model"
    )
    return [Kept(*row) for row in rows]


def prune(
    connection: Connection, older_than: float | None, max_size: int | None, model: str | None, now: float
) -> int:
    """Remove what is older, what is too much, or all of a model; says how many were removed."""
    _prepare(connection)
    of_model, given = ("TRUE", ()) if model is None else (f"{_MODEL_OF}(value) = ?", (model,))
    removed = 0
    if older_than is not None:
        removed += connection.execute(
            f"DELETE FROM replies WHERE stored_at < ? AND {of_model}", (now - older_than, *given)
        ).rowcount
    if max_size is not None:
        # The bytes of each reply and all newer ones: beyond the limit the oldest are over.
        removed += connection.execute(
            f"DELETE FROM replies WHERE key IN (SELECT key FROM (SELECT key, SUM({_BYTES}) "
            f"OVER (ORDER BY stored_at DESC, key) AS so_far FROM replies WHERE {of_model}) WHERE so_far > ?)",
            (*given, max_size),
        ).rowcount
    if model is not None and older_than is None and max_size is None:
        removed += connection.execute(f"DELETE FROM replies WHERE {of_model}", given).rowcount
    shrink(connection)
    return removed


def shrink(connection: Connection) -> None:
    """Give the room of what was removed back to the disk, unless another process holds the file."""
    import sqlite3

    patience = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    try:
        with suppress(sqlite3.OperationalError):  # it is given back at the next chance
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")


def size(path: Path) -> int:
    """Bytes on the disk, what was written last included."""
    parts = (path, path.with_name(f"{path.name}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def _prepare(connection: Connection) -> None:
    connection.create_function(_MODEL_OF, 1, _model_of, deterministic=True)


def _model_of(stored: Any) -> str:
    """The model that was asked, else the name it gave itself."""
    try:
        value = json.loads(stored.decode("utf-8", "surrogatepass") if isinstance(stored, bytes) else stored)
    except (ValueError, TypeError, RecursionError):
        return NO_MODEL
    if not isinstance(value, dict):
        return NO_MODEL
    found = value.get("asked") or value.get("model")
    return found if isinstance(found, str) else NO_MODEL
