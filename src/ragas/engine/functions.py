"""Functions of the user that are not async: a run calls them in threads, a bounded number of them at once."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from ragas.engine.event_loop import call_in_thread
from ragas.engine.limiter import Slots
from ragas.engine.side_loop import held_up

T = TypeVar("T")
P = ParamSpec("P")

_inside: ContextVar[bool] = ContextVar("ragas_inside_function", default=False)


class Functions:
    """Calls functions in threads, at most `most` at once; 0 is any number."""

    def __init__(self, most: int) -> None:
        self._slots = Slots(most) if most > 0 else None

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or raises; the deadline of the caller begins when the function does.

        One called from within another rides on the outer one's slot: waiting for a slot could mean waiting for itself.
        """
        if self._slots is None or _inside.get():
            return await call_in_thread(function, *args, **kwargs)
        with held_up():
            await self._slots.take()
        token = _inside.set(True)
        try:
            return await call_in_thread(function, *args, **kwargs)
        finally:
            _inside.reset(token)
            self._slots.give_back()
