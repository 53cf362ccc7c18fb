"""The text of a function's code: its source where that is what runs, else what it was compiled to."""

from __future__ import annotations
import __future__

import ast
import functools
import inspect
import linecache
import sys
import warnings
import weakref
from collections import defaultdict
from collections.abc import Iterator
from textwrap import dedent
from types import CodeType
from typing import Any

from ragas.engine.code_parts import all_codes

_FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
_REWRITTEN = "@pytest_ar"
"""A name in functions with an `assert` that pytest has rewritten: they are not what their source compiles to."""

_COMPILED: dict[str, tuple[list[str], int, dict[str, list[CodeType]]]] = {}
_MOST_FILES = 64
_TEXTS: dict[int, tuple[weakref.ref[CodeType], Any]] = {}


def text_of(code: CodeType) -> Any:
    """The source of a function, else what it was compiled to, which is another one in another version of Python.

    A file may have been edited after it was imported: its text counts only where it compiles to the code that runs.
    It is read once, so a function stays the same when its file is edited later.
    """
    known = _TEXTS.get(id(code))
    if known is not None and known[0]() is code:
        return known[1]
    try:
        found = _source(code)
    except Exception:  # noqa: BLE001  no file, or one that cannot be read or compiled
        found = None
    if found is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        told: Any = {"python": version, "compiled": compiled(code)}
    else:
        told = found
    key = id(code)
    _TEXTS[key] = weakref.ref(code, lambda _: _TEXTS.pop(key, None)), told
    return told


def compiled(code: CodeType) -> list[Any]:
    """All of a code that matters to what it does, as JSON data: no file, no lines."""
    return [
        code.co_code.hex(),
        code.co_exceptiontable.hex(),
        [code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags],
        [list(names) for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)],
        [_constant(one) for one in code.co_consts],
    ]


def _constant(value: Any) -> Any:
    kind = type(value)
    if kind is CodeType:
        return compiled(value)
    if kind in (tuple, frozenset):
        items = [_constant(one) for one in value]
        return [kind.__name__, sorted(items, key=repr) if kind is frozenset else items]
    return [kind.__name__, hex(value) if kind is int else repr(value)]


def _source(code: CodeType) -> str | None:
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    if not lines:
        return None
    found = _same(code, _codes(code.co_filename, lines, code.co_flags & _FUTURE).get(code.co_qualname, []))
    if found is None:
        return None
    if found.co_name == "<lambda>":
        return _lambda(found, lines)
    return dedent("".join(inspect.getblock(lines[found.co_firstlineno - 1 :])))


def _codes(file: str, lines: list[str], flags: int) -> dict[str, list[CodeType]]:
    """What a file compiles to, by name. It is compiled once for as long as `linecache` takes it for the same file."""
    known = _COMPILED.get(file)
    if known is not None and known[0] is lines and known[1] == flags:
        return known[2]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        as_notebook = flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        module: CodeType = compile("".join(lines), "<module>", "exec", flags=as_notebook, dont_inherit=True)
    found: dict[str, list[CodeType]] = defaultdict(list)
    for one in all_codes(module):
        found[one.co_qualname].append(one)
    if len(_COMPILED) >= _MOST_FILES:
        _COMPILED.clear()
    _COMPILED[file] = lines, flags, found
    return found


def _same(code: CodeType, named: list[CodeType]) -> CodeType | None:
    """Of the codes of its name the one that is the same, the nearest if there are several."""
    if any(_REWRITTEN in one.co_names for one in all_codes(code)):
        same = [one for one in named if one.co_firstlineno == code.co_firstlineno]
    else:
        parts = compiled(code)
        same = [one for one in named if compiled(one) == parts]
    # Alike lambdas in a line, such as `lambda n: -1` twice, are told by their columns.
    places = list(code.co_positions())
    return min(
        same,
        key=lambda one: (abs(one.co_firstlineno - code.co_firstlineno), list(one.co_positions()) != places),
        default=None,
    )


def _lambda(code: CodeType, lines: list[str]) -> str | None:
    """The lambda alone: there may be others in its line."""
    spans = [
        (line, column, end_line, end_column)
        for line, end_line, column, end_column in code.co_positions()
        if line is not None and end_line is not None and column is not None and end_column is not None
    ]
    spans = [one for one in spans if one[:2] != one[2:]]  # what stands nowhere in the source
    if not spans:
        return None
    first, last = min(one[:2] for one in spans), max(one[2:] for one in spans)
    text = [line.encode() for line in lines[first[0] - 1 : last[0]]]
    text[-1] = text[-1][: last[1]]
    text[0] = text[0][first[1] :]
    return f"lambda {', '.join(_taken(code))}: {b''.join(text).decode('utf-8', 'replace')}"


def _taken(code: CodeType) -> Iterator[str]:
    """The parameters of a code as they are written, without defaults."""
    names = iter(code.co_varnames)
    positional = [next(names) for _ in range(code.co_argcount)]
    by_name = [next(names) for _ in range(code.co_kwonlyargcount)]
    yield from positional[: code.co_posonlyargcount]
    if code.co_posonlyargcount:
        yield "/"
    yield from positional[code.co_posonlyargcount :]
    if code.co_flags & inspect.CO_VARARGS:
        yield f"*{next(names)}"
    elif by_name:
        yield "*"
    yield from by_name
    if code.co_flags & inspect.CO_VARKEYWORDS:
        yield f"**{next(names)}"
