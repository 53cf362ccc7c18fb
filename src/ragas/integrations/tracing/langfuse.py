"""Langfuse: trace functions, and read a trace back to score it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar, overload
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from ragas.engine.event_loop import call_in_thread
from ragas.exceptions import InputError

logger = logging.getLogger(__name__)

F = TypeVar("F", bound=Callable[..., Any])

LANGFUSE_AVAILABLE = find_spec("langfuse") is not None
PAGE = 100
"""Observations read in one request."""

FIELDS = "core,basic,io,metadata,model,usage,metrics"


@overload
def observe(func: F) -> F: ...
@overload
def observe(func: None = None, **settings: Any) -> Callable[[F], F]: ...
def observe(func: Any = None, **settings: Any) -> Any:
    """Langfuse's decorator; where Langfuse is not installed, one that leaves the function as it is."""
    try:
        langfuse = import_module("langfuse")
    except ImportError:
        return (lambda function: function) if func is None else func
    return langfuse.observe(func, **settings)


@dataclass
class LangfuseTrace:
    """A trace that was read back from Langfuse: its id, and the observations in it."""

    trace: Any
    client: Any = field(default=None, repr=False)

    @property
    def id(self) -> str:
        """The trace's id."""
        return str(self.trace.id)

    @property
    def observations(self) -> list[Any]:
        """What was observed: spans, generations, events."""
        return list(getattr(self.trace, "observations", None) or ())

    def get_url(self) -> str:
        """The address of the trace in Langfuse.

        Raises:
            ValueError: Langfuse does not tell it.
        """
        url = self.client.get_trace_url(trace_id=self.id) if self.client is not None else None
        if not url:
            raise InputError(f"Langfuse tells no address for the trace {self.id!r}: is the client set up?")
        return str(url)

    def filter(self, span_name: str) -> list[Any]:
        """The observations of that name."""
        return [one for one in self.observations if getattr(one, "name", None) == span_name]


@dataclass(frozen=True)
class _Read:
    """A trace as its observations."""

    id: str
    observations: list[Any]


async def sync_trace(
    trace_id: str | None = None, max_retries: int = 10, delay: float = 2, *, client: Any = None
) -> LangfuseTrace:
    """Send what is pending and read a trace back, as soon as Langfuse has it.

    Args:
        trace_id: without it that of the function observed right now.
        max_retries: how often Langfuse is asked.
        delay: seconds between two of them.
        client: a Langfuse client; without it the one of the process.

    Raises:
        ValueError: no trace is going on, or Langfuse does not have it in time.
    """
    if client is None:
        client = _client(trace_id)
    trace_id = trace_id or client.get_current_trace_id()
    if not trace_id:
        raise InputError("No trace id found: call it inside a function with @observe, or pass trace_id.")
    await call_in_thread(client.flush)
    last: Exception | None = None
    for attempt in range(max(1, max_retries)):
        if attempt:
            await asyncio.sleep(delay)
        try:
            found = await call_in_thread(_fetch, client, trace_id)
        except Exception as error:  # noqa: BLE001  it may not be there yet; told below if it never comes
            last = error
            continue
        if found is not None:
            return LangfuseTrace(found, client)
    why = f": {type(last).__name__}: {last}" if last is not None else ""
    raise InputError(
        f"Langfuse has no trace {trace_id!r} after {max(1, max_retries)} attempts{why}"
    ) from last


def _client(trace_id: str | None) -> Any:
    try:
        langfuse = import_module("langfuse")
    except ImportError:
        what = f"The trace {trace_id!r} cannot be read" if trace_id else "No trace id found"
        raise InputError(
            f"{what}: langfuse is not installed. Install it with: pip install langfuse"
        ) from None
    return langfuse.get_client()


def _fetch(client: Any, trace_id: str) -> Any:
    """A trace with its observations; None where Langfuse has none of them yet."""
    traces = getattr(client.api, "trace", None)
    if callable(get := getattr(traces, "get", None)):  # Langfuse 3
        return get(trace_id)
    found: list[Any] = []
    cursor: str | None = None
    while True:
        page = client.api.observations.get_many(trace_id=trace_id, fields=FIELDS, limit=PAGE, cursor=cursor)
        found += page.data
        following = getattr(page.meta, "cursor", None)
        if not following or following == cursor:
            return _Read(trace_id, found) if found else None
        cursor = following


def add_query_param(url: str, param_name: str, param_value: Any) -> str:
    """The address with that parameter, in place of the one of its name if it has it.

    >>> add_query_param("https://cloud.langfuse.com/trace/1?a=1#top", "observation", "x y")
    'https://cloud.langfuse.com/trace/1?a=1&observation=x+y#top'
    """
    parts = urlsplit(url)
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != param_name]
    return urlunsplit(parts._replace(query=urlencode([*kept, (param_name, str(param_value))])))
