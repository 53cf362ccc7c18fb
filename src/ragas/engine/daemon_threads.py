"""Daemon threads that are used again: starting one takes longer than many a function that is called in it."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue

Work = Callable[[], None]

SPARE_SECONDS = 5.0
"""How long a thread waits for further work before it ends."""

_spare: deque[SimpleQueue[Work]] = deque()
"""Where threads that wait for work take it from; whoever has something to do takes a queue out."""


def start(work: Work) -> None:
    """Do something, which must not raise, in a daemon thread that does nothing else meanwhile."""
    try:
        _spare.pop().put(work)
    except IndexError:
        threading.Thread(target=_go_on, args=(work,), name="ragas-call", daemon=True).start()


def _go_on(work: Work | None) -> None:
    queue: SimpleQueue[Work] = SimpleQueue()
    while work is not None:
        work()
        work = None  # holds what it was called with
        _spare.append(queue)
        work = _next(queue)


def _next(queue: SimpleQueue[Work]) -> Work | None:
    try:
        return queue.get(timeout=SPARE_SECONDS)
    except Empty:
        pass
    try:
        _spare.remove(queue)
    except ValueError:  # somebody took it out in this very moment
        return queue.get()
    return None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _spare.clear())  # threads do not cross a fork
