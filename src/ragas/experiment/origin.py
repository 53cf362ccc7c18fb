"""What a run was made from: whether one that is stored is one of these rows, arguments and code."""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ragas.backends.base import BaseBackend
from ragas.backends.values import plain, plain_row
from ragas.exceptions import InputError
from ragas.experiment.calls import as_inputs, nameless

ADVICE = "Give the run another name, or replace it (overwrite=True)."

_log = logging.getLogger("ragas.experiment")


class Origin(NamedTuple):
    """What tells the row of the dataset that each row was made from, and the code; empty where it is not known."""

    keys: Sequence[str] = ()
    code: str = ""


def keep_origin(backend: BaseBackend, name: str, stored: Sequence[Mapping[str, Any]], origin: Origin) -> None:
    """Keep it beside the rows that are stored. Where that fails, going on compares the columns that are there."""
    try:
        backend.save_origin(name, {"of": _digest(stored), "keys": list(origin.keys), "code": origin.code})
    except Exception as error:  # noqa: BLE001  whatever the backend raises: the results are saved
        _log.warning("What the rows of %r were made from could not be kept: %s", name, error)


def origin_of(backend: BaseBackend, name: str, stored: Sequence[Mapping[str, Any]]) -> Origin:
    """What was kept of these very rows; of rows that were changed since, nothing is known."""
    try:
        kept = backend.load_origin(name) or {}
        if kept.get("of") == _digest(stored) and len(kept["keys"]) == len(stored):
            return Origin([str(key) for key in kept["keys"]], str(kept["code"] or ""))
    except Exception as error:  # noqa: BLE001  a damaged file is no more than none
        _log.warning("What the rows of %r were made from cannot be read: %s", name, error)
    return Origin()


def check_arguments(name: str, stored: str, arguments: Mapping[str, str]) -> None:
    """Refuse to add to rows of other arguments, or to read them back.

    Raises:
        InputError: names those that differ.
    """
    kept = dict(part.rsplit(":", 1) for part in stored.split())
    if other := sorted(one for one in {*kept, *arguments} if kept.get(one) != arguments.get(one)):
        raise InputError(
            f"the stored experiment {name!r} was run with other arguments: {', '.join(other)} differ"
            f"{'s' * (len(other) == 1)}. {ADVICE}"
        )


def warn_of_other_code(name: str, stored: str, code: str | None, done: int) -> None:
    """Say how many rows are there of a function that was another one."""
    if stored and code and stored != code:
        warnings.warn(
            f"the code of the function has changed since {done} of the rows of experiment {name!r} were run. They "
            "stay as they are; overwrite=True runs them again.",
            UserWarning,
            stacklevel=2,
        )


def check_rows(
    name: str,
    rows: Sequence[Any],
    keys: Sequence[str],
    stored: Sequence[Mapping[str, Any]],
    origin: Origin,
) -> None:
    """Refuse a finished run that is one of other rows.

    A row is the dataset's if its key is, or if it kept all that is in it. Without keys, no column may differ that both
    have.

    Raises:
        InputError: names the first row that is another one.
    """
    for index, row in enumerate(stored):
        if origin.keys and origin.keys[index] == keys[index]:
            continue
        inputs = plain(as_inputs(rows[index]), nameless)
        kept = plain(
            {column: value for column, value in row.items() if value is not None and column in inputs},
            nameless,
        )
        # as text, too: a data model may have made a number of a text, and NaN is not equal to itself
        differ = [
            column
            for column, value in sorted(kept.items())
            if value != inputs[column] and str(value) != str(inputs[column])
        ]
        place = f"row {index} of the stored experiment {name!r} is not one of row {index} of this dataset"
        if differ:
            why = (
                ""
                if origin.keys
                else " Of this run only what it kept of its rows is known, so a function that changes these columns "
                "cannot be gone on with either."
            )
            raise InputError(f"{place}: {differ} differ.{why} {ADVICE}")
        if origin.keys and any(value is not None and column not in kept for column, value in inputs.items()):
            raise InputError(f"{place}: it was made from another one. {ADVICE}")


def _digest(stored: Sequence[Mapping[str, Any]]) -> str:
    """What tells the rows, however they are kept: a missing column is an empty one, and 1.0 is 1."""
    rows = [
        {
            column: _told(value)
            for column, value in plain_row(row, other=nameless).items()
            if value is not None
        }
        for row in stored
    ]
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def _told(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value
