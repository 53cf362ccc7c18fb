"""Where tracing plugs in: a span around each call, a look at each question; nothing happens unless someone listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, Protocol


class Tracer(Protocol):
    """Opens spans, in whatever tracing system is behind it. Give one to `use_tracer`."""

    def span(self, name: str, **attributes: str) -> AbstractContextManager[object]:
        """A span that lasts as long as the context is open."""
        ...


_tracer: ContextVar[Tracer | None] = ContextVar("ragas_tracer", default=None)
_NOTHING: AbstractContextManager[object] = nullcontext()


@contextmanager
def use_tracer(tracer: Tracer) -> Iterator[None]:
    """Report the calls that are sent inside to `tracer`: `ragas.call` with `provider`, `model` and `endpoint`."""
    token = _tracer.set(tracer)
    try:
        yield
    finally:
        _tracer.reset(token)


def span(name: str, **attributes: str) -> AbstractContextManager[object]:
    """A span of the current tracer, or nothing."""
    tracer = _tracer.get()
    return _NOTHING if tracer is None else tracer.span(name, **attributes)


Watcher = Callable[[str, Any], AbstractContextManager[dict[str, Any]]]
"""Takes the name of a question and what is asked; what comes of it is put into the dict."""

_watcher: ContextVar[Watcher | None] = ContextVar("ragas_watcher", default=None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Show the questions to judges that are asked inside to `watcher`."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def current_watcher() -> Watcher | None:
    """Who is shown the questions to judges, if anyone is."""
    return _watcher.get()
