"""`cacher`: remember what a function returned for the same arguments."""

from __future__ import annotations

import inspect
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ragas.engine.call_identity import call_parts
from ragas.engine.canonical import named

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ragas.engine.cache import CacheInterface

F = TypeVar("F", bound=Callable[..., Any])

_log = logging.getLogger("ragas.engine")
_MISSING = object()
_DROPPED = "callbacks"
"""Says where to report, and does not change the result."""


def cacher(cache_backend: CacheInterface | None = None) -> Callable[[F], F]:
    """A decorator that looks into a cache before it calls the function, sync or async.

    The key holds the function's name, its code and what it closes over, all arguments (given by position or by name,
    defaults included), and, for a method, what its object holds, private attributes too. `callbacks` is left out. A
    function among the arguments counts by its code, a table by its rows. A call with something that cannot be told from
    another of its class, such as an open connection, is made anew each time, and a warning in the log says so once.
    Results are kept if they are JSON data or pydantic models; None and errors never are. Without a cache the function
    stays as it is.
    """

    def decorate(fn: F) -> F:
        return fn if cache_backend is None else cast(F, _remembering(fn, cache_backend))

    return decorate


def _remembering(fn: Callable[..., Any], cache: CacheInterface) -> Callable[..., Any]:
    keys = _Keys(fn)

    if inspect.iscoroutinefunction(fn):

        @wraps(fn)
        async def answer_later(*args: Any, **kwargs: Any) -> Any:
            key = keys.of(args, kwargs)
            found = _look_up(cache, key, args, kwargs)
            if found is not _MISSING:
                return found
            result = await cast(Awaitable[Any], fn(*args, **kwargs))
            _keep(cache, key, result, fn)
            return result

        return answer_later

    @wraps(fn)
    def answer(*args: Any, **kwargs: Any) -> Any:
        key = keys.of(args, kwargs)
        found = _look_up(cache, key, args, kwargs)
        if found is not _MISSING:
            return found
        result = fn(*args, **kwargs)
        _keep(cache, key, result, fn)
        return result

    return answer


class _Keys:
    """The keys of a function's calls."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        self._fn = fn
        self._signature = inspect.signature(fn)
        self._has_warned = False

    def of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
        """A fingerprint of a call: the function, its object and its arguments; None where it has no other."""
        given = {name: value for name, value in kwargs.items() if name != _DROPPED}
        bound = self._signature.bind(*args, **given)
        bound.apply_defaults()
        arguments = {name: value for name, value in bound.arguments.items() if name != _DROPPED}
        parts, untold = call_parts(self._fn, arguments)
        if untold is None:
            text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
            return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        if not self._has_warned:
            self._has_warned = True
            _log.warning(
                "Calls of %s are not cached: %s holds something of which only the class is known (a client, a "
                "connection, an open file), so that one call could be taken for another. Give it what makes that, or "
                "find it inside the function.",
                named(self._fn),
                untold,
            )
        return None


def _look_up(cache: CacheInterface, key: str | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if key is None:
        return _MISSING
    try:
        if not cache.has_key(key):
            return _MISSING
        return _decoded(cache.get(key), [*args, *kwargs.values()])
    except Exception as error:  # noqa: BLE001  a cache must not break what it speeds up
        _log.warning("The cache %r could not be read: %s", cache, error)
        return _MISSING


def _keep(cache: CacheInterface, key: str | None, result: Any, fn: Callable[..., Any]) -> None:
    if key is None or result is None:
        return
    try:
        cache.set(key, _encoded(result))
    except Exception as error:  # noqa: BLE001  as above
        _log.warning("A result of %s was not cached: %s", named(fn), error)


def _encoded(value: Any) -> Any:
    """JSON data for `value`, marked where JSON alone would lose its type."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [_encoded(item) for item in value]
    if isinstance(value, tuple):
        return {"$tuple": [_encoded(item) for item in value]}
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith("$") for key in value):
            return {key: _encoded(item) for key, item in value.items()}
        return {"$pairs": [[_encoded(key), _encoded(item)] for key, item in value.items()]}
    if hasattr(value, "model_dump_json"):
        cls = type(value)
        return {"$model": [cls.__module__, cls.__qualname__], "value": json.loads(value.model_dump_json())}
    raise TypeError(f"{type(value).__name__} is neither JSON data nor a pydantic model")


def _decoded(value: Any, arguments: list[Any]) -> Any:
    if isinstance(value, list):
        return [_decoded(item, arguments) for item in value]
    if not isinstance(value, dict):
        return value
    if "$tuple" in value:
        return tuple(_decoded(item, arguments) for item in value["$tuple"])
    if "$pairs" in value:
        return {_decoded(key, arguments): _decoded(item, arguments) for key, item in value["$pairs"]}
    if "$model" in value:
        module, name = value["$model"]
        return _model(module, name, arguments).model_validate(value["value"])
    return {key: _decoded(item, arguments) for key, item in value.items()}


def _model(module: str, name: str, arguments: list[Any]) -> type[BaseModel]:
    """The class a stored instance is of: one of the arguments, or one already imported.

    Nothing is imported for it: a cache file says what to read, not what to run.
    """
    from pydantic import BaseModel

    found: Any = next(
        (cls for cls in _classes(arguments) if (cls.__module__, cls.__qualname__) == (module, name)), None
    )
    if found is None:
        found = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
    if isinstance(found, type) and issubclass(found, BaseModel):
        return found
    raise LookupError(f"its class {module}.{name} is not loaded")


def _classes(arguments: list[Any]) -> Iterator[type]:
    for argument in arguments:
        if isinstance(argument, type):
            yield argument
