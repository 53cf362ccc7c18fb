"""Tables in a database: any that SQLAlchemy speaks to, an SQLite file by default."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, ClassVar

from pydantic import BaseModel

from ragas._extras import optional
from ragas.backends.base import (
    Kind,
    Row,
    StorageError,
    TableBackend,
    already_there,
    held_file,
    in_use,
    missing,
)
from ragas.backends.names import checked
from ragas.backends.values import plain_rows, to_json
from ragas.exceptions import MissingDependencyError

DEFAULT_URL = "sqlite:///ragas.db"
WAIT = 60
"""Seconds a writer of an SQLite file waits for the others."""

ORIGINS = "origins"
"""The kind under which it is kept what a finished experiment was made from."""

ATTEMPTS = 5
"""How often two who make the same thing at the same moment try again."""


class SQLBackend(TableBackend):
    """Keeps datasets and experiments in two tables of a database.

    `ragas_tables` has a line for each dataset and experiment, and one of the kind `origins` for what a finished
    experiment was made from; `ragas_rows` has one for each of their rows: its position and, in `content`, the row as
    JSON. A save is one transaction.

    Args:
        url: an SQLAlchemy URL, such as `postgresql+psycopg://user@host/db`; by default the file `ragas.db`.
        prefix: what the names of the two tables begin with.

    Raises:
        MissingDependencyError: SQLAlchemy, or the driver the URL names, is not installed.
    """

    pads: ClassVar[bool] = False

    def __init__(self, url: str = DEFAULT_URL, prefix: str = "ragas") -> None:
        sql = self._sql = optional("sqlalchemy", extra="sql", purpose="The backend sql")
        where = sql.make_url(url)
        is_sqlite = where.get_backend_name() == "sqlite"
        in_memory = is_sqlite and where.database in (None, "", ":memory:")
        try:
            self._engine = sql.create_engine(
                where,
                # A connection for each transaction: nothing is left open, and a forked process shares none.
                poolclass=sql.StaticPool if in_memory else sql.NullPool,
                connect_args={"timeout": WAIT} if is_sqlite else {},
            )
        except ModuleNotFoundError as error:
            raise MissingDependencyError(
                f"the database URL needs the driver {error.name!r}, which is not installed. Install it, or name one "
                "you have: postgresql+psycopg://… uses psycopg."
            ) from error
        self._tables, self._rows = _schema(sql, prefix)
        self._ready = False
        # A name that starts with "file:" is an address with options, which only SQLite reads.
        named = is_sqlite and not in_memory and not str(where.database).startswith("file:")
        self._file = Path(str(where.database)) if named else None

    def __repr__(self) -> str:
        return f"SQLBackend(url={self._engine.url.render_as_string(hide_password=True)!r})"

    def close(self) -> None:
        """Let go of the connection that a database in memory lives in; others hold none between two calls."""
        self._engine.dispose()

    def __del__(self) -> None:
        if hasattr(self, "_engine"):
            self.close()

    def load_table(self, kind: Kind, name: str) -> list[Row]:
        """The rows of a table, as one statement sees them."""
        found = self._load(kind, name)
        if found is None:
            raise missing(kind, name, self, self.list_tables(kind))
        return found

    def _load(self, kind: str, name: str) -> list[Row] | None:
        sql, tables, rows = self._sql, self._tables.c, self._rows.c
        query = (
            sql.select(rows.content)
            .select_from(self._tables.outerjoin(self._rows, tables.id == rows.table_id))
            .where(tables.kind == kind, tables.name == name)
            .order_by(rows.position)
        )
        with self._told(), self._begun() as connection:
            found = [content for (content,) in connection.execute(query)]
        return [json.loads(content) for content in found if content is not None] if found else None

    def save_table(
        self, kind: Kind, name: str, data: Sequence[Row], data_model: type[BaseModel] | None, *, new: bool
    ) -> None:
        """Replace the rows in one transaction."""
        self._replace(kind, name, [to_json(row) for row in plain_rows(data)], new)

    def _replace(self, kind: str, name: str, contents: Sequence[str], new: bool) -> None:
        with self._told():
            for attempt in range(ATTEMPTS):
                try:
                    with self._begun() as connection:
                        self._save(connection, kind, name, contents, new)
                    return
                except self._sql.exc.IntegrityError:  # somebody made a table of that name meanwhile
                    if new:
                        raise already_there(name, self) from None
                    if attempt == ATTEMPTS - 1:
                        raise

    def _save(self, connection: Any, kind: str, name: str, contents: Sequence[str], new: bool) -> None:
        sql, tables = self._sql, self._tables
        now = datetime.now(UTC).isoformat(timespec="seconds")
        found = None
        if not new:
            # The first statement writes: it takes the lock that makes other writers of this table wait.
            mine = sql.and_(tables.c.kind == kind, tables.c.name == name)
            if connection.execute(sql.update(tables).where(mine).values(saved=now)).rowcount:
                found = connection.execute(sql.select(tables.c.id).where(mine)).scalar_one()
                connection.execute(sql.delete(self._rows).where(self._rows.c.table_id == found))
        if found is None:
            made = connection.execute(sql.insert(tables).values(kind=kind, name=name, saved=now))
            (found,) = made.inserted_primary_key
        if contents:
            connection.execute(
                sql.insert(self._rows),
                [
                    {"table_id": found, "position": position, "content": content}
                    for position, content in enumerate(contents)
                ],
            )

    def save_origin(self, name: str, origin: Row) -> None:
        """Keep what a finished experiment was made from, as a row of a table of a kind of its own."""
        self._replace(ORIGINS, checked(name), [to_json(origin)], new=False)

    def load_origin(self, name: str) -> Row | None:
        """What a finished experiment was made from."""
        found = self._load(ORIGINS, checked(name))
        return found[0] if found else None

    def hold_experiment(self, name: str) -> AbstractContextManager[IO[bytes] | None]:
        """Keep an experiment for one run at a time: by a hidden file beside an SQLite file, by a lock of PostgreSQL.

        In other databases, calls that use this object are kept off; other processes are not.
        """
        mark = sha256(f"{self._tables.name} {name}".encode()).hexdigest()[:16]
        if self._file is not None:
            return held_file(self._file.with_name(f".{self._file.name[:200]}.{mark}.running"), name, self)
        if self._engine.dialect.name == "postgresql":
            return self._locked(int(mark, 16) - 2**63, name)
        return super().hold_experiment(name)

    @contextmanager
    def _locked(self, key: int, name: str) -> Iterator[None]:
        """A lock of PostgreSQL's, which ends with the connection; no transaction stays open meanwhile."""
        sql = self._sql
        with ExitStack() as stack:
            with self._told():
                connection = stack.enter_context(self._engine.connect())
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
                lock = sql.func.pg_try_advisory_lock(sql.cast(key, sql.BigInteger))
                mine = connection.scalar(sql.select(lock))
            if not mine:
                raise in_use(name, self)
            yield

    def list_tables(self, kind: Kind) -> list[str]:
        """The names of the tables."""
        query = self._sql.select(self._tables.c.name).where(self._tables.c.kind == kind)
        with self._told(), self._begun() as connection:
            return sorted(name for (name,) in connection.execute(query))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Says in a line what the database said."""
        try:
            yield
        except self._sql.exc.SQLAlchemyError as error:
            said = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
            raise StorageError(f"{self!r} cannot be used: {said.rstrip('.')}.") from error

    @contextmanager
    def _begun(self) -> Iterator[Any]:
        """A connection in a transaction; the two tables are there."""
        if not self._ready:
            self._make_tables()
            self._ready = True
        with self._engine.begin() as connection:
            yield connection

    def _make_tables(self) -> None:
        for attempt in range(ATTEMPTS):
            try:
                self._tables.metadata.create_all(self._engine)
                return
            except self._sql.exc.DBAPIError:  # another process makes them at this moment
                if attempt == ATTEMPTS - 1:
                    raise


def _schema(sql: Any, prefix: str) -> tuple[Any, Any]:
    mysql = optional("sqlalchemy.dialects.mysql", extra="sql", purpose="The backend sql")
    metadata = sql.MetaData()
    tables = sql.Table(
        f"{prefix}_tables",
        metadata,
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(20), nullable=False),
        sql.Column("name", sql.String(255), nullable=False),
        sql.Column("saved", sql.String(40), nullable=False),
        sql.UniqueConstraint("kind", "name"),
    )
    rows = sql.Table(
        f"{prefix}_rows",
        metadata,
        sql.Column("table_id", sql.Integer, sql.ForeignKey(tables.c.id), primary_key=True),
        sql.Column("position", sql.Integer, primary_key=True),
        sql.Column("content", sql.Text().with_variant(mysql.LONGTEXT(), "mysql", "mariadb"), nullable=False),
    )
    return tables, rows
