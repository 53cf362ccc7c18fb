"""The folder of a run: what it is a run of, every call and cell as it is finished, and what is left to do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Literal

from ragas._version import version
from ragas.engine.journal import CallRecord, Journal
from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.complaints import shown
from ragas.schema.paths import expanded
from ragas.schema.rows import Sample
from ragas.schema.saved import metric_of, plain, without_none
from ragas.schema.stored import (
    FORMAT,
    MANIFEST,
    VERSION,
    Index,
    StoredCells,
    StoredSamples,
    is_run,
    place,
    placed,
    read_manifest,
)
from ragas.schema.writing import encodable_json, replacing

RUNS = "runs"
"""The folder that runs given by name are in."""

LONGEST_NAME = 150

FIRST_CALL = ("data", "metrics", "columns", "limit", "repeats")
"""What resuming a run takes from its first call; the rest from the latest that said it."""

FIRST_NAMED = ("llm", "embeddings")
"""What it takes from the first call that named one: a metric that is added may be the first to need it."""

State = Literal["running", "finished", "interrupted", "out of budget"]

_TEMPORARY = frozenset({"lock", ".DS_Store"})


class RunFolder:
    """A run's folder, open for writing.

    Raises:
        RunInUseError: another process writes to it.
        ConfigurationError: it holds a run made with other settings, or other files.
        InputError: it cannot be written to, or is damaged.
    """

    def __init__(
        self,
        run: str | Path,
        metrics: Sequence[MetricInfo],
        *,
        multi_turn: bool,
        arguments: Mapping[str, Any],
        dataset: str | None = None,
        rows: int | None = None,
        retry_failed: bool = False,
    ) -> None:
        """`rows`: how many the data has, None if nobody knows yet."""
        self.path = run_path(run)
        self._earlier = earlier = _earlier(self.path)
        self._refused = False
        self.journal = Journal(self.path)
        try:
            known = [] if earlier is None else [metric_of(info) for info in earlier["metrics"]]
            _check_settings(self.path, known, metrics)
            names = [info.name for info in metrics]
            others = [info for info in known if info.name not in names]
            self._all = [*others, *metrics]
            self._names = names
            self.index = Index.of(self.journal.path, [info.name for info in self._all])
            self._multi_turn = multi_turn
            if earlier is not None and bool(earlier.get("multi_turn")) is not multi_turn:
                raise _other_data(self.path, "it holds the other kind of sample")
            self._retried = {one for one in self.index.failed if one[1] in names} if retry_failed else set()
            self.calls = CallRecord(self.journal)
            self.calls.expect(self._unfinished_calls())
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self.manifest: dict[str, Any] = {
                "format": FORMAT,
                "version": VERSION,
                "id": None,
                "name": self.path.name,
                "ragas": version,
                "started": now,
                "seconds": 0.0,
                **(earlier or {}),
                "state": "running",
                "dataset": dataset if earlier is None else earlier.get("dataset", dataset),
                "multi_turn": multi_turn,
                "metrics": [plain(without_none(info)) for info in self._all],
                "arguments": _arguments((earlier or {}).get("arguments", {}), plain(dict(arguments))),
                "wanted": max(filter(None, (rows, (earlier or {}).get("wanted"))), default=None),
            }
            self._write_manifest()
        except BaseException:
            self.journal.close()
            raise

    # -- what is there ------------------------------------------------------------------------------------------

    def finished(self, row: int, metric: str) -> Cell | None:
        """The cell as it was scored before, None if it is to be scored."""
        offset = placed(self.index.cells[metric], row)
        if offset < 0 or (row, metric) in self._retried:
            return None
        return StoredCells(self.journal.path, self.index).one(row, metric)

    def samples(self, rows: int | None = None) -> StoredSamples:
        """The samples written so far, or the first `rows` of them, read when asked for."""
        return StoredSamples(self.journal.path, self._first(rows), self._multi_turn)

    def cells(self, rows: int | None = None) -> StoredCells:
        """The cells of this call's metrics, of all rows or the first of them, read when asked for."""
        return StoredCells(self.journal.path, self._first(rows), self._names)

    def _first(self, rows: int | None) -> Index:
        if rows is None or rows >= len(self.index):
            return self.index
        first = Index([])
        first.samples, first.cells, first.failed = (
            self.index.samples[:rows],
            self.index.cells,
            self.index.failed,
        )
        return first

    # -- what is added ------------------------------------------------------------------------------------------

    def begin(self, row: int, sample: Sample) -> None:
        """Write a row down before it is scored, or check that it is the one scored before.

        Raises:
            ConfigurationError: it is another one.
        """
        values, extra = plain(sample.to_dict()), plain(sample.extra)
        mark = _fingerprint(values, extra)
        offset = placed(self.index.samples, row)
        if offset >= 0:
            if self.journal.at(offset)["hash"] != mark:
                self._refused = True
                raise _other_data(self.path, f"row {row} is not the one that was scored then")
            return
        facts: dict[str, Any] = {"hash": mark, "sample": values}
        if extra:
            facts["extra"] = extra
        place(self.index.samples, row, self.journal.append("sample", row, **facts))

    def keep(self, row: int, metric: str, cell: Cell, booked: Sequence[Any]) -> None:
        """Write a finished cell down, with what its calls took."""
        facts: dict[str, Any] = {"status": cell.status, "cell": plain(without_none(cell))}
        if booked:
            facts["booked"] = booked
        self.index.add(row, metric, self.journal.append("cell", row, metric, **facts), cell.status)

    def close(self, state: State, usage: Mapping[str, Any] | None, id: str, seconds: float) -> None:
        """Write down how the run ended, and give its folder free.

        It is finished only once every row that any call of it was about is, by every metric of it. A call that was
        refused for its data leaves the run as it was.
        """
        if self._refused and self._earlier is not None:
            self.give_up()
            return
        if state == "finished":
            self.manifest["wanted"] = max(self.manifest["wanted"] or 0, len(self.index))
            state = "finished" if self._complete() else "interrupted"
        self.manifest |= {
            "id": self.manifest["id"] or id,
            "state": state,
            "rows": len(self.index),
            "cells": sum(self.index.count(name) for name in self.index.cells),
            "failed": len(self.index.failed),
            "usage": plain(dict(usage)) if usage is not None else None,
            "seconds": round(self.manifest["seconds"] + seconds, 3),
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        self._close()

    def give_up(self) -> None:
        """Give the folder free with nothing done, the run in it left as it was."""
        if self._earlier is None:
            (self.path / MANIFEST).unlink(missing_ok=True)
            self.journal.close()
            return
        self.manifest = {**self._earlier, "state": _ended(self._earlier)}
        self._close()

    # -- inside -------------------------------------------------------------------------------------------------

    def _close(self) -> None:
        try:
            self._write_manifest()
        finally:
            self.journal.close()

    def _complete(self) -> bool:
        rows = self.manifest["wanted"]
        return len(self.index) >= rows and all(self.index.count(name) >= rows for name in self.index.cells)

    def _write_manifest(self) -> None:
        with replacing(self.path / MANIFEST) as file:
            file.write(encodable_json(self.manifest, indent=2) + "\n")

    def _unfinished_calls(self) -> Iterator[int]:
        """The calls of rows in which something is left to do, where it is not to be asked anew.

        Also those of finished cells: others of the row may still want the reply.
        """
        anew = {row for row, _ in self._retried}
        for mark in self.journal.marks():
            if mark.kind != "call" or mark.row in anew:
                continue
            row = mark.row
            if row is None or any(placed(self.index.cells[name], row) < 0 for name in self._names):
                yield mark.offset


def _arguments(first: Mapping[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What the run was begun with, and how it goes on: data and metrics stay those of its first call.

    A metric, the models for it and further rows may be added.
    """
    kept = {name: first[name] for name in FIRST_CALL if name in first}
    kept |= {name: first[name] for name in FIRST_NAMED if first.get(name) is not None}
    added = [name for name in _listed(now) if kept.get("metrics") and name not in _listed(kept)]
    if added:
        kept["metrics"] = ",".join([*_listed(kept), *added])
    if kept.get("limit") and now.get("limit"):
        kept["limit"] = max(kept["limit"], now["limit"])
    return {**first, **now, **kept}


def _listed(arguments: Mapping[str, Any]) -> list[str]:
    return [name.strip() for name in (arguments.get("metrics") or "").split(",") if name.strip()]


def _ended(earlier: Mapping[str, Any] | None) -> Any:
    """The state of a run that is not complete: as it was, unless that was another."""
    state = (earlier or {}).get("state")
    return state if state in ("interrupted", "out of budget", "finished") else "interrupted"


def run_path(run: str | Path) -> Path:
    """The folder of a run: inside `runs` for a name, else the path itself.

    Raises:
        InputError: neither a name nor a path.
    """
    if not str(run).isprintable() or len(Path(run).name) > LONGEST_NAME:
        raise InputError(
            f"{shown(str(run))} is no name for a run: a name is up to {LONGEST_NAME} characters that can be shown."
        )
    path = expanded(run)
    if not str(run).strip() or str(run).strip(".") == "":
        raise InputError(
            f"{str(run)!r} is no name for a run. Give one like 'baseline', or the path of a folder."
        )
    if isinstance(run, str) and not re.search(r"[/\\]", run) and not path.is_absolute():
        return Path(RUNS) / run
    return path


def claimed(data: str) -> Path:
    """A new folder for a run of this data, named after it and the time; no other process gets the same one."""
    stem = re.sub(r"[^\w.-]+", "-", data).strip(".-")[:100] or "run"
    base = Path(RUNS) / f"{stem}-{datetime.now():%Y%m%d-%H%M}"
    for number in count(1):
        path = base if number == 1 else base.with_name(f"{base.name}-{number}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise InputError(
                f"{str(path)!r} cannot be made: {error.strerror or error}. Say --no-keep to keep nothing."
            ) from None
        return path
    raise AssertionError("there is always another number")


def _earlier(path: Path) -> dict[str, Any] | None:
    """The manifest of the run that is there, None if there is none yet.

    Raises:
        ConfigurationError: the folder holds something else.
    """
    if is_run(path):
        return read_manifest(path)
    if path.is_file():
        raise ConfigurationError(f"{str(path)!r} is a file; the folder of a run cannot be made there.")
    others = sorted(one.name for one in path.iterdir()) if path.is_dir() else []
    others = [name for name in others if name not in _TEMPORARY and name != "journal.jsonl"]
    if others:
        raise ConfigurationError(
            f"The folder {str(path)!r} holds other files ({', '.join(others[:3])}) and no run. "
            "Give the run a folder of its own."
        )
    return None


def _check_settings(path: Path, known: Sequence[MetricInfo], now: Sequence[MetricInfo]) -> None:
    """Refuse to go on with a run under other settings.

    Raises:
        ConfigurationError: says what differs.
    """
    current = {info.name: info.signature for info in now}
    differing: list[str] = []
    for info in known:
        if (signature := current.get(info.name)) is None:
            continue
        before, after = info.signature, json.loads(json.dumps(plain(signature)))
        differing += [
            f"{info.name}: {key} was {before.get(key)!r}, is {after.get(key)!r}"
            for key in sorted({*before, *after})
            if before.get(key) != after.get(key)
        ]
    if differing:
        raise ConfigurationError(
            f"The run {str(path)!r} was made with other settings ({'; '.join(differing)}). "
            "Give this run another name, or delete that folder."
        )


def _other_data(path: Path, what: str) -> ConfigurationError:
    return ConfigurationError(
        f"The run {str(path)!r} is one of other data: {what}. "
        "Give this run another name; rows may be added only at the end."
    )


def _fingerprint(values: Any, extra: Any) -> str:
    text = json.dumps([values, extra], sort_keys=True, ensure_ascii=False, default=str)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
