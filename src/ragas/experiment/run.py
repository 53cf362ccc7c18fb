"""One run of a function over a dataset: what is kept at any moment, going on with what was kept, the end."""

from __future__ import annotations

import hashlib
import json
import logging
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel

from ragas.backends.base import BaseBackend
from ragas.backends.values import plain_row
from ragas.engine.executor import stream
from ragas.engine.ledger import use_cell
from ragas.engine.progress import make_progress
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import InputError
from ragas.experiment.arguments import parts
from ragas.experiment.calls import Rows, as_inputs, as_result, failed, said
from ragas.experiment.notes import Notes
from ragas.experiment.origin import (
    ADVICE,
    Origin,
    check_arguments,
    check_rows,
    keep_origin,
    origin_of,
    warn_of_other_code,
)
from ragas.experiment.results import (
    ARGUMENTS,
    CODE,
    ERROR,
    KEY,
    Experiment,
    check_columns,
    error_of,
    without_marks,
)
from ragas.experiment.table import as_dict
from ragas.experiment.typed_rows import as_model
from ragas.schema.rows import NOT_RUN

SAVE_EVERY = 5.0
"""Seconds between two saves of an unfinished run, at least."""

SAVING_SHARE = 20
"""A save comes no sooner than after this many times the seconds the last one took."""

_log = logging.getLogger("ragas.experiment")


@dataclass(frozen=True)
class Setup:
    """What a run is about."""

    name: str
    backend: BaseBackend
    rows: Sequence[Any]
    function: Callable[[Any], Any]
    """Async; takes a row."""
    model: type[BaseModel] | None = None
    arguments: Mapping[str, str] = field(default_factory=dict)
    """What tells each argument every row is run with: rows run with others are other rows."""
    code: str | None = None
    """What tells the code of the function."""
    config: RunConfig | None = None
    show_progress: bool = True
    raise_exceptions: bool = False

    @property
    def arguments_text(self) -> str:
        """What tells the arguments, as it is stored."""
        return " ".join(f"{name}:{mark}" for name, mark in self.arguments.items())

    def keys(self) -> list[str]:
        """For each row a text that is equal for equal rows run with equal arguments."""
        return [_key(row, self.arguments, f"row {index}") for index, row in enumerate(self.rows)]


async def run(setup: Setup, *, resume: bool, overwrite: bool) -> Experiment:
    """Run the function on every row that has no result yet.

    Raises:
        DuplicateExperimentError: the name is taken, and neither `resume` nor `overwrite` is asked for.
        RunInUseError: somebody is running it.
        InputError: the stored run is one of other rows, or a row holds what cannot be kept.
        Exception: with `raise_exceptions`, the error of the first row that fails.
    """
    table = _Results(setup)
    with ExitStack() as stack:
        if not resume and not overwrite:
            table.create()  # a name that is taken is refused as such, whoever is running it
        table.notes = Notes(stack.enter_context(setup.backend.hold_experiment(setup.name)))
        if resume or overwrite:
            table.begin(resume)
        else:
            table.notes.clear()
        return await _run(setup, table)


async def _run(setup: Setup, table: _Results) -> Experiment:
    waiting = [index for index, result in enumerate(table.results) if result is None]
    config = setup.config or RunConfig()
    progress = make_progress(setup.show_progress)
    runner = Runner(config, progress=progress)
    rows = Rows(setup.function, config, progress)
    started, clock = datetime.now(UTC), time.monotonic()

    async def one(index: int) -> Any:
        with use_cell(index):
            return as_result(await rows.result(setup.rows[index]), setup.model)

    there = len(table.results) - len(waiting)
    progress.start(
        f"Running experiment{f' ({there} of {len(table.results)} rows were there)' if there else ''}",
        len(waiting),
    )
    try:
        with use_runner(runner):
            working = stream(waiting, one, limit=config.max_workers, ordered=False)
            async with aclosing(working):
                async for position, result in working:
                    table.take(waiting[position], result)
                    progress.advance()
                    if setup.raise_exceptions and isinstance(result, Exception):
                        raise result
    except BaseException:
        table.save()
        raise
    finally:
        progress.finish()
    if waiting or not table.finished:  # one that was only read back stays as it is
        table.save(last=True)
    experiment = table.experiment()
    experiment.usage = runner.ledger.total().to_dict()
    experiment.run = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": time.monotonic() - clock,
        "rows_run": len(waiting),
        "retries": rows.stats.retries + runner.stats.retries,
        "waited": rows.stats.waited + runner.stats.waited,
        "rate_limited": rows.stats.rate_limited + runner.stats.rate_limited,
    }
    return experiment


class _Results:
    """The results so far, in the order of the dataset, and their copy in the backend.

    What is stored always has a line for each row, so that a run that ended anywhere can be gone on with.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._keys = setup.keys()
        self.results: list[Any] = [None] * len(setup.rows)
        """For each row a dict or a model, an exception, or None while it has not been run."""
        self.notes = Notes(None)
        """Where each result is noted until the next save."""
        self.finished = False
        """Whether what is stored is a finished run of these rows."""
        self._saved_at = time.monotonic()
        self._save_took = 0.0

    # -- beginning ----------------------------------------------------------------------------------------------

    def create(self) -> None:
        """Take a name that is not taken."""
        self._setup.backend.create_experiment(self._setup.name, self._stored(), self._setup.model)

    def begin(self, resume: bool) -> None:
        """Take over what is stored under the name, or replace it."""
        setup = self._setup
        if not resume:
            setup.backend.save_experiment(setup.name, self._stored(), setup.model)
            self.notes.clear()
        elif setup.name in setup.backend.list_experiments():
            stored = setup.backend.load_experiment(setup.name)
            marks = {mark: _first(stored, mark) for mark in (ARGUMENTS, CODE)}  # notes have none
            noted = self._add_noted(stored)
            self._take_over(stored, marks)
            moved = not self.finished and [row.get(KEY) for row in stored] != self._keys
            if noted or moved:  # notes are about the rows in the order that is stored
                self.save()
            else:  # a run that died between its last save and this had nothing to add
                self.notes.clear()
        else:
            self.create()
            self.notes.clear()

    def _add_noted(self, stored: list[dict[str, Any]]) -> int:
        """Put results that were noted after the last save of a run that died into its rows; gives how many."""
        found = 0
        for row, key, result in self.notes:
            if row < len(stored) and stored[row].get(KEY) == key and error_of(stored[row]) is not None:
                stored[row] = {**result, KEY: key}
                found += 1
        return found

    def _take_over(self, stored: list[dict[str, Any]], marks: Mapping[str, str]) -> None:
        setup = self._setup
        self.finished = finished = not any(row.get(KEY) is not None for row in stored)
        origin = origin_of(setup.backend, setup.name, stored) if finished else Origin(code=marks[CODE])
        there = sum(error_of(row) is None for row in stored)
        if there:
            check_arguments(setup.name, marks[ARGUMENTS], setup.arguments)
        if finished and len(stored) != len(self.results):
            raise InputError(
                f"experiment {setup.name!r} is finished with {len(stored)} rows, the dataset has "
                f"{len(self.results)}. {ADVICE}"
            )
        if finished:
            check_rows(setup.name, setup.rows, self._keys, stored, origin)
        keys = self._keys if finished else [str(row.get(KEY)) for row in stored]
        done: dict[str, deque[dict[str, Any]]] = {}
        for key, row in zip(keys, stored, strict=True):
            if error_of(row) is None:
                done.setdefault(key, deque()).append(row)
        returned = self._returned(stored)
        for index, key in enumerate(self._keys):
            if done.get(key):
                self.results[index] = self._result(done[key].popleft(), index, returned)
        if left := sum(map(len, done.values())):
            raise InputError(
                f"{left} rows of the stored experiment {setup.name!r} are not rows of this dataset. {ADVICE}"
            )
        if there:
            warn_of_other_code(setup.name, origin.code, setup.code, there)

    def _returned(self, stored: list[dict[str, Any]]) -> set[str] | None:
        """The columns that the function returned for some row; None if rows are stored as they were returned.

        A backend of columns fills in None where a failed row beside this one has a column of the dataset.
        """
        if self.finished or not self._setup.backend.pads:
            return None
        rows = [row for row in stored if error_of(row) is None]
        return {name for row in rows for name, value in row.items() if value is not None}

    def _result(self, row: Mapping[str, Any], index: int, returned: set[str] | None) -> Any:
        """A stored row as the function returned it."""
        model = self._setup.model
        if model is not None:
            return as_model(model, without_marks(row), f"row {index} of {self._setup.name!r}")
        inputs = as_inputs(self._setup.rows[index])
        return {
            name: value
            for name, value in without_marks(row).items()
            if returned is None or name in returned or inputs.get(name) is None
        }

    # -- going on -----------------------------------------------------------------------------------------------

    def take(self, index: int, result: Any) -> None:
        """Take a result, and save if the last time is a while ago."""
        if isinstance(result, Exception):
            _log.debug("row %d of %r failed", index, self._setup.name, exc_info=result)
        else:
            check_columns(as_dict(result), f"what the function returned for row {index}")
        self.results[index] = result
        if not isinstance(result, Exception):
            self.notes.add(index, self._keys[index], as_dict(result))
        if time.monotonic() - self._saved_at >= max(SAVE_EVERY, SAVING_SHARE * self._save_took):
            self.save()

    def save(self, *, last: bool = False) -> None:
        """Store what there is. A backend that fails costs no results: they are in memory."""
        setup, stored = self._setup, self._stored()
        started = time.monotonic()
        try:
            setup.backend.save_experiment(setup.name, stored, setup.model)
            self.notes.clear()
        except Exception as error:  # noqa: BLE001  whatever the backend raises
            if last:
                warnings.warn(
                    f"experiment {setup.name!r} could not be saved: {said(error).rstrip('.')}. Its rows are in "
                    "the returned Experiment; save() tries again.",
                    UserWarning,
                    stacklevel=2,
                )
            else:
                _log.warning("Experiment %r could not be saved so far: %s", setup.name, error)
        else:
            if last and not any(KEY in row for row in stored):
                keep_origin(setup.backend, setup.name, stored, Origin(self._keys, setup.code or ""))
        self._saved_at = time.monotonic()
        self._save_took = self._saved_at - started

    def _stored(self) -> list[dict[str, Any]]:
        """A line for each row; while some have no result, each says which row of the dataset it is."""
        rows = Experiment(self._setup.name, "inmemory", self._setup.model, self._lines()).to_list()
        marks = {ARGUMENTS: self._setup.arguments_text} if self._setup.arguments else {}
        if not any(error_of(row) is not None for row in rows):
            return [row | marks for row in rows]
        if self._setup.code:
            marks[CODE] = self._setup.code
        return [
            {**row, ERROR: row.get(ERROR), KEY: key, **marks}
            for row, key in zip(rows, self._keys, strict=True)
        ]

    def _lines(self) -> list[Any]:
        model = self._setup.model
        return [
            failed(row, NOT_RUN if result is None else result, model)
            if result is None or isinstance(result, Exception)
            else result
            for row, result in zip(self._setup.rows, self.results, strict=True)
        ]

    # -- the end ------------------------------------------------------------------------------------------------

    def experiment(self) -> Experiment:
        """The experiment as the caller gets it."""
        made = Experiment(self._setup.name, self._setup.backend, self._setup.model, self._lines())
        made.arguments = self._setup.arguments_text
        return made


def warn_of_failures(experiment: Experiment, stacklevel: int) -> None:
    """Warn how many rows failed, and why the first did."""
    if found := experiment.failures():
        warnings.warn(
            f"{len(found)} of {len(experiment)} rows of experiment {experiment.name!r} failed and are kept with their "
            f"error. The first: row {found[0].row}: {found[0].error.rstrip('.')}. resume=True runs them again.",
            UserWarning,
            stacklevel=stacklevel + 1,
        )


def _first(stored: Sequence[Mapping[str, Any]], column: str) -> str:
    """What the rows of a stored run have in one of the columns that are the same for all."""
    return str(next((row[column] for row in stored if row.get(column)), ""))


def _key(row: Any, arguments: Mapping[str, str], place: str) -> str:
    inputs = as_inputs(row)
    check_columns(inputs, place)
    content = [plain_row(inputs, place, parts), arguments]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
