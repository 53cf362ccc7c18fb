"""How a metric of yours is brought near to people's labels, and how near it is."""

from __future__ import annotations

import asyncio
import json
import random
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from math import isnan
from typing import TYPE_CHECKING, Any

from ragas._extras import optional
from ragas.exceptions import InputError
from ragas.metrics.blocks import is_conversation
from ragas.metrics.conversation import transcript
from ragas.metrics.result import MetricResult
from ragas.prompt.others import of_others
from ragas.schema.label_words import meant
from ragas.schema.sameness import sameness
from ragas.stats.agreement import agreement

if TYPE_CHECKING:
    from ragas.metrics.llm_metric import LLMMetric

Row = dict[str, Any]
USUAL = "label"
"""The column of labels where none has the name of the metric."""


def label_column(name: str, columns: Sequence[str], rows: Sequence[Row]) -> str:
    """The column the labels stand in: the one with the metric's name, else `label`, if the metric does not read that.

    Raises:
        InputError: there is neither, or no row has a label there; says which columns there are.
    """
    present = list(dict.fromkeys(column for row in rows for column in row))
    looked_for = [name, *([USUAL] if USUAL not in columns else [])]
    found = next((column for column in looked_for if column in present), None)
    if found is None:
        raise InputError(
            f"No row has a label: it is expected in the column {' or '.join(map(repr, looked_for))}. "
            f"The columns are: {', '.join(map(str, present)) or 'none'}."
        )
    if all(row.get(found) is None for row in rows):
        raise InputError(f"No row has a label: the column {found!r} is empty in all {len(rows)} rows.")
    return found


def examples(name: str, columns: Sequence[str], dataset: Any) -> Iterator[tuple[Row, Row]]:
    """Each labelled row as an example: the columns, and the label with its reason where there is one.

    Raises:
        InputError: no row has a label.
    """
    rows = rows_of(dataset)
    labels = label_column(name, columns, rows)
    for row in rows:
        if row.get(labels) is None:
            continue
        given = {
            column: transcript(name, value) if is_conversation(value) else value
            for column in columns
            if (value := row.get(column)) is not None
        }
        wanted = {name: row[labels]}
        for reason in (f"{name}_reason", f"{labels}_reason"):
            if row.get(reason) is not None:
                wanted[f"{name}_reason"] = row[reason]
                break
        yield given, wanted


async def compare(metric: LLMMetric, llm: Any, dataset: Any, mapping: Mapping[str, str]) -> dict[str, Any]:
    """Score labelled rows and compare the values with the labels; no row is shown itself as an example, nor an equal one.

    Raises:
        InputError: no row has a label.
    """
    rows = rows_of(dataset)
    names = metric.get_variables()
    labels = label_column(metric.name, names, rows)
    asked = [{name: row.get(mapping.get(name, name)) for name in names} for row in rows]
    apart = copy(metric)
    apart.prompt = of_others(metric.prompt)
    results = await asyncio.gather(
        *(apart.ascore(llm=llm, **columns) for columns in asked), return_exceptions=True
    )
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, Exception):
            raise result
    failures = [result for result in results if isinstance(result, Exception)]
    if len(failures) == len(rows):
        raise failures[0]
    if failures:
        warnings.warn(f"{len(failures)} of {len(rows)} rows failed, the first: {failures[0]}", stacklevel=2)
    values = [result.value if isinstance(result, MetricResult) else None for result in results]
    pairs = [
        (read_label(metric, row[labels]), value)
        for row, value in zip(rows, values, strict=True)
        if row.get(labels) is not None and value is not None
    ]
    gold, found = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    pandas = optional("pandas", extra="pandas", purpose="The table of compared rows")
    frame = pandas.DataFrame(rows)
    frame[f"{metric.name}_pred"] = values
    return {
        "correlation": metric.get_correlation(gold, found),
        "agreement_rate": agreement(gold, found),
        "df": frame,
    }


def split(dataset: Any, test_size: float, random_state: int, columns: Sequence[str] = ()) -> tuple[Any, Any]:
    """The rows in two parts, the second one `test_size` of them, shuffled the same way for the same `random_state`.

    Rows that read the same in `columns` are in the same part, so that none is compared with what it taught.

    Raises:
        ValueError: one part would be empty.
    """
    rows = rows_of(dataset)
    random.Random(random_state).shuffle(rows)
    together: defaultdict[str, list[Row]] = defaultdict(list)
    for number, row in enumerate(rows):
        together[sameness([row.get(column) for column in columns] or number)].append(row)
    test: list[Row] = []
    train: list[Row] = []
    for group in together.values():
        fits = len(test) + len(group) <= round(len(rows) * test_size)
        (test if fits else train).extend(group)
    if not test or not train:
        raise ValueError(
            f"{len(rows)} rows, {len(together)} of them different, cannot be split with test_size={test_size!r}: a part "
            "would be empty"
        )
    return train, test


def rows_of(dataset: Any) -> list[Row]:
    """The rows of a table of any kind as dicts."""
    if hasattr(dataset, "to_dict") and hasattr(dataset, "iterrows"):
        return [_without_nan(row) for row in dataset.to_dict(orient="records")]
    return [_row(one) for one in dataset]


def _without_nan(row: Row) -> Row:
    """A row of a data frame, where NaN stands for nothing."""
    return {key: None if isinstance(value, float) and isnan(value) else value for key, value in row.items()}


def _row(one: Any) -> Row:
    if isinstance(one, Mapping):
        return dict(one)
    extra = getattr(one, "extra", None)
    return {**(extra if isinstance(extra, dict) else {}), **one.model_dump()}


def read_label(metric: LLMMetric, label: Any) -> Any:
    """A label as the metric would give it; tables of text hold numbers and lists as text."""
    if isinstance(label, str) and not isinstance(metric.allowed_values, list):
        try:
            label = json.loads(label)
        except ValueError:
            return label
    if isinstance(metric.allowed_values, list) and (clear := meant(label, metric.allowed_values)) is not None:
        return clear
    return metric.validator.read(label, metric.allowed_values)
