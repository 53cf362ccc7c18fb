"""Data comparison as a metric."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragas.exceptions import EmptyInputError, InputError
from ragas.metrics.collections.datacompy_score import DataCompyScore
from ragas.metrics.result import MetricResult

PEOPLE = "id,name\n1,Alice\n2,Bob"


def score(response: str, reference: str = PEOPLE, **settings: Any) -> MetricResult:
    return DataCompyScore(**settings).score(reference=reference, response=response)


def test_rows_that_differ_are_named() -> None:
    """Missing and superfluous rows stand in the reason and, by column, in the traces."""
    result = score("id,name\n2,Bob\n1,Al\n3,Cy")
    assert result.value == pytest.approx(0.4)
    assert result.reason == (
        'rows, f1: precision 0.3333, recall 0.5000. Missing: "id=1, name=Alice". '
        'Not expected: "id=1, name=Al", "id=3, name=Cy".'
    )
    assert result.traces["output"]["missing_rows"] == [{"id": 1, "name": "Alice"}]


def test_the_order_of_rows_does_not_count() -> None:
    """Neither in rows nor in columns."""
    for mode in ("rows", "columns"):
        assert score("name,id\nBob,2\nAlice,1", mode=mode).value == 1.0


def test_columns_decide() -> None:
    """No shared column, or one of the reference's missing, leaves no row right; superfluous ones cost columns only."""
    assert score("a,b\n1,Alice").value == 0.0
    assert "share no column" in score("a,b\n1,Alice").reason
    assert score("id\n1\n2").value == 0.0
    assert 'Missing columns: "name"' in score("id\n1\n2").reason
    assert score("id,name,age\n1,Alice,9\n2,Bob,8").value == 1.0
    assert score("id,name,age\n1,Alice,9\n2,Bob,8", mode="columns").value == pytest.approx(0.8)
    assert 'Unequal columns: "name"' in score("id,name\n1,Al\n2,Bob", mode="columns").reason


def test_what_is_no_table() -> None:
    """A response that is no table is wrong, a reference that is none is an error, an empty one does not apply."""
    result = score("id,name\n1,2,3")
    assert (result.value, result.reason) == (
        0.0,
        "The response cannot be read as CSV: line 2 has 3 cells, the header 2.",
    )
    assert score("I do not know.").value == 0.0
    with pytest.raises(InputError, match="'reference' cannot be read as CSV: line 2"):
        score(PEOPLE, reference="id\n1,2")
    with pytest.raises(EmptyInputError):
        score(PEOPLE, reference=" ")


def test_tables_without_rows() -> None:
    """Two are the same; one of them is not."""
    assert score("id,name", reference="id,name").value == 1.0
    assert score("id,name").value == score(PEOPLE, reference="id,name").value == 0.0


def test_the_traces_are_json() -> None:
    """Infinity is kept as a word."""
    result = score("id\ninf\n", reference="id\n1\n")
    assert "inf" in json.dumps(result.traces, allow_nan=False)


@pytest.mark.parametrize("settings", [{"mode": "cells"}, {"metric": "acc"}])
def test_settings_are_checked(settings: dict[str, str]) -> None:
    """An unknown mode or metric is refused when the metric is made."""
    with pytest.raises(ValueError, match=next(iter(settings.values()))):
        DataCompyScore(**settings)  # type: ignore[arg-type]
