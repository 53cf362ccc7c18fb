"""What becomes of values that are no JSON."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import pytest
from pydantic import BaseModel

from ragas.backends import LocalCSVBackend, LocalJSONLBackend
from ragas.backends.values import plain, plain_row, plain_rows
from ragas.exceptions import InputError
from ragas.metrics import MetricResult


class Colour(Enum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


class Point(BaseModel):
    x: int
    when: dt.date


@dataclass
class Place:
    name: str


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (dt.date(2024, 1, 31), "2024-01-31"),
        (dt.datetime(2024, 1, 31, 10, 0, tzinfo=dt.UTC), "2024-01-31T10:00:00+00:00"),
        (dt.time(10, 30), "10:30:00"),
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        (Decimal("1.10"), "1.10"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (PurePosixPath("a/b"), "a/b"),
        (b"caf\xc3\xa9", "café"),
        ((1, 2), [1, 2]),
        ({"b", "a"}, ["a", "b"]),
        ({1: "a", None: "b"}, {"1": "a", "None": "b"}),
        (Point(x=1, when=dt.date(2024, 1, 1)), {"x": 1, "when": "2024-01-01"}),
        (Place("here"), {"name": "here"}),
        (np.float64(0.5), 0.5),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (pd.NaT, None),
        (pd.NA, None),
        (MetricResult(0.5, "half"), 0.5),
        ([MetricResult("yes")], ["yes"]),
    ],
)
def test_values_become_plain(value: Any, kept: Any) -> None:
    """Dates become ISO texts, a metric's result its value, arrays lists."""
    found = plain(value)
    assert found == kept
    assert type(found) is type(kept)


@pytest.mark.parametrize("value", [object(), ValueError("late"), len, int, iter([1]), b"\xff", range(3)])
def test_what_has_no_form_in_json_is_refused(value: Any) -> None:
    """An address or an empty shell in a file is no value: row, column and value are named."""
    with pytest.raises(InputError, match=r"row 1, column 'a': .* has no form in JSON and cannot be kept"):
        plain_rows([{"a": 1}, {"a": [value]}])


def test_a_data_model_reads_back_what_became_text() -> None:
    """Decimals, sets, spans of time and paths come back as they were where a model says what they are."""

    class Kept(BaseModel):
        price: Decimal
        tags: set[str]
        span: dt.timedelta
        place: PurePosixPath
        id: UUID
        raw: bytes

    made = Kept(
        price=Decimal("1.10"),
        tags={"a"},
        span=dt.timedelta(days=1),
        place=PurePosixPath("a"),
        id=UUID(int=1),
        raw=b"a",
    )
    assert Kept(**plain_row(made.model_dump())) == made


def test_rows_have_columns() -> None:
    """A row that is no mapping, or a column whose name is no text, is refused."""
    with pytest.raises(InputError, match="a row is a dict of columns"):
        plain_row(["a"])
    with pytest.raises(InputError, match="column 1 has a name that is no text"):
        plain_row({1: "a"})


@pytest.mark.parametrize("backend", [LocalCSVBackend, LocalJSONLBackend])
def test_dates_stay_texts(backend: Any, tmp_path: Any) -> None:
    """What looks like a date is not made one: a question is no day."""
    made = backend(root_dir=tmp_path)
    made.save_dataset("d", [{"day": dt.date(2024, 1, 31), "text": "2024-01-31", "at": "2024-01-31T10:00:00"}])
    assert made.load_dataset("d") == [
        {"day": "2024-01-31", "text": "2024-01-31", "at": "2024-01-31T10:00:00"}
    ]
