"""Which rows of two datasets are the same, and which rows of one belong together."""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from pydantic import BaseModel

from ragas.exceptions import InputError
from ragas.schema.dataset import EvaluationDataset

ID = "id"
QUESTION = ("user_input", "reference")
NAME_IT = "Name the column that pairs them with --on (in Python, on=)."


class Pairs(NamedTuple):
    """The rows of two datasets that belong together, in the order of the second, and how that was found.

    `sharing` counts the rows that have the same key as another row of their dataset, of the dataset with more of them.
    """

    rows: list[tuple[int, int]]
    only_a: list[int]
    only_b: list[int]
    paired_by: str
    sharing: int = 0

    @property
    def remark(self) -> str:
        """What to know of rows that cannot be told apart; empty if there are none."""
        if not self.sharing:
            return ""
        return f"{self.sharing:,} rows share a key; they are paired in their order"


def pair_rows(a: EvaluationDataset, b: EvaluationDataset, on: str | None = None) -> Pairs:
    """Pair the rows of a with those of b by a column, duplicates in their order. An id 1 is the same as "1".

    Without `on` the column is `id` where every row has one, else user_input with reference; without these, and with
    as many rows on both sides, the place of the row.

    Raises:
        InputError: the column is in neither or only one of them, nothing tells which rows belong together, or no row
            of the one is in the other.
    """
    found = _columns_of_both(a, b, on)
    if found is None:
        if len(a) != len(b):
            raise InputError(
                f"nothing tells which of {len(a)} rows and which of {len(b)} are the same. {NAME_IT}"
            )
        return Pairs([(row, row) for row in range(len(a))], [], [], "position")
    first, second, name = found
    waiting: defaultdict[bytes, deque[int]] = defaultdict(deque)
    alone_a = [row for row, key in enumerate(first) if key is None]
    for row, key in enumerate(first):
        if key is not None:
            waiting[key].append(row)
    rows, only_b = [], []
    for row, key in enumerate(second):
        if key is not None and waiting.get(key):
            rows.append((waiting[key].popleft(), row))
        else:
            only_b.append(row)
    if not rows:
        raise InputError(f"no row of the one is in the other by {name}. {NAME_IT}")
    only_a = sorted([*alone_a, *(row for left in waiting.values() for row in left)])
    return Pairs(rows, only_a, only_b, name, max(_sharing(first), _sharing(second)))


def _sharing(keys: Sequence[bytes | None]) -> int:
    """How many rows have the key of another row."""
    return sum(count for key, count in Counter(keys).items() if key is not None and count > 1)


def cluster_labels(dataset: EvaluationDataset, by: str) -> list[Hashable]:
    """For each row what it shares with the rows of its cluster; a row without a value is a cluster of its own.

    Raises:
        InputError: no row has a value in that column.
    """
    keys = list(_keys(dataset, (by,)))
    if keys and not any(keys):
        raise InputError(f"rows cannot be grouped by {by!r}: no row has a value there. {_columns(dataset)}")
    return [row if key is None else key for row, key in enumerate(keys)]


def _columns_of_both(
    a: EvaluationDataset, b: EvaluationDataset, on: str | None
) -> tuple[list[bytes | None], list[bytes | None], str] | None:
    """The keys of all rows and what they are made of; None if not every row has one."""
    if on:
        first, second = list(_keys(a, (on,))), list(_keys(b, (on,)))
        for keys, dataset, which in ((first, a, "the first"), (second, b, "the second")):
            if not any(keys):
                raise InputError(
                    f"rows cannot be paired by {on!r}: no row of {which} has a value there. {_columns(dataset)}"
                )
        return first, second, on
    for columns in ((ID,), QUESTION):
        first, second = list(_keys(a, columns)), list(_keys(b, columns))
        if first and second and all(first) and all(second):
            return first, second, " and ".join(columns)
    return None


def _keys(dataset: EvaluationDataset, columns: tuple[str, ...]) -> Iterator[bytes | None]:
    """A short key of each row's values; None where the first column has none."""
    for sample in dataset:
        values = [_text(_value(sample, column)) for column in columns]
        text = json.dumps(values, default=_plain, sort_keys=True)
        yield None if values[0] is None else blake2b(text.encode(), digest_size=16).digest()


def _value(sample: Any, column: str) -> Any:
    value = getattr(sample, column, None) if column in type(sample).model_fields else None
    return sample.extra.get(column) if value is None else value


def _text(value: Any) -> Any:
    """A number as text, which is what a CSV file holds of it; a data frame makes 1.0 of an id where some row has none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, (bool, int, float)) else value


def _plain(value: Any) -> Any:
    return value.model_dump() if isinstance(value, BaseModel) else str(value)


def _columns(dataset: EvaluationDataset) -> str:
    return f"The columns are {', '.join([*dataset.features(), *dataset.extra_columns])}."
