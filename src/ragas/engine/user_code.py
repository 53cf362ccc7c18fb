"""What is a user's own code, and what its functions read, found without running any of it."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from ragas.engine.code_parts import Names, names_of

_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")
_DEEPEST = 5
"""How many modules in modules are gone through: `package.part.rules`."""


def is_users(module: str, file: str | None) -> bool:
    """Whether what stands in a module or file is neither Python's, nor installed, nor ours."""
    top = module.partition(".")[0]
    return not (top == "ragas" or top in sys.stdlib_module_names or (file and _INSTALLED.search(file)))


def is_users_function(function: FunctionType) -> bool:
    """Whether a function is neither Python's, nor installed, nor ours."""
    return is_users(str(function.__globals__.get("__name__", "")), function.__code__.co_filename)


def is_users_class(cls: type) -> bool:
    """Whether a class is neither Python's, nor installed, nor ours."""
    name = _of_class(cls, "__module__")
    held = sys.modules.get(name)
    return is_users(name, vars(held).get("__file__") if type(held) is ModuleType else None)


def name_of(cls: type) -> str:
    """The name of a class; of a user's without its module, which is another one where that is run as a program."""
    name = _of_class(cls, "__qualname__")
    return name if is_users_class(cls) else f"{_home_of(cls)}.{name}"


def _home_of(cls: type) -> str:
    """The module in which a class's first method was written.

    `__module__` is no such thing: a package that hands on a class of another one may have put its own name there.
    """
    methods = (one for one in defined(cls).values() if type(one) is FunctionType)
    first = next(methods, None)
    return str(first.__globals__.get("__name__", "")) if first else _of_class(cls, "__module__")


def name_of_function(function: Any) -> str:
    """The name of a function, or of whatever is called; of a user's without its module."""
    if type(function) is MethodType:
        return name_of_function(function.__func__)
    if type(function) is not FunctionType:
        return name_of(type(function))
    name: str = function.__qualname__
    return name if is_users_function(function) else f"{function.__globals__.get('__name__', '')}.{name}"


def is_code(value: Any) -> bool:
    """Whether a value is a function or a class."""
    return type(value) in (FunctionType, MethodType) or issubclass(type(value), type)


def mro(cls: type) -> tuple[type, ...]:
    """The class and its bases. A metaclass is not asked: that may be the user's code."""
    found: tuple[type, ...] = type.__getattribute__(cls, "__mro__")
    return found


def defined(cls: type) -> Mapping[str, Any]:
    """What a class itself defines, without asking its metaclass."""
    found: Mapping[str, Any] = type.__getattribute__(cls, "__dict__")
    return found


def _of_class(cls: type, name: str) -> str:
    try:
        found = type.__getattribute__(cls, name)
    except AttributeError:
        return ""
    return found if type(found) is str else ""


def read_by(function: FunctionType) -> dict[str, Any]:
    """What a function reads besides its arguments: defaults, closures, globals, and modules imported inside it."""
    code, names = function.__code__, names_of(function.__code__)
    found: dict[str, Any] = dict(_defaults(function))
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    for name in names.read:
        if name in function.__globals__ and name not in found:
            found |= _global(name, function.__globals__[name], names)
    for level, module, taken in names.imported:
        found |= _imported(level, module, taken, function.__globals__)
    return found


def _global(name: str, value: Any, names: Names, depth: int = 0) -> dict[str, Any]:
    """A global, and of a module of the user's the attributes that may be meant."""
    if type(value) is not ModuleType:
        return {name: value}
    held = vars(value)
    if depth > _DEEPEST or not is_users(str(held.get("__name__", "")), held.get("__file__")):
        return {}
    found: dict[str, Any] = {}
    for one in names.attributes:
        if one in held:
            found |= _global(f"{name}.{one}", held[one], names, depth + 1)
    return found


def _imported(level: int, module: str, taken: tuple[str, ...], space: Mapping[str, Any]) -> dict[str, Any]:
    """The text of a user's modules that are imported when the function is called: until then they hold nothing."""
    if level:
        package = str(space.get("__package__") or "").split(".")
        module = ".".join([*package[: len(package) - level + 1], *filter(None, [module])])
    parts = module.split(".")
    if not is_users(module, None):
        return {}
    found: dict[str, Any] = {}
    for name in [*(".".join(parts[: at + 1]) for at in range(len(parts))), *(f"{module}.{t}" for t in taken)]:
        try:
            file = _file(name)
            if file is not None and is_users(name, str(file)):
                found[f"import {name}"] = sha256(file.read_bytes()).hexdigest()
        except Exception:  # noqa: BLE001  a file that cannot be read, or a finder of others that fails
            continue
    return found


def _file(module: str) -> Path | None:
    """The source file of a module, found without importing the packages it stands in."""
    path: Any = None
    spec = None
    parts = module.split(".")
    for at in range(len(parts)):
        spec = PathFinder.find_spec(".".join(parts[: at + 1]), path)
        if spec is None:
            return None
        path = spec.submodule_search_locations or []
    origin = Path(spec.origin) if spec is not None and spec.origin else None
    return origin if origin is not None and origin.suffix == ".py" and origin.is_file() else None


def _defaults(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The parameters that have a default, with it."""
    code, defaults = function.__code__, function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    yield from zip(positional[len(positional) - len(defaults) :], defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()


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
