"""Values of Python's own kinds, and numpy's, as data: what they hold, the same in every process."""

from __future__ import annotations

import gc
import itertools
import json
import operator
import re
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

LARGEST_ARRAY = 2**26
"""How many bytes of an array are looked at; of a larger one its shape and these."""

_SHOWN = (
    Decimal,
    Fraction,
    date,
    timedelta,
    timezone,
    range,
    complex,
    bytes,
    bytearray,
)
"""Kinds that show themselves the same everywhere."""
_GETTERS = (operator.itemgetter, operator.attrgetter, operator.methodcaller)
_SCALARS = frozenset({str, int, float, bool, type(None)})
_NAMED = frozenset({("uuid", "UUID"), ("zoneinfo", "ZoneInfo")})
"""Such kinds too, of modules that are not loaded for their sake."""
_CHUNK = 10_000
_SMALL = 16


def parts_of(value: Any) -> Any:
    """What a value of such a kind is made of, as texts and containers of values; None for any other kind."""
    kind = type(value)
    if kind in _SHOWN or _is_named(kind):
        return repr(value)
    if kind in (datetime, time):
        zone = type(value.tzinfo)
        return repr(value) if zone in (type(None), timezone) or _is_named(zone) else None
    if kind is re.Pattern:
        return [value.pattern, value.flags]
    if kind is deque:
        return [list(value), value.maxlen]
    if kind is MappingProxyType:
        return gc.get_referents(value)
    if kind in _GETTERS:
        return list(value.__reduce__())
    if issubclass(kind, PurePath) and kind.__module__.partition(".")[0] == "pathlib":
        # Where a file lies is another place on another machine.
        return value.name if value.is_absolute() else value.as_posix()
    if kind.__module__ == "numpy":
        return _of_numpy(value, kind)
    return None


def _is_named(kind: type) -> bool:
    return (kind.__module__, kind.__name__) in _NAMED


def _of_numpy(value: Any, kind: type) -> Any:
    if kind.__name__ != "ndarray":
        return [str(value.dtype), value.item()] if hasattr(kind, "item") and hasattr(kind, "dtype") else None
    about = [str(value.dtype), list(value.shape)]
    if value.dtype.hasobject:
        return [*about, value.tolist()]
    seen = value.reshape(-1)[: max(1, LARGEST_ARRAY // max(1, value.itemsize))]
    return [*about, sha256(seen.tobytes()).hexdigest()]


def hash_of_plain(items: Iterable[Any], size: int) -> str | None:
    """A hash of a long row of texts, numbers, truth values and None; None where it is short or holds anything else."""
    if size < _SMALL:
        return None
    digest = sha256()
    for chunk in _chunks(iter(items)):
        if not _SCALARS.issuperset(map(type, chunk)):
            return None
        try:
            digest.update(json.dumps(chunk).encode())
        except ValueError:  # a whole number of more digits than Python writes
            return None
    return digest.hexdigest()


def _chunks(items: Iterator[Any]) -> Iterator[list[Any]]:
    while chunk := list(itertools.islice(items, _CHUNK)):
        yield chunk


def hashed(told: Any) -> str:
    """The first 12 hex digits of the hash of JSON data."""
    return sha256(text(told).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def text(told: Any) -> str:
    """JSON data as text, equal for equal data."""
    return json.dumps(told, sort_keys=True)
