"""What an object holds that can change its answers, told from what it counts and keeps while it is used."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import FunctionType, MemberDescriptorType
from typing import Any

from pydantic import BaseModel

from ragas.engine.canonical import HOW
from ragas.engine.code_changes import own_attributes
from ragas.engine.code_parts import all_codes, names_of
from ragas.engine.code_state import changed_in
from ragas.engine.credentials import is_credential
from ragas.engine.same import UNTOLD
from ragas.engine.user_code import defined, functions_of, is_users_class, mro, name_of

_BUILDING = frozenset({"__init__", "__new__", "__post_init__", "__attrs_post_init__", "model_post_init"})
_ASKED = (
    *(
        "agenerate",
        "generate",
        "ainvoke",
        "invoke",
        "acomplete",
        "complete",
        "agenerate_text",
        "generate_text",
    ),
    *("aembed_query", "embed_query", "aembed_documents", "embed_documents", "aembed_text", "embed_text"),
    *("aembed_texts", "embed_texts", "aget_text_embedding", "get_text_embedding", "encode", "__call__"),
)
"""Methods by which judges and embedders are asked."""
_PLAIN = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
_OURS = ("ragas.llms", "ragas.metrics", "ragas.prompt", "ragas.embeddings")
_KEEPING_NOTHING = frozenset({"builtins", "abc", "collections", "typing", "typing_extensions"})
"""Modules whose classes keep nothing private in the objects of others."""
_WRITTEN = frozenset(
    {
        *(
            "__init__",
            "__new__",
            "__repr__",
            "__eq__",
            "__ne__",
            "__lt__",
            "__le__",
            "__gt__",
            "__ge__",
            "__hash__",
        ),
        *("__setattr__", "__delattr__", "__getstate__", "__setstate__", "__replace__", "__getnewargs__"),
    }
)
"""Methods that dataclasses and their kind have written for them, otherwise in every version of Python."""


def has_settings(kind: type) -> bool:
    """Whether objects of a class are told apart by what they hold."""
    return name_of(kind) in _PLAIN or _is_ours(kind) or is_users_class(kind)


def _is_ours(kind: type) -> bool:
    module = str(type.__getattribute__(kind, "__module__"))
    return ".".join(module.split(".")[:2]) in _OURS


def _comes_with_us(kind: type) -> bool:
    return str(type.__getattribute__(kind, "__module__")).partition(".")[0] == "ragas"


def settings_of(value: Any, *, for_keys: bool = False) -> dict[str, Any]:
    """The settings of an object: its attributes without credentials, state, and what is its own business.

    State is what a method of the user's changes after the object is made. Its own business is what is private and comes
    from none of the arguments the object is made with, or from a class of another library. For keys only what is changed
    when the object is asked is left out.
    """
    kind = type(value)
    if _is_ours(kind):
        return _of_ours(held_by(value))
    state, own, named = (
        (_changed_when_asked(kind), set[str](), None)
        if for_keys
        else (changed_by(kind), own_of(kind), _named_by(kind))
    )
    how = HOW if any(map(_comes_with_us, mro(kind))) else frozenset()
    return {
        name: item
        for name, item in sorted(held_by(value).items())
        if not (name.startswith("__") or name in state or name in how)
        and not (name.startswith("_") and (name in own or not (named is None or name in named)))
        and not is_credential(name, item)
    }


def _of_ours(held: dict[str, Any]) -> dict[str, Any]:
    """What a judge, a prompt or a metric of ours says in public, and the model that is all there is to some judges."""
    found = {
        name: item for name, item in sorted(held.items()) if not name.startswith("_") and name not in HOW
    }
    parameters = held.get("parameters")
    if type(parameters) is dict and UNTOLD in parameters:
        found["parameters"] = {name: item for name, item in parameters.items() if name != UNTOLD}
        found["model"] = held.get("_model")
    return {name: item for name, item in found.items() if not is_credential(name, item)}


def held_by(value: Any) -> dict[str, Any]:
    """The attributes an object holds, without asking it."""
    try:
        attributes = object.__getattribute__(value, "__dict__")
        held = {name: item for name, item in attributes.items() if type(name) is str}
    except (AttributeError, TypeError):
        held = {}
    for cls in mro(type(value)):
        for name, slot in defined(cls).items():
            if type(slot) is MemberDescriptorType and name not in held:
                try:
                    held[name] = slot.__get__(value)
                except AttributeError:  # not set
                    continue
    for more in (held.get("__pydantic_private__"), held.get("__pydantic_extra__")):
        held |= more if type(more) is dict else {}
    return held


def fields_of(cls: type) -> list[str]:
    """The fields of a pydantic model, a dataclass or their kind."""
    for one in mro(cls):
        for name in ("__pydantic_fields__", "__dataclass_fields__"):
            if type(fields := defined(one).get(name)) is dict:
                return sorted(fields)
        attributes: Any = defined(one).get("__attrs_attrs__")
        if issubclass(type(attributes), tuple):
            return sorted(str(attribute.name) for attribute in attributes)
    return []


def is_written(cls: type, method: str) -> bool:
    """Whether a method without source is one that a dataclass, or its kind, has written for it."""
    held = defined(cls)
    return method in _WRITTEN and bool(fields_of(cls) or "_fields" in held)


def changed_by(cls: type) -> set[str]:
    """The attributes that methods change after an object is made, and those that are found when they are asked for."""
    found: set[str] = set()
    for one in _read_classes(cls):
        for method, item in defined(one).items():
            if issubclass(type(item), functools.cached_property):
                found.add(method)
            if method not in _BUILDING:
                for function in functions_of(item):
                    found |= changed_in(function).attributes
    return found


def _changed_when_asked(cls: type) -> set[str]:
    """The attributes that a judge or embedder changes while it answers, itself or by methods it calls."""
    items = {name: item for one in reversed(mro(cls)) for name, item in defined(one).items()}
    found: set[str] = set()
    seen: set[str] = set()
    waiting = list(_ASKED)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in items:
            continue
        seen.add(name)
        if issubclass(type(items[name]), functools.cached_property):
            found.add(name)
        for function in functions_of(getattr(items[name], "fget", items[name])):  # a property is only read
            found |= changed_in(function).attributes
            waiting += names_of(function.__code__).attributes
    return found


def own_of(cls: type) -> set[str]:
    """The attributes that are made when the object is, of nothing it is given."""
    own: set[str] = set()
    for one in _read_classes(cls):
        for function in _makers(one):
            own |= own_attributes(function.__code__)
    return own


def _makers(cls: type) -> Iterator[FunctionType]:
    for method in _BUILDING:
        yield from functions_of(defined(cls).get(method))


def _named_by(cls: type) -> set[str] | None:
    """Of a class with a base of another library the attributes its own code names; None where all are its own."""
    if all(
        _is_read(one) or one is BaseModel or name_of(one).partition(".")[0] in _KEEPING_NOTHING
        for one in mro(cls)
    ):
        return None
    return {
        name
        for one in _read_classes(cls)
        for item in defined(one).values()
        for function in functions_of(item)
        for code in all_codes(function.__code__)
        for name in code.co_names
    }.union(*(defined(one) for one in _read_classes(cls)))


def _read_classes(cls: type) -> list[type]:
    """The class and its bases, as far as their code is read."""
    return [one for one in mro(cls) if _is_read(one)]


def _is_read(cls: type) -> bool:
    return is_users_class(cls) or _is_ours(cls)
