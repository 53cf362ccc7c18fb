"""Promises of `ragas.engine.event_loop`."""

import asyncio
import contextvars
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from ragas.engine.event_loop import call_in_thread, is_event_loop_running, run_sync

colour: contextvars.ContextVar[str] = contextvars.ContextVar("colour", default="none")


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


def run_program(program: str, timeout: float = 20) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def test_without_a_running_loop() -> None:
    """A script gets the result of a coroutine."""
    assert run_sync(double(4)) == 8


def test_inside_a_running_loop() -> None:
    """A sync call inside a coroutine works, and asyncio is not patched for it."""
    before = asyncio.run

    async def main() -> int:
        return run_sync(double(5))

    assert asyncio.run(main()) == 10
    assert asyncio.run is before


def test_inside_uvloop() -> None:
    """A sync call inside a coroutine that uvloop runs works."""
    uvloop = pytest.importorskip("uvloop")

    async def main() -> int:
        return run_sync(double(6))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(main()) == 12


def test_nested_on_the_shared_loop() -> None:
    """A sync door used by code that itself runs behind a sync door does not wait for itself, at any depth."""

    async def outer(depth: int) -> int:
        return depth if depth == 0 else 1 + run_sync(outer(depth - 1))

    assert run_sync(outer(3)) == 3


def test_eight_threads() -> None:
    """Eight threads share the loop and each gets its own result."""
    results: dict[int, int] = {}

    def work(number: int) -> None:
        results[number] = run_sync(double(number))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert results == {number: 2 * number for number in range(8)}


def test_errors_pass() -> None:
    """The coroutine's exception reaches the caller as it is."""

    async def fail() -> None:
        raise KeyError("missing")

    with pytest.raises(KeyError, match="missing"):
        run_sync(fail())


def test_system_exit_passes_and_the_loop_lives_on() -> None:
    """`sys.exit` in a coroutine reaches the caller, and the next call still works."""

    async def leave() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        run_sync(leave())
    assert run_sync(double(1)) == 2


def test_context_variables_are_seen() -> None:
    """Context variables of the caller are seen in the coroutine and in threads it starts."""

    async def look() -> tuple[str, str]:
        return colour.get(), await call_in_thread(colour.get)

    token = colour.set("blue")
    try:
        assert run_sync(look()) == ("blue", "blue")
    finally:
        colour.reset(token)


def test_call_in_thread_passes_arguments_and_errors() -> None:
    """Arguments reach the function and its exception reaches the caller; StopIteration arrives as RuntimeError."""

    def divide(a: int, *, by: int) -> float:
        return a / by

    async def main() -> None:
        assert await call_in_thread(divide, 6, by=3) == 2
        with pytest.raises(ZeroDivisionError):
            await call_in_thread(divide, 6, by=0)
        with pytest.raises(RuntimeError, match="StopIteration"):
            await call_in_thread(next, iter([]))

    asyncio.run(main())


def test_call_in_thread_leaves_the_loop_free() -> None:
    """While a thread blocks, the loop goes on."""
    release = threading.Event()

    async def main() -> bool:
        blocked = call_in_thread(release.wait, 10)
        await asyncio.sleep(0)
        release.set()
        return await blocked

    assert asyncio.run(main()) is True


def test_is_event_loop_running() -> None:
    """Says whether the caller is inside a running loop."""

    async def inside() -> bool:
        return is_event_loop_running()

    assert not is_event_loop_running()
    assert asyncio.run(inside())


def test_stuck_threads_and_tasks_do_not_keep_the_process() -> None:
    """A process ends at once, and silently, while a thread, a to_thread call and a task that will not die hang."""
    program = """
        import asyncio, time
        from ragas.engine.event_loop import call_in_thread, run_sync

        async def stubborn():
            while True:
                try:
                    await asyncio.sleep(600)
                except asyncio.CancelledError:
                    pass

        async def main():
            call_in_thread(time.sleep, 600)
            asyncio.ensure_future(asyncio.to_thread(time.sleep, 600))
            main.task = asyncio.ensure_future(stubborn())
            await asyncio.sleep(0.05)

        run_sync(main())
        print("done")
    """
    begun = time.monotonic()
    result = run_program(program)
    assert result.stdout == "done\n"
    assert result.stderr == ""
    assert result.returncode == 0
    assert time.monotonic() - begun < 15


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
def test_ctrl_c_cancels() -> None:
    """Ctrl-C cancels the coroutine, lets it clean up, and raises KeyboardInterrupt in the caller."""
    program = """
        import asyncio, os, signal
        from ragas.engine.event_loop import run_sync

        async def main():
            try:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.sleep(600)
            finally:
                await asyncio.sleep(0.02)
                print("cleaned up")

        try:
            run_sync(main())
        except KeyboardInterrupt:
            print("interrupted")
    """
    assert run_program(program).stdout == "cleaned up\ninterrupted\n"


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
def test_after_a_fork() -> None:
    """A forked child gets a loop of its own."""
    program = """
        import os, warnings
        from ragas.engine.event_loop import run_sync

        async def one():
            return 1

        run_sync(one())
        warnings.simplefilter("ignore")
        if os.fork() == 0:
            os._exit(10 + run_sync(one()))
        print(os.waitstatus_to_exitcode(os.wait()[1]))
    """
    assert run_program(program).stdout == "11\n"
