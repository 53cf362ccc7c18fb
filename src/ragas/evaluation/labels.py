"""Labels of people: read from a file and matched with the rows of a dataset."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import isnan
from pathlib import Path
from typing import Any

from ragas.exceptions import InputError
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import iter_rows

LabelValue = bool | float | str

ID, ROW, ANNOTATOR, CHOSEN = "id", "row", "annotator", "chosen"
USUAL = "label"
"""The column of labels where no other is named and none has the name of the metric."""


@dataclass(frozen=True)
class HumanLabels:
    """For each annotator a label and a reason for each row of a dataset, None where there is none."""

    column: str
    annotators: list[str]
    values: list[list[LabelValue | None]]
    reasons: list[list[str | None]]
    hash: str
    unmatched: int = 0
    """Labels of rows that are not in the dataset."""
    chosen: str | None = None
    """How the rows were chosen, where the file says so and it was not by chance."""
    as_written: list[list[LabelValue | None]] = field(default_factory=list)
    """The labels as people wrote them, where `values` are those of a metric that they stand for."""

    @property
    def rows(self) -> list[int]:
        """The rows that the first annotator labelled."""
        return [row for row, value in enumerate(self.values[0]) if value is not None]


@dataclass
class _Column:
    name: str
    values: dict[int, LabelValue] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)


def read_labels(
    source: str | Path | Iterable[Mapping[str, Any]],
    dataset: EvaluationDataset,
    *,
    metric: str = USUAL,
    column: str | None = None,
    second: str | None = None,
    annotators: Sequence[str] | None = None,
) -> HumanLabels:
    """The labels in a file, or in rows, for the rows of `dataset`.

    A row says which sample it is about in `id`, else in `row`, counted from 0; rows without either are those of the
    dataset in order, if they are as many. The label stands in `column`, by default the one named after the metric,
    else `label`; its reason beside it in `<column>_reason` or `reason`. A second annotator has a column of their own
    (`second`), or rows of their own, told apart by a column `annotator`; `annotators` says which one or two to take.

    Raises:
        InputError: the file cannot be read, a column is not there, no label is of a row in the dataset, or one is of
            several rows with the same id.
    """
    rows = list(iter_rows(source) if isinstance(source, (str, Path)) else source)
    present = list(dict.fromkeys(name for row in rows for name in row))
    named = column or next((name for name in (metric, USUAL) if name in present), None)
    for wanted in (named, second):
        if wanted not in present and (wanted is not None or named is None):
            raise InputError(
                f"There is no column {wanted or metric!r} of labels. The columns are {', '.join(present)}; "
                "name the one that holds the labels with --column (column=)."
            )
    assert named is not None
    places, unmatched = _places(rows, present, dataset)
    found: dict[str, _Column] = {}
    for row, place in zip(rows, places, strict=True):
        if place is None:
            continue
        for name in (named, second) if second else (named,):
            value = read_value(row.get(name), name, place)
            who = str(row[ANNOTATOR]) if row.get(ANNOTATOR) not in (None, "") else name
            who = f"{who} ({name})" if second and who != name else who
            if value is None:
                if who in found and row.get(ANNOTATOR) not in (None, ""):
                    found[who].values.pop(place, None)  # taken back
                continue
            of = found.setdefault(who, _Column(name))
            if of.values.get(place, value) != value and ANNOTATOR not in present:
                raise InputError(
                    f"Row {place} is labelled {of.values[place]!r} and {value!r} in {name!r}. If two people labelled "
                    f"it, say who in a column {ANNOTATOR!r}."
                )
            of.values[place] = value  # of one person's labels the last one holds
            reason = row.get(f"{name}_reason") or row.get("reason")
            of.reasons.pop(place, None)
            if isinstance(reason, str) and reason.strip():
                of.reasons[place] = reason
    labelled = [(who, of) for who, of in found.items() if of.values]
    found = dict(sorted(labelled, key=lambda one: one[1].name == second))  # the column is the first's
    if not found:
        raise InputError(f"No label in the column {named!r} is of a row in the data.")
    who_all = _two(list(found), annotators)
    values = [[found[who].values.get(row) for row in range(len(dataset))] for who in who_all]
    chosen = {str(row[CHOSEN]) for row in rows if row.get(CHOSEN) not in (None, "", "random")}
    return HumanLabels(
        column=named,
        annotators=who_all,
        values=values,
        reasons=[[found[who].reasons.get(row) for row in range(len(dataset))] for who in who_all],
        hash=labels_hash(values),
        unmatched=unmatched,
        chosen=" and ".join(sorted(chosen)) or None,
    )


def read_value(value: Any, column: str, row: int) -> LabelValue | None:
    """A label as it is meant: text that is a number or a truth value is that.

    Raises:
        InputError: it is a list or an object.
    """
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        try:
            value = float(text)
        except ValueError:
            return text or None
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return None if isnan(value) else float(value)
    raise InputError(
        f"Row {row}, {column}: {value!r:.80} is no label, which is a word, a number, true or false."
    )


def labels_hash(values: Sequence[Sequence[LabelValue | None]]) -> str:
    """The first 12 hex digits of the hash of labels with their rows."""
    text = json.dumps([[[row, one] for row, one in enumerate(of) if one is not None] for of in values])
    return sha256(text.encode()).hexdigest()[:12]


def _places(
    rows: Sequence[Mapping[str, Any]], present: Sequence[str], dataset: EvaluationDataset
) -> tuple[list[int | None], int]:
    """Which row of the dataset each row of labels is about, and how many are about none."""
    by_id = {
        str(sample.extra[ID]): row for row, sample in enumerate(dataset) if sample.extra.get(ID) is not None
    }
    places: list[int | None] = []
    if ID in present and by_id:
        times = Counter(str(sample.extra[ID]) for sample in dataset if sample.extra.get(ID) is not None)
        shared = next((one for row in rows if times[one := _plain(row.get(ID))] > 1), None)
        if shared is not None:
            raise InputError(
                f"{times[shared]} rows of the data have the id {shared!r}: which of them is labelled is ambiguous. Say "
                "it in a column 'row' instead of 'id', with the number of the row, counted from 0."
            )
        places = [by_id.get(_plain(row.get(ID))) for row in rows]
    elif ROW in present:
        for row in rows:
            number = _plain(row.get(ROW))
            places.append(int(number) if number.isdecimal() and int(number) < len(dataset) else None)
    elif len(rows) == len(dataset):
        places = list(range(len(rows)))
    else:
        raise InputError(
            "Nothing tells which label is of which row: labels need a column 'id' that the data has too, or a column "
            f"'row' with the number of the row, counted from 0. The columns are {', '.join(present)}."
        )
    return places, sum(place is None for place in places)


def _plain(value: Any) -> str:
    """An id as text: CSV files and data frames make 7 of "7", or 7.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _two(found: list[str], wanted: Sequence[str] | None) -> list[str]:
    if wanted:
        if missing := [who for who in wanted if who not in found]:
            raise InputError(
                f"{' and '.join(missing)} labelled nothing. The annotators are {', '.join(found)}."
            )
        found = list(wanted)
    if len(found) > 2:
        raise InputError(
            f"There are {len(found)} annotators: {', '.join(found)}. Name one or two of them with --annotators."
        )
    return found
