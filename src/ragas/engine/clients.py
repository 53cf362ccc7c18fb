"""SDK clients that outlive an event loop: one a loop, closed with it; and sync clients awaited through threads."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from ragas.engine.event_loop import call_in_thread
from ragas.engine.side_loop import on_side_loop

Client = TypeVar("Client")


@dataclass(slots=True)
class _Held(Generic[Client]):
    """A client that is open on a loop, and the generator that closes it."""

    client: Client
    keeper: AsyncGenerator[Client, None]


class PerLoop(Generic[Client]):
    """One client per event loop.

    HTTP connections belong to the loop they were opened on; a client used from a second loop fails with "Event loop
    is closed". Each client here is opened on first use and closed when its loop shuts down, or when nobody needs it any
    more. An async generator held open is what the loop itself promises to close (`loop.shutdown_asyncgens`, part of
    `asyncio.run`).
    """

    def __init__(self, open_client: Callable[[], AbstractAsyncContextManager[Client]]) -> None:
        self._open = open_client
        self._held: dict[asyncio.AbstractEventLoop, _Held[Client]] = {}
        # Held from outside: collected together with their client, open connections would complain.
        weakref.finalize(self, _close, self._held).atexit = False

    async def get(self) -> Client:
        """The client of the running loop."""
        loop = asyncio.get_running_loop()
        held = self._held.get(loop)
        if held is None:
            for other in [other for other in list(self._held) if other.is_closed()]:
                self._held.pop(other, None)
            keeper = _keep(self._open(), self._held)
            opened = _Held(await anext(keeper), keeper)
            held = self._held.setdefault(loop, opened)
            if held is not opened:  # another task of this loop was faster
                await keeper.aclose()
        return held.client


async def _keep(
    manager: AbstractAsyncContextManager[Client], all_held: dict[asyncio.AbstractEventLoop, _Held[Client]]
) -> AsyncGenerator[Client, None]:
    loop = asyncio.get_running_loop()
    client = await manager.__aenter__()
    try:
        yield client
    finally:
        held = all_held.get(loop)
        if held is not None and held.client is client:
            del all_held[loop]
        with suppress(Exception):  # the loop is ending: nobody could act on it
            await manager.__aexit__(None, None, None)


def _close(all_held: dict[asyncio.AbstractEventLoop, _Held[Any]]) -> None:
    """Close the clients nobody can reach any more, each on its loop."""
    for loop, held in list(all_held.items()):
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_spawn_close, loop, held.keeper)


_closing: set[asyncio.Task[None]] = set()


def _spawn_close(loop: asyncio.AbstractEventLoop, keeper: AsyncGenerator[Any, None]) -> None:
    task = loop.create_task(_aclose(keeper))
    _closing.add(task)  # the loop holds tasks weakly
    task.add_done_callback(_closing.discard)


async def _aclose(keeper: AsyncGenerator[Any, None]) -> None:
    await keeper.aclose()


class InThread:
    """The async face of a sync client: `await face.a.b.method(...)` calls `client.a.b.method(...)` in a thread.

    `aio` and `beta` lead to the client itself where it has no such part, so code written for an SDK's async client
    finds its way.
    """

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        if name == "aio":
            return self
        value = getattr(self._target, name)
        if callable(value) and hasattr(value, "__self__"):

            async def call(*args: Any, **kwargs: Any) -> Any:
                result = await call_in_thread(value, *args, **kwargs)
                return _StreamInThread(result) if _is_stream(result) else result

            return call
        if name.startswith("_") or isinstance(value, (str, int, float, bool, type(None), dict, list, tuple)):
            return value
        return InThread(value)


def _is_stream(result: Any) -> bool:
    return hasattr(result, "__next__") and hasattr(result, "close")


class _StreamInThread:
    """The async face of a sync stream of events."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __aiter__(self) -> _StreamInThread:
        return self

    async def __anext__(self) -> Any:
        end = object()
        event = await call_in_thread(lambda: next(self._stream, end))
        if event is end:
            raise StopAsyncIteration
        return event

    async def __aenter__(self) -> _StreamInThread:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the stream."""
        await call_in_thread(self._stream.close)


def has_default_connections(client: Any) -> bool:
    """Whether this OpenAI or Anthropic async client may be copied with connections of its own.

    Not so when it was given its own `http_client` (a proxy, a test transport), or when methods were replaced on the
    instance (tracing): a copy would lose that.
    """
    # No public accessor tells what kind of HTTP client it holds.
    http = getattr(client, "_client", None)
    sdk = type(client).__module__.split(".")[0]
    return (
        sdk in {"openai", "anthropic"}
        and type(http).__name__ == "AsyncHttpxClientWrapper"
        and not _touched(client)
    )


def with_own_connections(client: Any) -> Any:
    """A copy of the client with connections of its own, which leaves retries to the runner."""
    sdk = type(client).__module__.split(".")[0]
    http = import_module(sdk).DefaultAsyncHttpxClient
    return client.copy(http_client=http(verify=_tls(http)), max_retries=0)


@lru_cache(maxsize=4)
def _tls(http: type) -> Any:
    """One TLS context for all copies: reading the certificates takes longer than a call."""
    package = next(base.__module__ for base in http.__mro__ if base.__name__ == "AsyncClient").split(".")[0]
    return import_module(package).create_ssl_context()


def _touched(client: Any) -> bool:
    """Whether somebody replaced the methods we call on this very instance."""
    for path in (("chat", "completions"), ("messages",), ("embeddings",)):
        part = client
        for name in path:
            part = getattr(part, "__dict__", {}).get(name)
            if part is None:
                break
        if part is not None and "create" in getattr(part, "__dict__", {}):
            return True
    return False


_homes: dict[str, weakref.ref[asyncio.AbstractEventLoop]] = {}


def _at_home(model: object) -> bool:
    """Whether the running loop is the first one that objects of this package were called on.

    Their HTTP connections belong to that loop, and packages share them between objects behind the scenes.
    """
    loop = asyncio.get_running_loop()
    return _homes.setdefault(type(model).__module__.split(".")[0], weakref.ref(loop))() is loop


async def call_foreign(
    model: object,
    asynchronous: Callable[..., Any] | None,
    synchronous: Callable[..., Any] | None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Call a method of somebody else's object: its async form, or its sync form in a thread where that is safer."""
    if asynchronous is None:
        return await _called(model, asynchronous, synchronous, *args, **kwargs)
    return await on_side_loop(lambda: _called(model, asynchronous, synchronous, *args, **kwargs))


async def _called(
    model: object,
    asynchronous: Callable[..., Any] | None,
    synchronous: Callable[..., Any] | None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    if asynchronous is None or (synchronous is not None and not _at_home(model)):
        if synchronous is None:
            raise TypeError(f"{type(model).__name__} has neither form of the method.")
        try:
            answer = await call_in_thread(lambda: synchronous(*args, **kwargs))
        except NotImplementedError:
            if asynchronous is None:
                raise
            answer = None
        if answer is not None or asynchronous is None:
            return await answer if inspect.isawaitable(answer) else answer
    answer = asynchronous(*args, **kwargs)
    return await answer if inspect.isawaitable(answer) else answer
