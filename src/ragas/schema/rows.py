"""From rows (dicts of columns) to samples, with errors that name row, column and value."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

from pydantic import ValidationError

from ragas.exceptions import InputError
from ragas.schema.columns import KNOWN, renamed, unknown_columns
from ragas.schema.complaints import shown
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

Sample = SingleTurnSample | MultiTurnSample


def _outside() -> int:
    """The `stacklevel` for the caller of this function that stands for the first frame outside the package; 0: none."""
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None:
        if not str(frame.f_globals.get("__name__")).startswith("ragas."):
            return level
        frame, level = frame.f_back, level + 1
    return 0


def numbered(rows: Iterable[Any], source: str = "") -> Iterator[tuple[str, Any]]:
    """Each row with the words that name its place."""
    for index, row in enumerate(rows):
        yield f"row {index}{f' ({source})' if source else ''}", row


APPLICATION_ERROR = "_error"
"""The column that says why an application gave nothing for a row. Whatever else the row holds is what went in."""

NOT_RUN = "not run yet"
"""Stands in that column where the application has not been run on the row."""

RUN_MARKS = frozenset({"_row", "_arguments", "_code"})
"""The columns in which a stored experiment keeps what its run needs to go on."""

LABELS = frozenset({"id", "synthesizer_name", "kind", "documents", "evidence", APPLICATION_ERROR}) | RUN_MARKS
"""Columns that name a row and are kept as extra data without a word: nobody expects a metric to read them."""


class RowReader:
    """Makes samples of rows and remembers the columns it does not know.

    All rows must be of one kind: the first decides whether they are questions or conversations.
    """

    def __init__(self) -> None:
        self.kind: type[Sample] | None = None
        self.unknown: dict[str, None] = {}
        self._names: dict[tuple[Any, ...], dict[str, str]] = {}
        self._any_known = False

    def read(self, place: str, row: Any) -> Sample:
        """The sample that `row` describes.

        Raises:
            InputError: the row is not a sample; the message starts with `place`.
        """
        if not isinstance(row, Mapping):
            raise InputError(f"{place} is {shown(row)}, not a dict of columns.")
        names = self._current_names(place, row)
        values = {given: present(value) for given, value in row.items()}
        kind = self._kind(
            place, next((values[g] for g, current in names.items() if current == "user_input"), None)
        )
        known: dict[str, Any] = {}
        extra: dict[str, Any] = {}
        for given, current in names.items():
            value = values[given]
            if current not in kind.columns:
                self.unknown[given] = None
                if value is not None:
                    extra[given] = value
                continue
            self._any_known = True
            if value is not None:
                known[current] = _only_one(place, given, value) if given == "ground_truths" else value
        try:
            sample = kind.model_validate(known)
        except ValidationError as error:
            back = {current: given for given, current in names.items()}
            raise InputError(f"{place}, {told(error, back)}") from None
        if extra:
            sample.extra = extra
        return sample

    def finish(self, stacklevel: int) -> None:
        """Report the columns nobody knows, once, where this package was called.

        `stacklevel`, as of `warnings.warn` and counted from the caller, holds where that is in no thread's stack.

        Raises:
            InputError: not one column of any row is known.
        """
        if not self.unknown:
            return
        kind = self.kind or SingleTurnSample
        if not self._any_known:
            raise InputError(
                f"none of the columns is known. Found {unknown_columns(self.unknown, kind.columns)}. "
                f"Known are {', '.join(kind.model_fields)}."
            )
        reported = [name for name in self.unknown if name not in LABELS]
        if not reported:
            return
        warnings.warn(
            f"{unknown_columns(reported, kind.columns)}. Kept as extra data; no built-in metric reads it.",
            UserWarning,
            stacklevel=_outside() or stacklevel + 1,
        )

    def _current_names(self, place: str, row: Mapping[str, Any]) -> dict[str, str]:
        key = tuple(row)
        names = self._names.get(key)
        if names is None:
            try:
                names = self._names[key] = renamed(row, KNOWN)
            except InputError as error:
                raise InputError(f"{place}: {error}") from None
        return names

    def _kind(self, place: str, user_input: Any) -> type[Sample]:
        kind = MultiTurnSample if isinstance(user_input, (list, tuple)) else SingleTurnSample
        if self.kind is None:
            self.kind = kind
        elif kind is not self.kind:
            raise InputError(
                f"{place} is {described(kind)}, the rows before it are {described(self.kind)}: "
                f"its user_input is {shown(user_input)}. Evaluate the two kinds as two datasets."
            )
        return kind


def present(value: Any) -> Any:
    """`value` with arrays as lists, or None when it stands for a missing one (None, NaN, pandas' NA and NaT)."""
    if type(value) is str:
        return value
    if value is None or (isinstance(value, float) and value != value):
        return None
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, (list, tuple, dict)) or hasattr(value, "tolist"):
        value = _without_arrays(value)
        return None if isinstance(value, float) and value != value else value
    return value


def _without_arrays(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return [_without_arrays(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_arrays(item) for key, item in value.items()}
    if hasattr(value, "tolist"):  # numpy arrays and scalars, wherever they come from
        return _without_arrays(value.tolist())
    return value


def _only_one(place: str, column: str, value: Any) -> Any:
    """The reference in a list of one, as early versions kept it."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InputError(
            f"{place}, column {column!r}: {shown(value)} stands where a list of one text belongs."
        )
    if len(value) > 1:
        raise InputError(
            f"{place}, column {column!r} holds {len(value)} references: {shown(value)}. "
            "A sample has one; keep one, or make a row of each."
        )
    return value[0] if value else None


def described(kind: type[Sample]) -> str:
    return "a conversation (MultiTurnSample)" if kind is MultiTurnSample else "single-turn (SingleTurnSample)"


def told(error: ValidationError, given: Mapping[str, str] | None = None) -> str:
    """The first complaint of a sample; `given` has the names that columns have in the row."""
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return first["msg"]
    column, *inside = (str(part) for part in first["loc"])
    path = [f", item {part}" if part.isdigit() else f", {part!r}" for part in inside]
    where = f"column {(given or {}).get(column, column)!r}{''.join(path)}"
    return f"{where}{' ' if first['type'] == 'missing' else ': '}{first['msg']}"
