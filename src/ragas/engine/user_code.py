"""What is a user's own code, and what its objects and classes hold, found without running any of it."""

from __future__ import annotations

import dataclasses
import functools
import re
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from pydantic import BaseModel

from ragas.engine.canonical import named
from ragas.engine.code_parts import Names, names_of

_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")
_BUILDING = frozenset({"__init__", "__new__", "__post_init__"})


def is_users_class(cls: type) -> bool:
    """Whether a class is neither Python's, nor installed, nor ours."""
    module = sys.modules.get(cls.__module__)
    return is_users(cls.__module__, getattr(module, "__file__", None))


def name_of(cls: type) -> str:
    """The name of a class; of a user's without its module, which is another one where that is run as a program."""
    return cls.__qualname__ if is_users_class(cls) else named(cls)


def is_code(value: Any) -> bool:
    """Whether a value is a function or a class."""
    return type(value) in (FunctionType, MethodType) or issubclass(type(value), type)


def read_global(name: str, value: Any, names: Names) -> dict[str, Any]:
    """A global, and of a module of the user's the attributes that may be meant."""
    if type(value) is not ModuleType:
        return {name: value}
    held = vars(value)
    if not is_users(str(held.get("__name__", "")), held.get("__file__")):
        return {}
    return {f"{name}.{one}": held[one] for one in names.attributes if one in held}


def defaults_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The parameters that have a default, with it."""
    code, defaults = function.__code__, function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    yield from zip(positional[len(positional) - len(defaults) :], defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()


def held_by(value: Any) -> dict[str, Any]:
    """The attributes an object holds, without asking it."""
    try:
        held = dict(object.__getattribute__(value, "__dict__"))
    except (AttributeError, TypeError):
        held = {}
    for cls in type(value).__mro__:
        for name, slot in vars(cls).items():
            if type(slot) is MemberDescriptorType and name not in held:
                try:
                    held[name] = slot.__get__(value)
                except AttributeError:  # not set
                    continue
    return held


def fields_of(cls: type) -> list[str]:
    """The fields of a pydantic model or a dataclass."""
    if BaseModel in cls.__mro__:
        return sorted(cls.model_fields)  # type: ignore[attr-defined]
    if dataclasses.is_dataclass(cls):
        return sorted(one.name for one in dataclasses.fields(cls))
    return []


def functions_of(item: Any) -> list[FunctionType]:
    """The functions of a method, a property or their kind, with those they wrap; empty for anything else."""
    kind = type(item)
    if issubclass(kind, property):
        found = [item.fget, item.fset, item.fdel]
    elif issubclass(kind, staticmethod | classmethod):
        found = [item.__func__]
    else:
        found = [item.func if issubclass(kind, functools.cached_property) else item]
    functions = [one for one in found if type(one) is FunctionType]
    for one in functions:
        wrapped = vars(one).get("__wrapped__")
        if type(wrapped) is FunctionType and wrapped not in functions:
            functions.append(wrapped)
    return functions


def _users(cls: type) -> list[type]:
    return [one for one in cls.__mro__ if is_users_class(one)]


def changed_by(cls: type) -> set[str]:
    """The attributes that methods of a user's class change after an object is made."""
    return {
        name
        for one in _users(cls)
        for method, item in vars(one).items()
        if method not in _BUILDING
        for function in functions_of(item)
        for name in names_of(function.__code__).changed
    }


def arguments_of(cls: type) -> Iterator[str]:
    """The names of what the user's classes are made with, `**options` included."""
    for one in _users(cls):
        for function in functions_of(vars(one).get("__init__")):
            yield from _parameters(function.__code__)


def _parameters(code: CodeType) -> tuple[str, ...]:
    """The names of all parameters of a code."""
    starred = bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + starred]


def is_users(module: str, file: str | None) -> bool:
    """Whether what stands in a module or file is neither Python's, nor installed, nor ours."""
    top = module.partition(".")[0]
    return not (top == "ragas" or top in sys.stdlib_module_names or (file and _INSTALLED.search(file)))
