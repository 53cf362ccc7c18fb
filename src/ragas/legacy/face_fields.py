"""The settings of a face as dataclass fields, for code that makes a `@dataclass` of a subclass."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragas.legacy.face import CoreFace

OWN = frozenset({"llm", "embeddings", "name", "allowed_values"})
"""Fields of every metric, which a face keeps by itself."""


def defaults(face: type[CoreFace]) -> dict[str, Any]:
    """The settings of a face, under the names they have behind it, with what they are when nobody sets them."""
    return {one.name: _default(one) for one in fields(face.core) if one.name not in OWN} | dict(face.ignored)


def default_name(face: type[CoreFace]) -> str:
    """What the metric is called when nobody names it."""
    return face.default_name or next(str(one.default) for one in fields(face.core) if one.name == "name")


def make_dataclass(face: type[CoreFace]) -> None:
    """Make the settings of a face its fields, under the names that first-generation code gives them."""
    earlier = {new: old for old, new in reversed(face.renamed.items())}
    settings = {
        earlier.get(name, name): _held(name, default, name in earlier)
        for name, default in (defaults(face) | dict(face.extra_fields)).items()
    }
    held = {"name": default_name(face), "_required_columns": field(default_factory=face._default_columns)}
    for name, value in (held | settings).items():
        setattr(face, name, value)
    face.__annotations__ = dict.fromkeys([*held, *settings], "Any")
    face.__doc__ = face.__doc__ or (
        f"The first-generation form of `ragas.metrics.collections.{face.core.__name__}`."
    )
    dataclass(eq=False, init=False, repr=False)(face)


def _held(name: str, default: Any, is_renamed: bool) -> Any:
    """A default as a dataclass takes it; of a renamed setting the class has none, as it is kept under its new name."""
    if is_renamed or type(default).__hash__ is None:
        return field(default_factory=lambda: default)
    return default


def _default(one: Field[Any]) -> Any:
    return one.default_factory() if one.default_factory is not MISSING else one.default
