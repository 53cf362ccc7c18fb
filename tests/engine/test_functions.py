"""Functions that are not async, called in threads."""

from __future__ import annotations

import asyncio
import threading
import time
from contextvars import ContextVar

import pytest

from ragas.engine.deadline import DeadlinePassed, within
from ragas.engine.functions import Functions

word: ContextVar[str] = ContextVar("word", default="none")


class Watched:
    """A function that takes a moment, and how many of it were under way at once."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self._lock = threading.Lock()

    def __call__(self, seconds: float = 0.02) -> str:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(seconds)
        with self._lock:
            self.now -= 1
        return word.get()


@pytest.mark.parametrize(("most", "wanted"), [(3, 3), (0, 9)])
def test_no_more_than_so_many_at_once(most: int, wanted: int) -> None:
    """As many as are allowed, and they see the caller's context variables."""
    watched, functions = Watched(), Functions(most)

    async def nine() -> list[str]:
        word.set("mine")
        return await asyncio.gather(*(functions.call(watched, 0.1) for _ in range(9)))

    assert asyncio.run(nine()) == ["mine"] * 9
    assert 1 < watched.most <= wanted


def test_what_it_raises_is_raised_and_its_place_is_free() -> None:
    """An error costs no place."""
    functions = Functions(1)

    async def twice() -> None:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await functions.call(lambda: 1 / 0)

    asyncio.run(twice())


def test_one_inside_another_does_not_wait_for_itself() -> None:
    """A function that calls another through the same run takes no second place."""
    functions = Functions(1)

    def outer() -> int:
        return asyncio.run(functions.call(lambda: 5))

    assert asyncio.run(asyncio.wait_for(functions.call(outer), 5)) == 5


def test_waiting_for_a_place_is_not_counted() -> None:
    """A deadline holds for the function itself, however many come before it."""
    watched, functions = Watched(), Functions(1)

    async def one(seconds: float) -> str:
        return await within(0.4, lambda: functions.call(watched, seconds))

    async def several() -> list[str | BaseException]:
        return await asyncio.gather(*(one(0.15) for _ in range(5)), one(5), return_exceptions=True)

    began = time.monotonic()
    *answers, late = asyncio.run(several())
    assert answers == ["none"] * 5
    assert isinstance(late, DeadlinePassed)
    assert time.monotonic() - began < 4
