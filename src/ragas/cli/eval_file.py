"""A Python file with an experiment: its functions, its datasets, and the runs stored beside it."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragas.backends.registry import as_backend
from ragas.engine.event_loop import run_sync
from ragas.exceptions import ConfigurationError, InputError
from ragas.experiment import Dataset, Experiment, ExperimentProtocol, ExperimentWrapper
from ragas.schema.paths import expanded

BESIDE = (".", "evals", "experiments")
"""Folders, seen from the file, that a backend of files may have as its root."""
BACKENDS = ("local/csv", "local/jsonl", "local/parquet")


@dataclass(frozen=True)
class EvalFile:
    """What a file holds once it has been run."""

    path: Path
    objects: Mapping[str, Any]
    tables: dict[str, Dataset] = field(default_factory=dict)

    @property
    def functions(self) -> dict[str, Any]:
        """Its experiments by name: `@experiment` functions, and objects with `run_async` of earlier versions."""
        found = {
            name: one
            for name, one in self.objects.items()
            if not inspect.isclass(one)
            and not inspect.ismodule(one)
            and (isinstance(one, ExperimentProtocol) or callable(getattr(one, "run_async", None)))
        }
        return {name: one for name, one in found.items() if not name.startswith("_")}

    @property
    def project(self) -> Any:
        """An object that gives datasets and experiments by name (`get_dataset`, `get_experiment`), or None."""
        for one in self.objects.values():
            if not inspect.isclass(one) and all(
                callable(getattr(one, name, None)) for name in ("get_dataset", "get_experiment")
            ):
                return one
        return None

    def dataset(self, name: str) -> Any:
        """The dataset of a name: the project's, one the file made, or one stored beside the file.

        Raises:
            InputError: there is none; says which there are.
        """
        if self.project is not None:
            return self._of_project("get_dataset", name)
        made = [one for one in self.objects.values() if isinstance(one, Dataset)]
        for one in made:
            if one.name == name:
                return one
        stored = dict.fromkeys(one.name for one in made)
        for kind, root in self._stores():
            names = as_backend(kind, root_dir=root).list_datasets()
            if name in names:
                return Dataset.load(name, kind, root_dir=root)
            stored.update(dict.fromkeys(names))
        raise InputError(
            f"There is no dataset {name!r} for {str(self.path)!r}. There is: {_or_none(stored)}."
        )

    def earlier(self, dataset: str, name: str) -> Any:
        """An earlier run by its name, from where the dataset is kept, else from beside the file.

        Raises:
            InputError: there is none; says which there are.
        """
        if self.project is not None:
            return self._of_project("get_experiment", name)
        backends = [self.dataset(dataset).backend]
        backends += [
            as_backend(one.default_backend)
            for one in self.functions.values()
            if isinstance(one, ExperimentWrapper) and one.default_backend is not None
        ]
        backends += [as_backend(kind, root_dir=root) for kind, root in self._stores()]
        known: dict[str, None] = {}
        for backend in backends:
            names = backend.list_experiments()
            if name in names:
                return Experiment.load(name, backend)
            known.update(dict.fromkeys(names))
        raise InputError(f"There is no experiment {name!r} to compare with. There is: {_or_none(known)}.")

    def chosen(self, function: str | None) -> Any:
        """The experiment of a name, or the only one.

        Raises:
            ConfigurationError: the file has none, or several and no name was given.
        """
        found = self.functions
        if not found:
            raise ConfigurationError(
                f"{str(self.path)!r} has no experiment. Write @experiment() above the function that takes a row."
            )
        if function is not None and function not in found:
            raise ConfigurationError(
                f"{str(self.path)!r} has no experiment {function!r}. It has: {', '.join(found)}."
            )
        if function is None and len(found) > 1:
            raise ConfigurationError(
                f"{str(self.path)!r} has several experiments: {', '.join(found)}. Say which: --experiment {next(iter(found))}."
            )
        return found[function or next(iter(found))]

    def _of_project(self, method: str, name: str) -> Any:
        found = getattr(self.project, method)(name)
        return run_sync(_awaited(found)) if inspect.isawaitable(found) else found

    def _stores(self) -> Iterator[tuple[str, Path]]:
        """Backends and roots beside the file that hold something."""
        for folder in BESIDE:
            root = self.path.parent / folder
            if (root / "datasets").is_dir() or (root / "experiments").is_dir():
                for kind in BACKENDS:
                    suffix = kind.partition("/")[2]
                    if next(root.glob(f"*/*.{suffix}"), None):
                        yield kind, root


def load_eval_module(path: str | Path) -> EvalFile:
    """Run a file and keep what it holds. Imports beside the file work, as they do for `python FILE`.

    Raises:
        InputError: there is no such file, or running it fails.
    """
    file = expanded(path).absolute()
    if not file.is_file():
        raise InputError(f"There is no file {str(path)!r}.")
    spec = importlib.util.spec_from_file_location(f"ragas_evals_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise InputError(f"{str(path)!r} is not a Python file.")
    _forget_others(file.parent)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pickles in the file look it up
    with importing_beside(file):
        try:
            spec.loader.exec_module(module)
        except SystemExit as left:
            if isinstance(left.code, str):  # what the file says to who runs it
                raise InputError(f"{str(path)!r} cannot be run: {left.code}") from None
            raise InputError(
                f"{str(path)!r} leaves with sys.exit({left.code!r}) before its experiment can be run. Put what is only "
                'for `python FILE` under: if __name__ == "__main__":'
            ) from None
        except Exception as error:
            raise InputError(f"{str(path)!r} cannot be run: {type(error).__name__}: {error}") from error
    return EvalFile(file, dict(vars(module)))


async def _awaited(found: Awaitable[Any]) -> Any:
    return await found


def _forget_others(folder: Path) -> None:
    """Let the modules beside a file be found, where others of their names have been imported from elsewhere."""
    importlib.invalidate_caches()
    for beside in folder.glob("*.py"):
        loaded = sys.modules.get(beside.stem)
        if loaded is None or beside.stem in sys.stdlib_module_names:
            continue
        if Path(getattr(loaded, "__file__", None) or "").parent != folder:
            del sys.modules[beside.stem]


@contextmanager
def importing_beside(file: Path) -> Iterator[None]:
    """Have the modules beside a file found by their names."""
    folder = str(file.parent)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _or_none(names: Mapping[str, None]) -> str:
    return ", ".join(names) or "none"
