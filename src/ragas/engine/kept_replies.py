"""Replies that outlive a call: in a cache for later runs, and in the record of a run for when it goes on."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ragas.engine.ledger import current_cell
from ragas.engine.request import RawReply, Request
from ragas.engine.same import Same
from ragas.engine.tokens import Usage

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface
    from ragas.engine.journal import CallRecord

T = TypeVar("T")

_log = logging.getLogger("ragas.engine")


class ReplyCaches:
    """The caches a run reads and writes. One that fails is left alone from then on: it must not cost a cell."""

    def __init__(self) -> None:
        self._broken: set[Same] = set()
        self._left_out: set[tuple[str, str]] = set()

    def stored(self, cache: CacheInterface | None, key: str) -> RawReply | None:
        """The reply kept under a key."""
        if cache is None or Same(cache) in self._broken:
            return None
        try:
            value = cache.get(key)
        except (json.JSONDecodeError, UnicodeDecodeError):  # one bad entry, not a bad cache
            return None
        except Exception as error:  # noqa: BLE001  a cache saves money; its failure must not cost a cell
            self._without(cache, error)
            return None
        try:
            return None if value is None else RawReply.from_dict(value)
        except Exception as error:  # noqa: BLE001  whatever it is, it is no reply: asked again and overwritten
            _log.info("What the cache holds for a call is no reply and is replaced: %r", error)
            return None

    def store(self, cache: CacheInterface | None, key: str, reply: RawReply, model: str) -> None:
        """Keep a reply under a key."""
        if cache is None or Same(cache) in self._broken:
            return
        try:
            cache.set(key, reply.to_dict() | {"asked": model})
        except Exception as error:  # noqa: BLE001  as above
            self._without(cache, error)

    def leave_out(self, provider: str, model: str) -> None:
        """Say, once, that nothing of a model is kept."""
        if (provider, model) in self._left_out:
            return
        self._left_out.add((provider, model))
        _log.warning(
            "The judge cache keeps nothing of %s: it is an object or a function with something inside of which only "
            "the class is known (a client, a connection), so its replies could be taken for another's. A model made "
            "by llm_factory or embedding_factory is kept.",
            model,
        )

    def _without(self, cache: CacheInterface, error: Exception) -> None:
        self._broken.add(Same(cache))
        _log.warning("The judge cache %r failed; this run goes on without it. The error: %s", cache, error)


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """How a call to somebody else's judge is written down: as a request, and its result as text.

    `cache_key` holds all that can change the answer, so that another run may use it; None where not all is known.
    """

    request: Request
    cache_key: str | None
    dump: Callable[[T], str]
    read: Callable[[str], T]


class Recorded(Generic[T]):
    """The place of such a call in the record of a run."""

    def __init__(self, record: CallRecord, written: Written[T]) -> None:
        self._written = written
        self._record = record
        self._key = written.request.key()

    def recall(self) -> tuple[RawReply, T] | None:
        """The reply written down before the run broke off, and what it says."""
        reply = self._record.recall(self._key)
        return None if reply is None else (reply, self._written.read(reply.text))

    def note(self, reply: RawReply) -> None:
        """Write down a reply that came from a cache."""
        self._record.note(self._key, self._written.request, reply, current_place())

    def keep(self, result: T, usage: Usage | None, seconds: float) -> None:
        """Write the call down."""
        reply = RawReply(self._written.dump(result), usage)
        self._record.keep(self._key, self._written.request, reply, current_place(), seconds)


class Cached(Generic[T]):
    """The place of such a call in a cache."""

    def __init__(self, caches: ReplyCaches, cache: CacheInterface, written: Written[T], key: str) -> None:
        self._caches = caches
        self._cache = cache
        self._written = written
        self._key = key

    def recall(self) -> tuple[RawReply, T] | None:
        """The reply kept by an earlier run, and what it says."""
        if (reply := self._caches.stored(self._cache, self._key)) is None:
            return None
        try:
            return reply, self._written.read(reply.text)
        except Exception as error:  # noqa: BLE001  a stored reply that no longer fits is asked for again
            _log.info(
                "A cached reply of %s no longer fits and is asked for again: %s",
                self._written.request.model,
                error,
            )
            return None

    def keep(self, result: T, usage: Usage | None) -> None:
        """Keep a reply for later runs."""
        reply = RawReply(self._written.dump(result), usage)
        self._caches.store(self._cache, self._key, reply, self._written.request.model)


def current_place() -> tuple[int | None, str | None]:
    """Row and metric of the cell that is being worked on."""
    cell = current_cell.get()
    return (None, None) if cell is None else (cell.row, cell.metric)
