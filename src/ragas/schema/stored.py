"""A run as it lies on disk: its samples and cells read from the journal when they are asked for."""

from __future__ import annotations

import json
from abc import abstractmethod
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from ragas._journal import FILE_NAME as JOURNAL
from ragas._journal import entry, marks
from ragas.exceptions import InputError
from ragas.schema.cells import Cell
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import read_text
from ragas.schema.rows import Sample
from ragas.schema.saved import cell_of, metric_of, sample_of

MANIFEST = "manifest.json"
FORMAT = "ragas run"
VERSION = 1
UNFINISHED = "The run broke off before this cell was scored. Resume it to have it scored."

T = TypeVar("T")


class Index:
    """Where in a journal each row's sample and each cell stand: eight bytes a place."""

    def __init__(self, metrics: Sequence[str]) -> None:
        self.samples = array("q")
        self.cells = {metric: array("q") for metric in metrics}
        self.failed: set[tuple[int, str]] = set()

    @classmethod
    def of(cls, journal: Path, metrics: Sequence[str]) -> Index:
        """The index of a journal; where two lines speak of the same place, the later one counts."""
        index = cls(metrics)
        for mark in marks(journal):
            if mark.row is None:
                continue
            if mark.kind == "sample":
                place(index.samples, mark.row, mark.offset)
            elif mark.kind == "cell" and mark.metric in index.cells:
                index.add(mark.row, mark.metric, mark.offset, mark.status or "")
        return index

    def add(self, row: int, metric: str, offset: int, status: str) -> None:
        """Note where a cell stands and whether it failed."""
        place(self.cells[metric], row, offset)
        (self.failed.add if status == "failed" else self.failed.discard)((row, metric))

    def count(self, metric: str) -> int:
        """How many rows a metric has a cell of."""
        offsets = self.cells[metric]
        return len(offsets) - offsets.count(-1)

    def __len__(self) -> int:
        return len(self.samples)


def place(offsets: array[int], row: int, offset: int) -> None:
    """Note where a row stands; rows come in any order."""
    if row >= len(offsets):
        offsets.extend([-1] * (row + 1 - len(offsets)))
    offsets[row] = offset


def placed(offsets: array[int], row: int) -> int:
    """Where a row stands, -1 if nowhere."""
    return offsets[row] if 0 <= row < len(offsets) else -1


class Stored(Sequence[T], Generic[T]):
    """Rows that are read from the journal each time they are asked for. They were checked when they were written."""

    read_when_asked = True

    def __init__(self, journal: Path, index: Index) -> None:
        self._journal = journal
        self._index = index

    def __len__(self) -> int:
        return len(self._index)

    @overload
    def __getitem__(self, row: int) -> T: ...
    @overload
    def __getitem__(self, row: slice) -> list[T]: ...
    def __getitem__(self, row: int | slice) -> T | list[T]:
        rows = range(len(self))[row]
        with open(self._journal, "rb") as file:
            return (
                self._read(file, rows) if isinstance(rows, int) else [self._read(file, one) for one in rows]
            )

    def __iter__(self) -> Iterator[T]:
        with open(self._journal, "rb") as file:
            for row in range(len(self)):
                yield self._read(file, row)

    @abstractmethod
    def _read(self, file: Any, row: int) -> T:
        """A row, from the open journal."""


class StoredSamples(Stored[Sample]):
    """The samples of a run."""

    def __init__(self, journal: Path, index: Index, multi_turn: bool) -> None:
        super().__init__(journal, index)
        self._multi_turn = multi_turn

    def _read(self, file: Any, row: int) -> Sample:
        offset = self._index.samples[row]
        if offset < 0:
            raise InputError(f"the journal {str(self._journal)!r} lacks the sample of row {row}")
        line = entry(file, offset)
        return sample_of(line["sample"], line.get("extra"), row, self._multi_turn)


class StoredCells(Stored[dict[str, Cell]]):
    """The cells of a run, a dict for each row; a cell that was not reached is `skipped`."""

    def __init__(self, journal: Path, index: Index, metrics: Sequence[str] | None = None) -> None:
        super().__init__(journal, index)
        self._metrics = list(index.cells) if metrics is None else metrics

    def one(self, row: int, metric: str) -> Cell:
        """One cell, without reading the others."""
        with open(self._journal, "rb") as file:
            return self._cell(file, row, metric)

    def _read(self, file: Any, row: int) -> dict[str, Cell]:
        return {metric: self._cell(file, row, metric) for metric in self._metrics}

    def _cell(self, file: Any, row: int, metric: str) -> Cell:
        offset = placed(self._index.cells[metric], row)
        if offset < 0:
            return Cell(None, "skipped", cause=UNFINISHED)
        return cell_of(entry(file, offset)["cell"], f"row {row}, {metric}")


IN_MEMORY = 32_000_000
"""Journals up to this many bytes are read into memory at once; larger ones row by row, as they are asked for."""


def read_run(folder: Path) -> dict[str, Any]:
    """The parts of a result that a run left in its folder, finished or not.

    Raises:
        InputError: it is damaged; says what is wrong.
    """
    manifest = read_manifest(folder)
    journal = folder / JOURNAL
    try:
        metrics = [metric_of(info) for info in manifest["metrics"]]
        index = Index.of(journal, [info.name for info in metrics])
        _check_whole(manifest, index, journal)
        samples = StoredSamples(journal, index, bool(manifest.get("multi_turn")))
        cells = StoredCells(journal, index)
        small = journal.stat().st_size <= IN_MEMORY
        return {
            "dataset": EvaluationDataset(list(samples) if small else samples, name=manifest.get("dataset")),  # type: ignore[arg-type]
            "cells": list(cells) if small else cells,
            "metrics": metrics,
            "usage": manifest.get("usage"),
            "run": run_facts(manifest, folder),
        }
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{str(folder)!r} is the folder of a damaged run: {error!r}") from None


def _check_whole(manifest: Mapping[str, Any], index: Index, journal: Path) -> None:
    """Refuse a journal that has less in it than the run wrote.

    Raises:
        InputError: says how much is missing.
    """
    cells = sum(index.count(metric) for metric in index.cells)
    for what, wrote, has in (
        ("rows", manifest.get("rows"), len(index)),
        ("cells", manifest.get("cells"), cells),
    ):
        if isinstance(wrote, int) and has < wrote:
            raise InputError(
                f"{str(journal)!r} is damaged: the run wrote {wrote} {what}, and {has} are left. "
                "Run it again under its name to have the others scored."
            )


def run_facts(manifest: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What a result says of its run."""
    return {
        "id": manifest.get("id"),
        "name": manifest.get("name"),
        "version": manifest.get("ragas"),
        "started": manifest.get("started"),
        "seconds": manifest.get("seconds"),
        "state": manifest.get("state"),
        "folder": str(folder),
    }


def is_run(folder: Path) -> bool:
    """Whether a folder holds a run."""
    return (folder / MANIFEST).is_file() and (folder / JOURNAL).is_file()


def read_manifest(folder: Path) -> dict[str, Any]:
    """What a run says of itself.

    Raises:
        InputError: the file cannot be read, or is no manifest.
    """
    path = folder / MANIFEST
    try:
        content = json.loads(read_text(path))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{str(path)!r} is damaged: not valid JSON ({error}).") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{str(path)!r} is not the manifest of a run.")
    if not isinstance(content.get("version"), int) or content["version"] > VERSION:
        raise InputError(
            f"{str(path)!r} was written by a newer version of Ragas. Update with: pip install -U ragas"
        )
    return content
