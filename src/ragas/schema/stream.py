"""Samples read while they are scored, so that memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ragas.exceptions import InputError
from ragas.schema.column_maps import renamed_rows, reversed_map
from ragas.schema.complaints import shown
from ragas.schema.files import numbered_rows
from ragas.schema.rows import RowReader, Sample, numbered
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

HEAD = 100
"""How many samples are looked at to tell which columns there are."""


class SampleStream:
    """The samples of a file or an iterable, each made when it is asked for. It can be gone through once.

    Example:
        >>> rows = ({"user_input": f"{n}?", "response": "Yes."} for n in range(1_000_000))
        >>> stream = SampleStream(rows)
        >>> stream.features()
        ['user_input', 'response']
        >>> next(iter(stream)).user_input
        '0?'

    Raises:
        InputError: there is nothing in it, or one of its first rows is not a sample; later ones raise it when they
            are reached.
    """

    def __init__(
        self,
        rows: Iterable[Any],
        *,
        name: str | None = None,
        column_map: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        names = reversed_map(column_map or {})
        self._start(renamed_rows(_placed(rows), names))

    @classmethod
    def of_file(
        cls, path: str | Path, *, limit: int | None = None, column_map: Mapping[str, str] | None = None
    ) -> SampleStream:
        """The samples of a .jsonl, .csv or .parquet file; "-" is JSONL on standard input.

        Raises:
            InputError: the file cannot be read, or lacks a column of the map.
        """
        stream = cls.__new__(cls)
        stream.name = Path(path).stem
        stream._start(numbered_rows(path, reversed_map(column_map or {}), limit))
        return stream

    def _start(self, rows: Iterator[tuple[str, Any]]) -> None:
        self._reader = RowReader()
        self._samples = (self._sample(place, row) for place, row in rows)
        self._head = list(islice(self._samples, HEAD))
        if not self._head:
            raise InputError("The dataset is empty: there is nothing to evaluate.")
        self._reader.finish(stacklevel=4)
        self.whole = len(self._head) < HEAD
        """Whether all of it was looked at already."""
        self._begun = False
        names = type(self._head[0]).model_fields
        self._features = [
            name for name in names if any(getattr(sample, name) is not None for sample in self._head)
        ]
        self._extra = list(dict.fromkeys(name for sample in self._head for name in sample.extra))
        self._multi_turn = isinstance(self._head[0], MultiTurnSample)

    def _sample(self, place: str, row: Any) -> Sample:
        if isinstance(row, (SingleTurnSample, MultiTurnSample)):
            kind = SingleTurnSample if isinstance(row, SingleTurnSample) else MultiTurnSample
            if self._reader.kind not in (None, kind):
                raise InputError(
                    f"{place} is a {kind.__name__}, the samples before it are of another kind. "
                    "Evaluate the two kinds as two datasets."
                )
            self._reader.kind = kind
            return row
        return self._reader.read(place, row)

    def features(self) -> list[str]:
        """The columns that have a value in any of the first samples."""
        return self._features

    @property
    def extra_columns(self) -> list[str]:
        """The other columns of the first samples."""
        return self._extra

    def is_multi_turn(self) -> bool:
        """Whether the samples are conversations."""
        return self._multi_turn

    def __iter__(self) -> Iterator[Sample]:
        if self._begun:
            raise InputError("a stream of samples can be gone through once; make a new one of the same rows.")
        self._begun = True
        head, self._head = self._head, []
        return chain(head, self._samples)


def _placed(rows: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    if isinstance(rows, (str, bytes, Mapping)) or not isinstance(rows, Iterable):
        raise InputError(f"a stream of samples is made of an iterable of rows, not of {shown(rows)}")
    return numbered(rows)
