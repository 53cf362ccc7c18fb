"""A run of a file's experiment: a new one, one that is gone on with, or one in the place of another."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragas.backends.inmemory import InMemoryBackend
from ragas.backends.registry import as_backend
from ragas.cli.eval_columns import columns_ahead
from ragas.cli.eval_file import importing_beside
from ragas.engine.event_loop import run_sync
from ragas.exceptions import ConfigurationError, InputError
from ragas.experiment import Experiment, ExperimentProtocol, ExperimentWrapper, memorable_names

SAID = {"resume=True": "--resume", "overwrite=True": "--overwrite"}
"""The settings of `arun` that its errors advise, as the command line says them."""


@dataclass(frozen=True)
class EvalRun:
    """Which experiment is run over what, and under which name it is kept."""

    path: Path
    experiment: Any
    """An `@experiment` function, or an object with `run_async`."""
    dataset: Any
    name: str | None = None
    resume: bool = False
    overwrite: bool = False

    def check_name(self) -> None:
        """Refuse a name that is taken, and to go on with a run that is none.

        Raises:
            ConfigurationError: what is asked for makes no sense together.
            InputError: the name is taken, or not there.
        """
        if self.resume and self.overwrite:
            raise ConfigurationError("--resume goes on with a run, --overwrite replaces it: say one of them.")
        if self.name is None and (self.resume or self.overwrite):
            said = "--resume" if self.resume else "--overwrite"
            raise ConfigurationError(f"{said} needs the name of the run: --name NAME.")
        if self._backend is None:
            return  # an object of earlier versions keeps its runs where it likes
        there = self.stored()
        if self.resume and self.name not in there:
            raise InputError(
                f"There is no run {self.name!r} to resume. There is: {', '.join(there) or 'none'}."
            )
        if self.name in there and not (self.resume or self.overwrite):
            raise InputError(
                f"There is a run {self.name!r} already. Go on with it with --resume, replace it with --overwrite, or "
                "give another name with --name."
            )

    def check_columns(self, wanted: Sequence[str]) -> None:
        """Refuse columns that the results will not have, where that can be told before the run.

        Raises:
            InputError: says which they will have.
        """
        known = columns_ahead(self.experiment, self.dataset)
        missing = [one for one in wanted if known is not None and one not in known]
        if known is not None and missing:
            raise InputError(
                f"The results will have no column {', '.join(map(repr, missing))}. They will have: {', '.join(known)}. "
                "Nothing was run."
            )

    def run(self, *, show_progress: bool) -> Experiment:
        """The results, kept where the experiment keeps them.

        Raises:
            ConfigurationError: the experiment gave something else, or takes no such setting.
            InputError: the run to go on with is another one, or the experiment left the program.
        """
        name = self.name
        if name is None and isinstance(self.experiment, ExperimentWrapper):
            name = memorable_names.generate_unique_name(self.stored())
        try:
            with importing_beside(self.path), warnings.catch_warnings():
                # the command shows failed rows itself
                warnings.filterwarnings("ignore", message=r"\d+ of \d+ rows of experiment")
                if isinstance(self.experiment, ExperimentProtocol):
                    arun: Any = self.experiment.arun
                    settings = self._settings(arun, show_progress)
                    if self._is_kept_beside:
                        settings["backend"] = self._backend
                    done = run_sync(arun(self.dataset, name=name, **settings))
                else:
                    arun = self.experiment.run_async
                    done = run_sync(arun(self.dataset, name=name, **self._settings(arun, None)))
        except InputError as error:
            raise InputError(_in_words_of_the_command(str(error))) from error
        except SystemExit as left:
            raise InputError(
                f"The experiment leaves with sys.exit({left.code!r}) before all rows are done. "
                f"{self.kept(name)}".rstrip()
            ) from None
        if not isinstance(done, Experiment):
            raise ConfigurationError(f"The run gave {type(done).__name__}, not an Experiment.")
        return done

    def stored(self) -> list[str]:
        """The names of the runs where this one will be kept, without the prefix of the experiment."""
        found = [] if self._backend is None else self._backend.list_experiments()
        prefix = f"{self.experiment.name_prefix}-" if getattr(self.experiment, "name_prefix", "") else ""
        return [one.removeprefix(prefix) for one in found if one.startswith(prefix)]

    def kept(self, name: str | None) -> str:
        """How to come back to the run, empty where it is not kept."""
        if name is None or self._backend is None or isinstance(self._backend, InMemoryBackend):
            return ""
        prefix = f"{self.experiment.name_prefix}-" if self.experiment.name_prefix else ""
        name = name.removeprefix(prefix)
        return f"The run is kept: --name {name} --resume goes on with it, and runs no row again that is done."

    def place(self, name: str) -> Path | None:
        """The file a run is kept in where the command chose it; None where the file's author did."""
        return self.path.parent / "experiments" / f"{name}.csv" if self._is_kept_beside else None

    @property
    def _is_kept_beside(self) -> bool:
        """Whether nothing says where runs are kept: the dataset is in memory, which ends with the command."""
        return (
            isinstance(self.experiment, ExperimentWrapper)
            and self.experiment.default_backend is None
            and isinstance(getattr(self.dataset, "backend", None), (InMemoryBackend, type(None)))
        )

    @property
    def _backend(self) -> Any:
        """Where runs are kept; None for objects of earlier versions, which do not say it."""
        if not isinstance(self.experiment, ExperimentWrapper):
            return None
        if self._is_kept_beside:
            return as_backend("local/csv", root_dir=self.path.parent)
        return as_backend(self.experiment.default_backend or self.dataset.backend)

    def _settings(self, arun: Any, show_progress: bool | None) -> dict[str, Any]:
        wanted: dict[str, Any] = {}
        if self.resume:
            wanted["resume"] = True
        if self.overwrite:
            wanted["overwrite"] = True
        taken = inspect.signature(arun).parameters
        for setting in wanted:
            if setting not in taken:
                raise ConfigurationError(f"The experiment of {str(self.path)!r} knows no --{setting}.")
        if show_progress is not None and isinstance(self.experiment, ExperimentWrapper):
            wanted["show_progress"] = show_progress
        return wanted


def _in_words_of_the_command(message: str) -> str:
    for here, there in SAID.items():
        message = message.replace(here, there)
    return message
