"""Daemon threads that are used again."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest

from ragas.engine import daemon_threads


def run(work: Callable[[], None]) -> None:
    over = threading.Event()

    def both() -> None:
        work()
        over.set()

    daemon_threads.start(both)
    assert over.wait(10)


@pytest.fixture(autouse=True)
def no_spare_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daemon_threads, "_spare", type(daemon_threads._spare)())


def spare_ones() -> int:
    """How many wait for work, once one does."""
    for _ in range(1000):
        if daemon_threads._spare:
            break
        threading.Event().wait(0.005)
    return len(daemon_threads._spare)


def test_a_thread_is_used_again_but_never_by_two() -> None:
    """Work that comes while a thread is busy gets another one; what is free is used again."""
    threads: list[threading.Thread] = []

    def outer() -> None:
        threads.append(threading.current_thread())
        run(lambda: threads.append(threading.current_thread()))

    run(outer)
    assert threads[0] is not threads[1]
    assert all(one.daemon for one in threads)
    assert spare_ones()
    run(lambda: threads.append(threading.current_thread()))
    assert threads[2] in threads[:2]


def test_a_thread_without_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads do not pile up."""
    monkeypatch.setattr(daemon_threads, "SPARE_SECONDS", 0.02)
    threads: list[threading.Thread] = []
    run(lambda: threads.append(threading.current_thread()))
    threads[0].join(10)
    assert not threads[0].is_alive()
    assert not daemon_threads._spare


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="nothing forks here")
def test_a_fork_has_none() -> None:
    """A child does not wait for threads of its parent."""
    run(lambda: None)
    assert spare_ones() == 1
    child = os.fork()
    if child == 0:
        os._exit(len(daemon_threads._spare))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
