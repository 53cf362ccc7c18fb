"""Calling the user's function on a row: in bounded time, tried again where that may help, never twice over."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from ragas.backends.values import plain
from ragas.engine.attempts import Attempts, RunStats, Whom
from ragas.engine.deadline import DeadlinePassed, within
from ragas.engine.event_loop import call_in_thread
from ragas.engine.limiter import Limiters
from ragas.engine.progress import Progress
from ragas.engine.run_config import RunConfig
from ragas.exceptions import RagasError
from ragas.experiment.results import ERROR, FailedRow
from ragas.experiment.table import as_dict
from ragas.experiment.typed_rows import as_model

DEADLINES_OF_A_ROW = 5
"""How many deadlines of a call a row may take: an application makes several calls."""

LONGEST_ERROR = 2000


class RowTimeoutError(RagasError, TimeoutError):
    """The function gave no result for a row in time."""


class _Carrier(Exception):
    """Carries an error through the code that tries again; what that code thinks of it depends on the kind of carrier."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class _Open(_Carrier):
    """The error, its cause, decides whether another attempt makes sense."""


class _Settled(_Carrier, RagasError):
    """No further attempt: our own errors, and those of calls that were tried again already."""


async def called(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """What the function returns; one that is not async runs in a thread, so that others go on."""
    if _is_async(function):
        return await function(*args, **kwargs)
    result = await call_in_thread(function, *args, **kwargs)
    return await result if inspect.isawaitable(result) else result


def _is_async(function: Callable[..., Any]) -> bool:
    while isinstance(function, functools.partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004  an object whose call is async
    )


class Rows:
    """Calls a function on rows under the limits of a run."""

    def __init__(
        self, function: Callable[..., Awaitable[Any]], config: RunConfig, progress: Progress | None
    ) -> None:
        self._function = function
        self._deadline = None if config.timeout is None else config.timeout * DEADLINES_OF_A_ROW
        self.stats = RunStats()
        # Limits of its own: judge calls inside a row take their slots from the run's.
        limiters = Limiters(config.max_workers)
        self._attempts = Attempts(replace(config, timeout=None), limiters, self.stats, progress)

    async def result(self, row: Any) -> Any:
        """What the function returns for the row.

        Raises:
            Exception: its last error.
        """
        try:
            return await self._attempts.until_done(
                Whom("", "the experiment", foreign=True), lambda: self._once(row)
            )
        except _Carrier as carrier:
            error = carrier.error
        raise error

    async def _once(self, row: Any) -> Any:
        try:
            return await within(self._deadline, lambda: self._function(row))
        except DeadlinePassed:
            late = f"no result within {self._deadline:g} s ({DEADLINES_OF_A_ROW} times RunConfig.timeout)"
            raise _Settled(RowTimeoutError(late)) from None
        except Exception as error:
            if isinstance(error, RagasError) or tried_already(error):
                raise _Settled(error) from None
            raise _Open(error) from error


def tried_already(error: BaseException) -> bool:
    """Whether the error, or what led to it, comes from a judge call that was tried as often as makes sense."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        trace = link.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code is Attempts.until_done.__code__:
                return True
            trace = trace.tb_next
        link = link.__cause__ or link.__context__
    return False


def as_result(value: Any, model: type[BaseModel] | None) -> Any:
    """What the function returned as a row of the experiment.

    Raises:
        TypeError: it is no row.
        InputError: it does not fit the model.
    """
    if value is None:
        raise TypeError("the function returned None: nothing to keep. Return a dict or a model.")
    if not isinstance(value, (BaseModel, Mapping)):
        raise TypeError(f"the function returned a {type(value).__name__}; return a dict or a model.")
    if model is None:
        return as_dict(value)
    return value if type(value) is model else as_model(model, as_dict(value), "the result")


def failed(row: Any, error: BaseException | str, model: type[BaseModel] | None) -> Any:
    """A row without a result as the experiment keeps it."""
    inputs = plain(as_inputs(row), nameless)
    text = error if isinstance(error, str) else said(error)
    return {**inputs, ERROR: text} if model is None else FailedRow(inputs, text)


def said(error: BaseException) -> str:
    """The kind of an error and what it says, no more of it than anyone reads."""
    try:
        text = str(error)
    except Exception as another:  # noqa: BLE001  a faulty exception must not cost the run
        text = f"its message cannot be shown: {type(another).__name__}"
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}…"


def nameless(value: Any) -> str:
    """What stands for a value that cannot be kept where only what went in is to be seen."""
    return f"<{type(value).__name__}>"


def as_inputs(row: Any) -> dict[str, Any]:
    """A row of any dataset as a dict: a dict, a model, a sample; what is none of these stands under `row`."""
    if hasattr(row, "to_dict") and not isinstance(row, Mapping):
        return {**row.to_dict(), **(getattr(row, "extra", None) or {})}
    return as_dict(row) if isinstance(row, (BaseModel, Mapping)) else {"row": row}
