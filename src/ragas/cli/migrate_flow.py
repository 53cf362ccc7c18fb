"""Where a value of a file may get to, told by names alone: too far rather than not far enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ragas.cli.migrate_code import Code

SEARCHES = frozenset({"count", "discard", "fromkeys", "index", "remove"})
"""Methods that look for an equal one."""
ADDS = frozenset({"add", "append", "extend", "insert", "setdefault", "update"})
KEEPS = frozenset(
    {"enumerate", "filter", "iter", "list", "map", "next", "reversed", "sorted", "tuple", "zip"}
)
"""Functions whose result holds what they are given."""
GROUPS = frozenset({"Counter", "OrderedDict", "dict", "frozenset", "hash", "id", "set"})
"""Functions whose result depends on which object each is."""
HOLDERS = (
    "Await",
    "BinaryOperation",
    "BooleanOperation",
    "GeneratorExp",
    "IfExp",
    "List",
    "ListComp",
    "NamedExpr",
    "StarredElement",
    "Tuple",
)
"""Expressions whose value is, or holds, what stands in them."""


def compared(code: Code, uses: Iterable[Any]) -> int:
    """The line where one of these values, or something it may have got into, is compared or a key; 0 if nowhere."""
    waiting = list(uses)
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if _is_compared(code, node):
            return code.line(node)
        waiting += _next(code, node)
    return 0


def _is_compared(code: Code, node: Any) -> bool:
    holder = code.parent(node)
    if code.is_a(holder, "ComparisonTarget"):
        holder = code.parent(holder)
    if code.is_a(holder, "Comparison"):
        others = [holder.left, *(one.comparator for one in holder.comparisons)]
        return not all(one is node or _is_plain(code, one) for one in others)
    if code.is_a(holder, "Element"):
        return code.is_a(code.parent(holder), "Set")
    if code.is_a(holder, "DictElement", "DictComp"):
        return holder.key is node
    if code.is_a(holder, "Index", "Set", "SetComp"):
        return True
    if code.is_a(holder, "Attribute") and holder.value is node:
        return holder.attr.value in SEARCHES
    if code.is_a(holder, "Arg") and holder.value is node:
        called = code.parent(holder).func
        if code.is_a(called, "Attribute"):
            return called.attr.value in SEARCHES
        return code.is_a(called, "Name") and called.value in GROUPS
    return False


def _is_plain(code: Code, node: Any) -> bool:
    """Whether a value is no metric whatever happens: a text, a number, None."""
    if code.is_a(node, "Name"):
        return node.value in ("None", "True", "False")
    return code.is_a(node, "SimpleString", "Integer", "Float", "FormattedString")


def _next(code: Code, node: Any) -> Iterator[Any]:
    """Where a value gets to from here."""
    holder = code.parent(node)
    if code.is_a(holder, "Element", "DictElement"):
        yield code.parent(holder)
    elif code.is_a(holder, *HOLDERS):
        yield holder
        if code.is_a(holder, "NamedExpr"):
            yield from _named(code, holder.target)
    elif code.is_a(holder, "DictComp") or (code.is_a(holder, "Subscript") and holder.value is node):
        yield holder
    elif code.is_a(holder, "Attribute") and holder.value is node:
        if holder.attr.value in ("copy", "get", "items", "pop", "values"):
            yield code.parent(holder)
    elif code.is_a(holder, "Assign"):
        for one in holder.targets:
            yield from _named(code, one.target)
    elif code.is_a(holder, "AnnAssign", "AugAssign"):
        yield from _named(code, holder.target)
    elif code.is_a(holder, "For", "CompFor") and holder.iter is node:
        yield from _named(code, _without_number(code, node, holder.target))
    elif code.is_a(holder, "Param") and holder.default is node:
        yield from _named(code, holder.name)
    elif code.is_a(holder, "Return"):
        yield from _calls_of(code, holder)
    elif code.is_a(holder, "Arg") and holder.value is node:
        yield from _through_call(code, code.parent(holder))


def _without_number(code: Code, iterated: Any, target: Any) -> Any:
    """Of a pair of key or number and value, the value."""
    if not code.is_a(iterated, "Call") or not code.is_a(target, "Tuple") or len(target.elements) != 2:
        return target
    name = iterated.func.attr if code.is_a(iterated.func, "Attribute") else iterated.func
    pairs = code.is_a(name, "Name") and name.value in ("enumerate", "items")
    return target.elements[1].value if pairs else target


def _through_call(code: Code, call: Any) -> Iterator[Any]:
    if code.is_a(call.func, "Attribute") and call.func.attr.value in ADDS:
        yield from _named(code, call.func.value)
    if not code.is_a(call.func, "Name"):
        return
    if call.func.value in KEEPS:
        yield call
    for function in code.called(call.func.value, "FunctionDef"):
        given = function.params
        for one in (*given.posonly_params, *given.params, *given.kwonly_params, given.star_arg):
            if code.is_a(one, "Param"):
                yield from _named(code, one.name)


def _calls_of(code: Code, statement: Any) -> Iterator[Any]:
    """Calls of the function that a statement stands in."""
    around = statement
    while around is not None and not code.is_a(around, "FunctionDef"):
        around = code.parent(around)
    for name in code.called(around.name.value) if around is not None else ():
        whole = code.parent(name)
        made = whole if code.is_a(whole, "Attribute") and whole.attr is name else name
        call = code.parent(made)
        if code.is_a(call, "Call") and call.func is made:
            yield call


def _named(code: Code, target: Any) -> Iterator[Any]:
    """Everything called like a target: names, and attributes of any object."""
    if code.is_a(target, "Name"):
        yield from code.called(target.value)
    elif code.is_a(target, "Attribute"):
        yield from code.called(target.attr.value, "Attribute")
    elif code.is_a(target, "Tuple", "List"):
        for one in target.elements:
            yield from _named(code, one.value)
    elif code.is_a(target, "Subscript", "StarredElement"):
        yield from _named(code, target.value)
