"""Run async code from scripts, notebooks and servers: one background loop, asyncio never patched.

All sync doors share one loop, so a client's connections stay usable from one call to the next. It runs on a daemon
thread, and so does every blocking call: nothing that hangs keeps the process from ending.
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import contextlib
import contextvars
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

CANCEL_GRACE = 5.0
"""Seconds a cancelled coroutine gets to clean up after Ctrl-C."""

EXIT_GRACE = 0.5
"""Seconds the loop gets to cancel what is left when the process ends."""

# On Windows a wait without a timeout does not notice Ctrl-C.
_POLL = 0.2 if sys.platform == "win32" else None


class _Background:
    """An event loop on a daemon thread."""

    def __init__(self, depth: int) -> None:
        self.loop = asyncio.new_event_loop()
        self._closing = False
        self.thread = threading.Thread(target=self._main, name=f"ragas-loop-{depth}", daemon=True)
        self.thread.start()

    def _main(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.set_default_executor(_daemon_executor())
        while not self._closing:
            try:
                self.loop.run_forever()
            except (KeyboardInterrupt, SystemExit):
                # asyncio lets these two out of the loop. The task that raised holds the exception; turning on
                # delivers it to whoever waits, where leaving would let them wait forever.
                continue

    def close(self) -> None:
        """Cancel what still runs and end the loop, waiting no longer than `EXIT_GRACE` seconds."""
        if not self.thread.is_alive() or self.loop.is_closed():
            return
        self._closing = True
        with contextlib.suppress(Exception):  # the process is ending either way
            asyncio.run_coroutine_threadsafe(_cancel_others(), self.loop).result(EXIT_GRACE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(EXIT_GRACE)
        if not self.thread.is_alive():
            self.loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
        # A task that swallows its cancellation is abandoned on purpose; asyncio need not report it.
        task._log_destroy_pending = False  # type: ignore[attr-defined]
    if others:
        await asyncio.wait(others, timeout=EXIT_GRACE / 2)
    await asyncio.get_running_loop().shutdown_asyncgens()


def _daemon_executor() -> concurrent.futures.ThreadPoolExecutor:
    """What `asyncio.to_thread` and name look-ups use on our loops: threads that do not hold up the exit.

    The standard pool joins its threads when the interpreter ends, so one stuck call would keep the process alive.
    """

    class DaemonThreads(concurrent.futures.ThreadPoolExecutor):
        def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[T]:
            future: concurrent.futures.Future[T] = concurrent.futures.Future()

            def work() -> None:
                if not future.set_running_or_notify_cancel():
                    return
                try:
                    result = fn(*args, **kwargs)
                except BaseException as error:  # noqa: BLE001  handed to whoever waits
                    future.set_exception(error)
                else:
                    future.set_result(result)

            threading.Thread(target=work, name="ragas-call", daemon=True).start()
            return future

    return DaemonThreads(max_workers=1)


class SideLoop(_Background):
    """A loop for coroutines that are not ours; see `ragas.engine.side_loop`."""

    def __init__(self, depth: int) -> None:
        self.visits: set[Any] = set()
        """What runs here. Only the loop that this one belongs to touches it."""
        self.tasks: set[asyncio.Task[Any]] = set()
        """Holds tasks, which asyncio itself holds weakly: one that hangs would be collected, and complain."""
        self.abandoned = False
        super().__init__(depth)

    def abandon(self) -> None:
        """Expect nothing more of it; it ends when whatever blocks it lets go."""
        self.abandoned = True
        self._closing = True
        self.loop.call_soon_threadsafe(lambda: self.loop.create_task(self._leave()))

    async def _leave(self) -> None:
        await _cancel_others()
        self.loop.stop()

    def _main(self) -> None:
        super()._main()
        if self.abandoned:  # nobody else closes it
            self.loop.close()


_lock = threading.Lock()
_loops: dict[int, _Background] = {}
"""By depth: 0 is the shared loop, 1 its side loop, 2 the loop for sync calls made on either of them, and so on."""


def _depth_here() -> int:
    """The depth of the loop whose thread this is; -1 on any other thread."""
    here = threading.current_thread()
    return max((depth for depth, background in list(_loops.items()) if background.thread is here), default=-1)


def _loop_at(depth: int) -> _Background:
    with _lock:
        background = _loops.get(depth)
        if background is None or not background.thread.is_alive():  # after a fork, or once closed
            background = _loops[depth] = SideLoop(depth) if depth % 2 else _Background(depth)
        return background


def _background() -> asyncio.AbstractEventLoop:
    """The shared loop; when code on it or on its side loop asks, the next deeper one.

    Code that runs on a loop and calls a sync door blocks that loop, so the inner work needs another.
    """
    here = _depth_here()
    return _loop_at(here + 2 - here % 2).loop


def on_nested_loop() -> bool:
    """Whether this code serves a sync call made from inside the shared loop, which stands still meanwhile."""
    return _depth_here() > 1


def side_loop() -> SideLoop | None:
    """The side loop of the running loop; None on loops that are not ours, and on side loops."""
    here = _depth_here()
    if here % 2:  # -1, too
        return None
    background = _loop_at(here + 1)
    return background if isinstance(background, SideLoop) else None


def replace_side_loop(side: SideLoop) -> None:
    """Leave a side loop behind; the next who asks gets a new one."""
    side.abandon()
    with _lock:
        for depth in [depth for depth, background in _loops.items() if background is side]:
            del _loops[depth]


def run_sync(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine from code that is not async and return its result.

    Works with and without a running loop in the caller. The caller's context variables are visible inside.
    Ctrl-C cancels the coroutine, waits a moment for its clean-up and raises `KeyboardInterrupt`.
    """
    future = asyncio.run_coroutine_threadsafe(coroutine, _background())
    try:
        while True:
            concurrent.futures.wait((future,), timeout=_POLL)
            if future.done():
                return future.result()
    except BaseException:
        if not future.done():
            future.cancel()
            _await_cleanup(coroutine)
        raise


def _await_cleanup(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Give a cancelled coroutine `CANCEL_GRACE` seconds to finish its `finally` blocks."""
    ended = threading.Event()
    for _ in range(int(CANCEL_GRACE / 0.01)):
        if getattr(coroutine, "cr_frame", None) is None:
            return
        ended.wait(0.01)


def call_in_thread(fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
    """Call a blocking function in a daemon thread that it has to itself; await the result.

    A thread that never returns does not keep the process alive. The caller's context variables are visible inside.
    """
    from ragas.engine.daemon_threads import start  # an import of ragas loads little

    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]  # a result is there whenever no error is
        else:
            future.set_exception(error)

    def work() -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = context.run(fn, *args, **kwargs)
        except StopIteration as error:  # asyncio refuses to carry it
            failure = RuntimeError(f"{fn!r} raised StopIteration")
            failure.__cause__ = error
        except BaseException as error:  # noqa: BLE001  handed to whoever awaits
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, failure)

    start(work)
    return future


def is_event_loop_running() -> bool:
    """Whether the calling thread is inside a running event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _close_all() -> None:
    with _lock:
        loops = [_loops[depth] for depth in sorted(_loops, reverse=True)]
        _loops.clear()
    for background in loops:
        background.close()


def _forget_after_fork() -> None:
    """Start afresh in a forked child: threads do not cross a fork, and the lock may have been held."""
    global _lock
    _lock = threading.Lock()
    _loops.clear()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
