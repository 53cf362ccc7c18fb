"""What the page says of single rows: a line in the table, and everything on the page of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragas.report.page.columns import Column, column_named, why
from ragas.report.page.evidence import call_text, sections
from ragas.report.page.places import Texts
from ragas.report.page.standing import Standing
from ragas.schema.cells import Cell
from ragas.schema.messages import AIMessage
from ragas.schema.result import EvaluationResult
from ragas.schema.rows import Sample
from ragas.schema.samples import MultiTurnSample
from ragas.schema.saved import plain

TITLE, REASON = 160, 240
"""How many characters of the question and of a reason stand in the table."""

LETTERS = {"scored": "s", "failed": "f", "not_applicable": "n", "skipped": "k"}


@dataclass(frozen=True)
class Earlier:
    """The result that this one is compared with. `rows` names the earlier row of each row that has one."""

    result: EvaluationResult
    columns: Sequence[Column]
    rows: Mapping[int, int]

    def cells(self, row: int) -> Mapping[str, Cell]:
        """The cells that a row had."""
        return self.result.cells[self.rows[row]] if row in self.rows else {}

    def values(self, name: str, n: int) -> list[Any] | None:
        """The scores that the rows had of a metric, None where there was none."""
        column = column_named(self.columns, name)
        if column is None:
            return None
        rows = (self.rows.get(row) for row in range(n))
        return [None if row is None else plain(column.values[row]) for row in rows]


@dataclass
class Lines:
    """What the table says of each row besides its scores, noted while the rows are written."""

    titles: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)


def title_of(sample: Sample) -> str:
    """What a row is called: the beginning of its question, or of what the person says first."""
    if isinstance(sample, MultiTurnSample):
        said = [one.content for one in sample.user_input if one.type == "human"] or [""]
        text: str = said[0]
    else:
        text = sample.user_input or sample.response or sample.reference or ""
    return cut(text, TITLE)


def cut(text: str, length: int) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text[: 2 * length].split())
    return line if len(line) <= length and len(text) <= 2 * length else f"{line[:length].rstrip()}…"


def table(
    columns: Sequence[Column],
    found: Sequence[Standing],
    order: Sequence[int],
    lines: Lines,
    earlier: Earlier | None,
) -> dict[str, Any]:
    """The columns of the table of rows, by name; `order` has the worst rows first."""
    causes: dict[str, int] = {}
    metrics = []
    for column in columns:
        metric: dict[str, Any] = {
            "values": plain(column.values),
            "status": "".join(LETTERS[status] for status in column.statuses),
            "causes": {
                str(row): causes.setdefault(cause, len(causes)) for row, cause in column.causes.items()
            },
        }
        if earlier is not None:
            metric["before"] = earlier.values(column.info.name, len(column.values))
        metrics.append(metric)
    number = {column.info.name: index for index, column in enumerate(columns)}
    return {
        "titles": lines.titles,
        "metrics": metrics,
        "causes": list(causes),
        "order": list(order),
        "lowest": [-1 if one.metric is None else number[one.metric] for one in found],
        "why": lines.why,
    }


def details(
    result: EvaluationResult, found: Sequence[Standing], lines: Lines, earlier: Earlier | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Everything about each row, in the order of the rows. What the table needs of them is added to `lines`."""
    for standing, sample, cells in zip(found, result.dataset.samples, result.cells, strict=True):
        row, lowest = standing.row, standing.metric
        lines.titles.append(title_of(sample))
        lines.why.append("" if lowest is None else cut(why(cells[lowest]) or "", REASON))
        texts = texts_of(sample)
        before = {} if earlier is None else earlier.cells(row)
        yield (
            row,
            _without_none(
                {
                    "texts": {name: list(parts) for name, parts in texts.items()},
                    "messages": _messages(sample),
                    "facts": _facts(sample),
                    "cells": [_cell(cells[name], texts, before.get(name)) for name in result.metric_names],
                }
            ),
        )


def texts_of(sample: Sample) -> Texts:
    """The texts that evidence can stand in, and the reference contexts beside them."""
    found: dict[str, list[str]] = {}
    if not isinstance(sample, MultiTurnSample):
        found["question"] = [sample.user_input] if sample.user_input is not None else []
        found["response"] = [sample.response] if sample.response is not None else []
        found["contexts"] = list(sample.retrieved_contexts or ())
        found["reference_contexts"] = list(sample.reference_contexts or ())
    found["reference"] = [sample.reference] if sample.reference is not None else []
    return {name: parts for name, parts in found.items() if parts}


def _messages(sample: Sample) -> list[dict[str, Any]] | None:
    if not isinstance(sample, MultiTurnSample):
        return None
    return [
        _without_none(
            {
                "type": one.type,
                "text": one.content,
                "calls": [call_text(call.model_dump()) for call in one.tool_calls or ()]
                if isinstance(one, AIMessage)
                else None,
            }
        )
        for one in sample.user_input
    ]


def _facts(sample: Sample) -> list[list[str]]:
    """The other columns, as text."""
    shown = {"user_input", "response", "reference", "retrieved_contexts", "reference_contexts"}
    columns = {name: value for name, value in sample.to_dict().items() if name not in shown}
    if isinstance(sample, MultiTurnSample) and sample.reference_tool_calls:
        columns["reference_tool_calls"] = "\n".join(
            call_text(call.model_dump()) for call in sample.reference_tool_calls
        )
    return [
        [name, _column_text(value)] for name, value in (columns | sample.extra).items() if value is not None
    ]


def _column_text(value: Any) -> str:
    value = plain(value)
    if isinstance(value, dict):
        return "\n".join(f"{key}: {one}" for key, one in value.items())
    if isinstance(value, list):
        return "\n".join(map(str, value))
    return str(value)


def _cell(cell: Cell, texts: Texts, before: Cell | None) -> dict[str, Any]:
    said = why(cell)
    found: dict[str, Any] = {
        "value": plain(cell.value),
        "status": cell.status,
        "why": said,
        "seconds": cell.seconds,
        "usage": plain(cell.usage),
        "sections": sections(cell.traces, texts) or None,
    }
    if before is not None:
        found["before"] = _without_none(
            {"value": plain(before.value), "status": before.status, "why": why(before)}
        )
    return _without_none(found)


def _without_none(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None and value != []}
