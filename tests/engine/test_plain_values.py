"""Values of Python's own kinds, and numpy's, as data."""

from __future__ import annotations

import operator
import re
import uuid
from collections import deque
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from ragas.engine import plain_values
from ragas.engine.plain_values import hash_of_plain, parts_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (deque([1]), deque([2])),
        (deque([1]), deque([1], maxlen=1)),
        (MappingProxyType({"a": 1}), MappingProxyType({"a": 2})),
        (operator.itemgetter(1), operator.itemgetter(2)),
        (operator.attrgetter("a"), operator.attrgetter("b")),
        (operator.methodcaller("a", 1), operator.methodcaller("a", 2)),
        (Path("a/b"), Path("b")),
        (datetime(2024, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)),
        (datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=1)))),
        (datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=ZoneInfo("UTC"))),
        (re.compile("a"), re.compile("a", re.IGNORECASE)),
        (uuid.UUID(int=1), uuid.UUID(int=2)),
        (bytearray(b"a"), bytearray(b"b")),
        (np.array([1, 2]), np.array([1, 3])),
        (np.array([1, 2]), np.array([[1, 2]])),
        (np.array([1], dtype="int32"), np.array([1], dtype="int64")),
        (np.array(["a", None], dtype=object), np.array(["b", None], dtype=object)),
        (np.float32(1), np.float64(1)),
    ],
)
def test_what_they_hold_counts(one: Any, other: Any) -> None:
    """All that makes one another."""
    assert parts_of(one) is not None
    assert parts_of(one) == parts_of(one) != parts_of(other)


def test_where_a_file_lies_does_not_count() -> None:
    """It is another place on another machine."""
    assert parts_of(Path("/a/rows.csv").absolute()) == parts_of(Path("/b/rows.csv").absolute()) == "rows.csv"


def test_what_is_alive_has_no_parts() -> None:
    """Nor does what is told elsewhere."""
    assert parts_of(object()) is None
    assert parts_of(np.random.default_rng(1)) is None


def test_of_a_great_array_the_beginning_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its shape."""
    monkeypatch.setattr(plain_values, "LARGEST_ARRAY", 16)
    assert parts_of(np.array([1, 2, 3])) == parts_of(np.array([1, 2, 4])) != parts_of(np.array([1, 3, 3]))
    assert parts_of(np.array([1, 2])) != parts_of(np.array([1, 2, 3]))


def test_long_rows_of_plain_values_have_a_hash() -> None:
    """Short ones, and those that hold anything else, are looked at one by one."""
    row: list[Any] = ["a", 1, 1.5, True, None] * 5000
    assert (
        hash_of_plain(row, len(row)) == hash_of_plain(list(row), len(row)) != hash_of_plain(row[:-1], 24_999)
    )
    assert hash_of_plain([1], 1) is None
    assert hash_of_plain([*row, []], 25_001) is None
    assert hash_of_plain([10**5000] * 20, 20) is None
