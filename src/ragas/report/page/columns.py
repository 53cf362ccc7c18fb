"""The scores of a result by metric, gathered in one pass: the cells of a run on disk are read each time they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ragas.schema.cells import Cell, MetricInfo, Status, Value
from ragas.schema.result import EvaluationResult

NO_CAUSE = "no cause given"


@dataclass
class Column:
    """A metric's values, statuses and causes, row by row. `causes` names why for each row without a score."""

    info: MetricInfo
    values: list[Value | None] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    causes: dict[int, str] = field(default_factory=dict)

    @property
    def numbers(self) -> list[float]:
        """The values that are numbers."""
        return [value for value in self.values if isinstance(value, (int, float))]

    def number(self, row: int) -> float | None:
        """The value of a row, if it is a number."""
        value = self.values[row]
        return value if isinstance(value, (int, float)) else None


def columns_of(result: EvaluationResult) -> list[Column]:
    """The columns of all metrics, in their order."""
    columns = [Column(info) for info in result.metrics]
    known: dict[str, str] = {}
    for row, cells in enumerate(result.cells):
        for column in columns:
            cell = cells[column.info.name]
            column.values.append(cell.value)
            column.statuses.append(cell.status)
            if cell.status != "scored":
                cause = why(cell) or NO_CAUSE
                column.causes[row] = known.setdefault(cause, cause)  # one copy of each
    return columns


def column_named(columns: Sequence[Column], name: str) -> Column | None:
    """The column of a metric, if there is one."""
    return next((column for column in columns if column.info.name == name), None)


def why(cell: Cell) -> str | None:
    """Why a cell is what it is: its cause where it has no score, else its reason."""
    if cell.status == "scored":
        return None if cell.reason is None else str(cell.reason)
    return ": ".join(filter(None, (cell.error, cell.cause or cell.reason))) or None
