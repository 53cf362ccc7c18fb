"""Data comparison: how much of a table the response gives right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import Any

from ragas.exceptions import InputError
from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import f_beta
from ragas.metrics.tables import Comparison, NotATable, Row, compare, read_table
from ragas.metrics.texts import AnyText, require_texts
from ragas.metrics.wording import listed

MODES = ("rows", "columns")
METRICS = ("f1", "precision", "recall")
KEPT = 20
"""How many differing rows the traces keep of each kind."""


@by_position("mode", "metric", "name")
@dataclass(eq=False, repr=False)
class DataCompyScore(BaseMetric):
    """How much of the reference table the response's table gives right; both are CSV with a header.

    Use it when responses are tables, such as the rows a generated query returns.

    Formula: with `mode="rows"`, rows of the response that agree with a row of the reference in all its columns, over
    the response's rows (precision) and over the reference's (recall); with `mode="columns"`, shared columns without
    an unequal cell over the columns of each. `metric` says which of the two, or their harmonic mean "f1". The order
    of rows and columns and the case of column names do not count; numbers compare by size, missing cells are equal.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: an empty reference is not applicable; a response that is no table is 0.0.
    Settings: `mode` is "rows" or "columns"; `metric` is "f1", "precision" or "recall".

    >>> DataCompyScore().score(
    ...     reference="id,name\\n1,Alice\\n2,Bob", response="id,name\\n2,Bob\\n1,Al").reason
    'rows, f1: precision 0.5000, recall 0.5000. Missing: "id=1, name=Alice". Not expected: "id=1, name=Al".'
    """

    name: str = field(default="data_compare_score", kw_only=True)
    mode: str = field(default="rows", kw_only=True)
    metric: str = field(default="f1", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mode not in MODES:
            raise ValueError(f"mode is 'rows' or 'columns', not {self.mode!r}")
        if self.metric not in METRICS:
            raise ValueError(f"metric is one of {', '.join(METRICS)}, not {self.metric!r}")

    async def ascore(self, reference: str, response: AnyText) -> MetricResult:
        """Score one table against its reference."""
        require_texts(self.name, response=response)
        try:
            wanted = read_table(reference)
        except NotATable as error:
            raise InputError(f"{self.name}: 'reference' cannot be read as CSV: {error}.") from None
        try:
            given = read_table(response)
        except NotATable as error:
            reason = f"The response cannot be read as CSV: {error}."
            return MetricResult(0.0, reason, {"output": {"mode": self.mode, "not_a_table": str(error)}})
        found = compare(wanted, given)
        unequal = found.unequal_columns() if self.mode == "columns" else []
        if self.mode == "rows":
            precision, recall = _by_rows(found)
        else:
            equal = len(found.columns) - len(unequal)
            precision, recall = equal / len(given.columns), equal / len(wanted.columns)
        value = {"precision": precision, "recall": recall, "f1": f_beta(precision, recall)}[self.metric]
        reason = f"{self.mode}, {self.metric}: precision {precision:.4f}, recall {recall:.4f}."
        evidence = {"mode": self.mode, "precision": precision, "recall": recall} | _differences(found)
        if self.mode == "columns":
            evidence["unequal_columns"] = unequal
        said = _of_columns(found, unequal) if self.mode == "columns" else _of_rows(found)
        return MetricResult(value, f"{reason}{said}", {"output": evidence})


def _by_rows(found: Comparison) -> tuple[float, float]:
    """Precision and recall of rows. A column of the reference that is missing leaves no row right."""
    expected = found.same_rows + len(found.missing_rows)
    given = found.same_rows + len(found.extra_rows)
    if not found.columns or found.missing_columns:
        return 0.0, 0.0
    if not expected and not given:
        return 1.0, 1.0
    return (found.same_rows / given if given else 0.0), (found.same_rows / expected if expected else 0.0)


def _differences(found: Comparison) -> dict[str, Any]:
    """What differs, as plain values."""
    return {
        "missing_columns": list(found.missing_columns),
        "extra_columns": list(found.extra_columns),
        "same_rows": found.same_rows,
        "missing_rows": [_plain(found.columns, row) for row in found.missing_rows[:KEPT]],
        "extra_rows": [_plain(found.columns, row) for row in found.extra_rows[:KEPT]],
    }


def _plain(columns: tuple[str, ...], row: Row) -> dict[str, Any]:
    """A row by column, in values JSON knows; infinity is none of them."""
    cells = (str(cell) if isinstance(cell, float) and isinf(cell) else cell for cell in row)
    return dict(zip(columns, cells, strict=True))


def _of_columns(found: Comparison, unequal: Sequence[str]) -> str:
    """Which columns differ, in words."""
    if not found.columns:
        return " The tables share no column."
    said = ""
    for title, names in (
        ("Missing columns", found.missing_columns),
        ("Columns not expected", found.extra_columns),
        ("Unequal columns", unequal),
    ):
        if names:
            said += f" {title}: {listed(names)}."
    return said


def _of_rows(found: Comparison) -> str:
    """Which rows differ, in words, and which columns are on one side only."""
    said = _of_columns(found, ())
    if found.columns:
        for title, rows in (("Missing", found.missing_rows), ("Not expected", found.extra_rows)):
            if rows:
                said += f" {title}: {listed([_written(found.columns, row) for row in rows])}."
    return said


def _written(columns: tuple[str, ...], row: Row) -> str:
    return ", ".join(
        f"{name}={'' if cell is None else cell}" for name, cell in zip(columns, row, strict=True)
    )
