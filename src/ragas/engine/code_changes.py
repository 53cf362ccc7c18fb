"""What a function changes and what it gives to others, read from its source: nothing is run."""

from __future__ import annotations

import ast
import dis
import functools
from collections import Counter, defaultdict
from collections.abc import Iterator
from types import CodeType
from typing import NamedTuple

from ragas.engine.code_parts import all_codes
from ragas.engine.code_text import text_of

_CHANGING = frozenset(
    {
        *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft"),
        *("remove", "reverse", "rotate", "setdefault", "sort", "subtract", "update", "difference_update"),
        *("intersection_update", "symmetric_difference_update"),
    }
)
"""Methods that change the list, dict, set or deque they are called on."""

_GIVING = _CHANGING | {"get", "items", "keys", "values", "__getitem__"}
"""Methods whose value is a part of their object. That of any other is something of its own: `text.split().pop()`."""

_REBINDING = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF"})
_SETTING = frozenset({"STORE_ATTR", "DELETE_ATTR"})

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Part(NamedTuple):
    """A name, or an attribute of whatever it is one of."""

    name: str
    is_attribute: bool = False


class Passed(NamedTuple):
    """What is given to a function that is called by its name: `put(CACHE, text)`."""

    function: str
    parameter: int | str
    """Its place, or its name."""
    part: Part


class Changes(NamedTuple):
    """What a function, with those inside it, changes and gives to others."""

    changed: frozenset[Part] = frozenset()
    passed: frozenset[Passed] = frozenset()


@functools.lru_cache(maxsize=8192)
def changes_of(code: CodeType) -> Changes:
    """What a function changes. Without source these are the globals and attributes that it assigns."""
    try:
        function = _parsed(code)
        return _assigned(code) if function is None else _changes(function)
    except (SyntaxError, ValueError, RecursionError):  # what no one wrote by hand
        return _assigned(code)


@functools.lru_cache(maxsize=8192)
def own_attributes(code: CodeType) -> frozenset[str]:
    """The attributes that an `__init__` sets to what comes from no argument: `self._started = time.time()`."""
    try:
        function = _parsed(code)
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    own: set[str] = set()
    given: set[str] = set()
    local = {*code.co_varnames[1:], *code.co_cellvars, *code.co_freevars} - {*code.co_varnames[:1]}
    pairs = () if function is None else (pair for node in _inside(function) for pair in _pairs(node))
    for target, value in pairs:
        names = [one for one in ast.walk(value) if isinstance(one, ast.Name)]
        # What a comprehension counts with is no argument.
        used = {one.id for one in names} - {one.id for one in names if isinstance(one.ctx, ast.Store)}
        (given if used & local else own).update(
            one.attr
            for one in ast.walk(target)
            if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
        )
    return frozenset(own - given)


def _parsed(code: CodeType) -> _Function | None:
    """A function's source as a tree."""
    text = text_of(code)
    if not isinstance(text, str):
        return None
    if text.startswith("lambda"):
        text = f"({text})"  # it may go over several lines
    # A text whose inner lines stand further left than its first keeps its indentation.
    statement = ast.parse(f"if 1:\n{text}" if text[:1].isspace() else text).body[0]
    found: ast.AST = statement.body[0] if isinstance(statement, ast.If) else statement
    found = found.value if isinstance(found, ast.Expr) else found
    return found if isinstance(found, _FUNCTIONS) else None


def _inside(function: _Function) -> Iterator[ast.AST]:
    """The nodes of a function's body. Of the functions inside it only themselves."""
    waiting: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else [*function.body]
    while waiting:
        yield (node := waiting.pop())
        if not isinstance(node, _FUNCTIONS):
            waiting += ast.iter_child_nodes(node)


def _changes(function: _Function) -> Changes:
    nodes = [*_inside(function)]
    outer = {name for one in nodes if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
    changed: set[Part] = set()
    passed: set[Passed] = set()
    for node in nodes:
        if isinstance(node, _FUNCTIONS):
            inner, bound = _changes(node), _bound(node)
            changed |= {one for one in inner.changed if one.is_attribute or one.name not in bound}
            passed |= {
                one
                for one in inner.passed
                if one.function not in bound and (one.part.is_attribute or one.part.name not in bound)
            }
        elif isinstance(node, ast.Name):
            if node.id in outer and not isinstance(node.ctx, ast.Load):
                changed.add(Part(node.id))
        elif isinstance(node, (ast.Attribute, ast.Subscript)):
            if not isinstance(node.ctx, ast.Load):
                changed |= _parts(node)
            elif isinstance(node, ast.Attribute) and node.attr in _CHANGING:
                changed |= _parts(node.value)
        elif isinstance(node, ast.Call):
            passed.update(_passed(node))
    aliases = _aliases(nodes)
    given = {one._replace(part=part) for one in passed for part in _same({one.part}, aliases)}
    return Changes(frozenset(_same(changed, aliases)), frozenset(given))


def _passed(call: ast.Call) -> Iterator[Passed]:
    if not isinstance(call.func, ast.Name):
        return
    for place, value in enumerate(call.args):
        if isinstance(value, ast.Starred):  # whatever follows may stand anywhere
            break
        yield from (Passed(call.func.id, place, one) for one in _parts(value))
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield from (Passed(call.func.id, keyword.arg, one) for one in _parts(keyword.value))


def _parts(node: ast.AST) -> set[Part]:
    """The names whose object, or a part of it, an expression is; none where it is something of its own."""
    match node:
        case ast.Name(id=name):
            return {Part(name)}
        case ast.Attribute(value=value, attr=name):
            return {*_parts(value), Part(name, is_attribute=True)}
        case ast.Subscript(value=value) | ast.NamedExpr(value=value):
            return _parts(value)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _GIVING:
            return _parts(value)
        case ast.BoolOp(values=values):
            return set().union(*map(_parts, values))
        case ast.IfExp(body=one, orelse=other):
            return _parts(one) | _parts(other)
    return set()


def _pairs(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What an assignment assigns, each with its value."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) or node.value is None:
        return
    waiting = [(one, node.value) for one in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    while waiting:
        target, value = waiting.pop()
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            waiting += zip(target.elts, value.elts, strict=False)
        else:
            yield target, value


def _aliases(nodes: list[ast.AST]) -> dict[str, set[Part]]:
    """Names that are other names of something, or of a part of it."""
    found: dict[str, set[Part]] = defaultdict(set)
    for node in nodes:
        for target, value in [] if isinstance(node, ast.AugAssign) else _pairs(node):
            if isinstance(target, ast.Name):
                found[target.id] |= _parts(value)
    stored = Counter(one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
    for node in nodes:
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            for name in ast.walk(node.target):
                # One that is set again may be a copy then: `for row in ROWS: row = dict(row)`.
                if isinstance(name, ast.Name) and stored[name.id] == 1:
                    found[name.id] |= _parts(node.iter)
    return found


def _same(parts: set[Part], aliases: dict[str, set[Part]]) -> set[Part]:
    """The parts, and those they are other names of."""
    found: set[Part] = set()
    new = parts
    while new := new - found:
        found |= new
        new = {more for one in new if not one.is_attribute for more in aliases.get(one.name, ())}
    return found


def _bound(function: _Function) -> set[str]:
    """The names that are a function's own."""
    nodes = [*_inside(function)]
    own = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    own |= {one.id for one in nodes if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
    return own - {name for one in nodes if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}


def _assigned(code: CodeType) -> Changes:
    steps = [step for one in all_codes(code) for step in dis.get_instructions(one)]
    names = {Part(one.argval) for one in steps if one.opname in _REBINDING}
    attributes = {Part(one.argval, is_attribute=True) for one in steps if one.opname in _SETTING}
    return Changes(frozenset(names | attributes))
