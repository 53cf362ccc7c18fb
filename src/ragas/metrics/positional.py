"""Settings that may be given by position, in an order of their own; the fields of a metric stay keywords."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


def by_position(*names: str) -> Callable[[Class], Class]:
    """A decorator for a dataclass: its constructor takes the fields `names` by position too, in this order.

    >>> from dataclasses import dataclass, field
    >>> @by_position("mode", "name")
    ... @dataclass
    ... class Overlap:
    ...     name: str = field(default="overlap", kw_only=True)
    ...     mode: str = field(default="words", kw_only=True)
    >>> Overlap("letters", "by_letters")
    Overlap(name='by_letters', mode='letters')
    """

    def decorate(cls: Class) -> Class:
        made: Callable[..., None] = vars(cls)["__init__"]

        @functools.wraps(made)
        def construct(self: object, /, *values: Any, **settings: Any) -> None:
            if len(values) > len(names):
                raise TypeError(
                    f"{cls.__name__} takes {', '.join(names)} by position, and {len(values)} values were given: "
                    "name the others."
                )
            given = dict(zip(names, values, strict=False))
            if twice := [name for name in given if name in settings]:
                raise TypeError(f"{cls.__name__} was given {twice[0]!r} both by position and by name.")
            made(self, **given, **settings)

        construct.__signature__ = _reordered(inspect.signature(made), names)  # type: ignore[attr-defined]
        cls.__init__ = construct  # type: ignore[misc]
        return cls

    return decorate


def _reordered(signature: inspect.Signature, names: tuple[str, ...]) -> inspect.Signature:
    """The signature with `names` first and all else by name."""
    itself, *settings = signature.parameters.values()
    by_name = {one.name: one for one in settings}
    first = [by_name.pop(name).replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    rest = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in by_name.values()]
    return signature.replace(parameters=[itself, *first, *rest])
