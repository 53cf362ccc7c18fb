"""@experiment: makes a function of one row into a run over a dataset."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast, overload, runtime_checkable

from pydantic import BaseModel

from ragas.backends.base import BaseBackend
from ragas.backends.inmemory import InMemoryBackend
from ragas.backends.registry import as_backend
from ragas.engine.event_loop import run_sync
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ConfigurationError
from ragas.experiment.arguments import told, told_code
from ragas.experiment.calls import called
from ragas.experiment.names import memorable_names
from ragas.experiment.results import Experiment
from ragas.experiment.run import Setup, run, warn_of_failures
from ragas.experiment.table import DataTable
from ragas.schema.dataset import RagasDataset


@runtime_checkable
class ExperimentProtocol(Protocol):
    """What `@experiment` makes of a function, to a type checker."""

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function on one row."""
        ...

    async def arun(
        self,
        dataset: Any,
        name: str | None = None,
        backend: BaseBackend | str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Experiment:
        """Run the function on every row of a dataset."""
        ...


class ExperimentWrapper:
    """A function of one row that can be run over a dataset with `arun` or `run`.

    Calling it runs the function on one row.
    """

    def __init__(
        self,
        func: Callable[..., Any],
        experiment_model: type[BaseModel] | None = None,
        default_backend: BaseBackend | str | None = None,
        name_prefix: str = "",
        run_config: RunConfig | None = None,
    ) -> None:
        self.func = func
        self.experiment_model = experiment_model
        self.default_backend = default_backend
        self.name_prefix = name_prefix
        self.run_config = run_config
        self.__name__ = getattr(func, "__name__", type(func).__name__)
        self.__doc__ = func.__doc__
        self.__wrapped__ = func

    def __repr__(self) -> str:
        return f"<experiment {self.__name__!r}>"

    async def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the function on one row and return what it returns.

        Raises:
            TypeError: a whole dataset was given.
        """
        if args and _is_table(args[0]):
            raise TypeError(
                f"{self.__name__}(row) runs one row, and a {type(args[0]).__name__} holds many. Run them all with "
                f"`await {self.__name__}.arun(dataset)`, or `{self.__name__}.run(dataset)` where nothing is awaited."
            )
        return await called(self.func, *args, **kwargs)

    async def arun(
        self,
        /,
        dataset: Any,
        name: str | None = None,
        backend: BaseBackend | str | None = None,
        *args: Any,
        run_config: RunConfig | None = None,
        resume: bool = False,
        overwrite: bool = False,
        show_progress: bool = True,
        raise_exceptions: bool = False,
        **kwargs: Any,
    ) -> Experiment:
        """Run the function on every row of a dataset and keep what it returns.

        As many rows are under way at once as `RunConfig.max_workers` says; judge calls inside keep to the same limit.
        A row whose error can pass (a rate limit, a lost connection) is tried again; one that fails in the end is kept
        with its error. Results stand in the order of the dataset. They are saved on the way, so that a run that ended
        early can be gone on with. A row has five times `RunConfig.timeout`.

        Args:
            dataset: a `Dataset`, an `EvaluationDataset`, a list of dicts or of models.
            name: the name it is kept under; without one it gets a memorable one. The prefix of the decorator goes
                before it.
            backend: where it is kept; by default that of the decorator, else that of the dataset, else memory.
            args: further arguments of the function, as are `kwargs`. A parameter of the function that has the name of
                one of the following gets what is given under that name, and the setting keeps its default.
            run_config: limits, deadline and retries; by default those of the decorator.
            resume: go on with a stored run of this name: rows with a result are kept, the others run. Without a stored
                one, begin one.
            overwrite: replace a stored run of this name.
            show_progress: show how far the run is.
            raise_exceptions: end the run at the first row that fails; what was done is saved.

        Raises:
            DuplicateExperimentError: the name is taken, and neither `resume` nor `overwrite` is asked for.
            RunInUseError: the stored run is being run, by another process or another call in this one.
            ArgumentsError: the function does not take these arguments; an `InputError` and a `TypeError`.
            InputError: `resume` was asked for, and the stored run is one of other rows or arguments; or a row holds a
                value that cannot be kept.
        """
        experiment = await self._arun(
            dataset,
            name,
            backend,
            args,
            kwargs,
            run_config=run_config,
            resume=resume,
            overwrite=overwrite,
            show_progress=show_progress,
            raise_exceptions=raise_exceptions,
        )
        warn_of_failures(experiment, stacklevel=2)
        return experiment

    def run(
        self,
        /,
        dataset: Any,
        name: str | None = None,
        backend: BaseBackend | str | None = None,
        *args: Any,
        run_config: RunConfig | None = None,
        resume: bool = False,
        overwrite: bool = False,
        show_progress: bool = True,
        raise_exceptions: bool = False,
        **kwargs: Any,
    ) -> Experiment:
        """`arun` from code that is not async; works inside a running event loop, too."""
        experiment = run_sync(
            self._arun(
                dataset,
                name,
                backend,
                args,
                kwargs,
                run_config=run_config,
                resume=resume,
                overwrite=overwrite,
                show_progress=show_progress,
                raise_exceptions=raise_exceptions,
            )
        )
        warn_of_failures(experiment, stacklevel=2)
        return experiment

    async def _arun(
        self,
        dataset: Any,
        name: str | None,
        backend: BaseBackend | str | None,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        **settings: Any,
    ) -> Experiment:
        arguments = {**kwargs, **self._meant_for_function(settings)}
        if settings["resume"] and settings["overwrite"]:
            raise ConfigurationError(
                "resume goes on with a stored run, overwrite replaces it: ask for one of them."
            )
        marks = told(self.func, args, arguments)
        where = self._backend(dataset, backend)

        async def one(row: Any) -> Any:
            return await called(self.func, dict(row) if isinstance(row, dict) else row, *args, **arguments)

        setup = Setup(
            name=self._name(name, where),
            backend=where,
            rows=_rows(dataset),
            function=one,
            model=self.experiment_model,
            arguments=marks,
            code=told_code(self.func),
            config=settings["run_config"] or self.run_config,
            show_progress=settings["show_progress"],
            raise_exceptions=settings["raise_exceptions"],
        )
        return await run(setup, resume=settings["resume"], overwrite=settings["overwrite"])

    def _meant_for_function(self, settings: dict[str, Any]) -> dict[str, Any]:
        """The arguments that a parameter of the function takes, of which the run then has its default."""
        try:
            parameters = inspect.signature(self.func).parameters
        except (ValueError, TypeError):  # a callable that does not say what it takes
            return {}
        taken = {}
        for name in settings.keys() & parameters.keys():
            if settings[name] is not DEFAULTS[name]:
                taken[name] = settings[name]
            settings[name] = DEFAULTS[name]
        return taken

    def _backend(self, dataset: Any, backend: BaseBackend | str | None) -> BaseBackend:
        for found in (backend, self.default_backend, getattr(dataset, "backend", None)):
            if found is not None:
                return as_backend(found)
        return InMemoryBackend()

    def _name(self, name: str | None, backend: BaseBackend) -> str:
        prefix = f"{self.name_prefix}-" if self.name_prefix else ""
        if name:
            return f"{prefix}{name}"
        there = backend.list_experiments()
        taken = {one.removeprefix(prefix) for one in there}
        return f"{prefix}{memorable_names.generate_unique_name(taken)}"


DEFAULTS = {
    "run_config": None,
    "resume": False,
    "overwrite": False,
    "show_progress": True,
    "raise_exceptions": False,
}
"""The settings of a run, as `arun` has them when nothing is given."""


@overload
def experiment(
    experiment_model: type[BaseModel] | None = None,
    backend: BaseBackend | str | None = None,
    name_prefix: str = "",
    *,
    run_config: RunConfig | None = None,
) -> Callable[[Callable[..., Any]], ExperimentWrapper]: ...
@overload
def experiment(experiment_model: Callable[..., Any]) -> ExperimentWrapper: ...
def experiment(
    experiment_model: type[BaseModel] | Callable[..., Any] | None = None,
    backend: BaseBackend | str | None = None,
    name_prefix: str = "",
    *,
    run_config: RunConfig | None = None,
) -> Callable[[Callable[..., Any]], ExperimentWrapper] | ExperimentWrapper:
    """Make a function of one row into a run over a dataset; with or without parentheses.

    Args:
        experiment_model: what each result is; results given as dicts are made into it.
        backend: where runs are kept, unless `arun` is told otherwise; by default where the dataset is.
        name_prefix: goes before the name of every run.
        run_config: limits, deadline and retries, unless `arun` is told otherwise.

    Example:
        >>> from ragas import Dataset
        >>> @experiment()
        ... def shout(row):
        ...     return {**row, "response": row["question"].upper()}
        >>> dataset = Dataset.from_list([{"question": "who?"}])
        >>> shout.run(dataset, show_progress=False)[0]
        {'question': 'who?', 'response': 'WHO?'}
    """
    if experiment_model is not None and not isinstance(experiment_model, type):
        return ExperimentWrapper(experiment_model)
    model = cast("type[BaseModel] | None", experiment_model)
    if model is not None and not issubclass(model, BaseModel):
        raise TypeError(f"experiment_model is {model!r}; a pydantic model belongs here.")

    def decorate(function: Callable[..., Any]) -> ExperimentWrapper:
        return ExperimentWrapper(function, model, backend, name_prefix, run_config)

    return decorate


def _is_table(value: Any) -> bool:
    """Whether it holds rows and is none."""
    return isinstance(value, (DataTable, RagasDataset)) or hasattr(value, "iterrows")


def _rows(dataset: Any) -> list[Any]:
    """The rows of whatever holds rows."""
    if isinstance(dataset, (str, bytes, dict)) or not isinstance(dataset, Iterable):
        raise TypeError(
            f"a dataset or a list of rows belongs here, not a {type(dataset).__name__}. Dataset.load(name, backend) "
            "and Dataset.from_file(path) read one."
        )
    if hasattr(dataset, "iterrows") or hasattr(dataset, "to_dicts"):  # pandas, polars
        from ragas.experiment.dataset import Dataset

        dataset = Dataset.from_pandas(dataset)
    return list(dataset)
