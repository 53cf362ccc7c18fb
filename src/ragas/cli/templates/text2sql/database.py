"""A small database to ask: bookings of a ferry, in memory."""

from __future__ import annotations

import sqlite3

SCHEMA = """
CREATE TABLE trips (id INTEGER PRIMARY KEY, island TEXT, leaves TEXT, price REAL);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trips, passenger TEXT, seats INTEGER);
"""
ROWS = """
INSERT INTO trips VALUES (1, 'Isla Verde', '07:40', 12.0), (2, 'Isla Verde', '15:10', 12.0), (3, 'Roca', '09:00', 20.5);
INSERT INTO bookings VALUES (1, 1, 'Ada', 2), (2, 1, 'Ben', 1), (3, 3, 'Cleo', 4), (4, 2, 'Ada', 1), (5, 3, 'Dan', 1);
"""


def execute(sql: str) -> list[tuple]:
    """The rows of a query; the database is new for each and takes no writes."""
    with sqlite3.connect(":memory:") as connection:
        connection.executescript(SCHEMA + ROWS)
        connection.execute("PRAGMA query_only = ON")
        return connection.execute(sql).fetchall()
