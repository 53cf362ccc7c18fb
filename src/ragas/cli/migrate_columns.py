"""Columns of earlier versions in dicts that are written out, where nothing but Ragas reads them."""

from __future__ import annotations

import ast
from typing import Any

from ragas.cli import migrate_names as names
from ragas.cli.migrate_code import Code, Edit, Finding
from ragas.schema.columns import OLD_NAMES

READ_HERE = frozenset(
    {
        "ragas.EvaluationDataset.from_dict",
        "ragas.EvaluationDataset.from_list",
        "ragas.dataset_schema.EvaluationDataset.from_dict",
        "ragas.dataset_schema.EvaluationDataset.from_list",
    }
)
READ_THROUGH = frozenset({"datasets.Dataset.from_dict", "datasets.Dataset.from_list"})
"""Calls whose result has the columns too, so that it must go nowhere but to `evaluate`."""
DYNAMIC = frozenset({"eval", "exec", "globals", "locals", "vars"})
"""What reads names that are written nowhere."""


class _Unsafe(Exception):
    """Why nobody can say that only Ragas reads a dict."""


def columns_in(code: Code, *, importable: bool = True) -> list[Finding]:
    """A finding for each dict with columns under their old names.

    Args:
        importable: whether other files may import what the module holds.
    """
    found = []
    for literal in code.every("Dict"):
        keys = {}
        for element in literal.elements:
            if code.is_a(element, "DictElement") and code.is_a(element.key, "SimpleString"):
                keys[ast.literal_eval(code.text(element.key))] = element
        old = [key for key in keys if isinstance(key, str) and key in OLD_NAMES]
        try:
            why = (
                ""
                if not old or _goes_to_ragas(code, literal, importable)
                else "other code may read this dict"
            )
        except _Unsafe as unsafe:
            why = str(unsafe)
        if not old or (len(old) == 1 and why == "other code may read this dict"):
            continue
        shown = ", ".join(old)
        now = ", ".join(OLD_NAMES[key] for key in old)
        if why:
            told = f"{now} (by hand: {why}; Ragas reads both)"
        elif "ground_truths" in keys:
            told = f"{now} (by hand: reference is one text)"
        elif any(OLD_NAMES[key] in keys for key in old):
            told = f"{now} (by hand: both are there)"
        else:
            edits = tuple(_renamed_key(code, keys[key].key, OLD_NAMES[key]) for key in old)
            found.append(Finding(code.line(literal), shown, now, edits))
            continue
        found.append(Finding(code.line(literal), shown, told))
    return found


def _renamed_key(code: Code, key: Any, new: str) -> Edit:
    quote = key.quote
    return Edit(code.start(key), code.end(key), f"{quote}{new}{quote}")


def _goes_to_ragas(code: Code, node: Any, importable: bool) -> bool:
    """Whether a value is passed to Ragas, and to nothing else.

    Raises:
        _Unsafe: it is, as far as this file goes.
    """
    parent = code.parent(node)
    if code.is_a(parent, "Element"):
        return _goes_to_ragas(code, code.parent(parent), importable)
    if code.is_a(parent, "Assign"):
        target = parent.targets[0].target
        if len(parent.targets) != 1 or not code.is_a(target, "Name"):
            return False
        uses = code.uses_of(target)
        seen = [_is_counted(code, use) or _goes_to_ragas(code, use, importable) for use in uses or ()]
        if not seen or not all(seen):
            return False
        _check_private(code, target, importable)
        return True
    if not code.is_a(parent, "Arg"):
        return False
    call = code.parent(parent)
    called = code.full_name(call.func)
    if called in READ_HERE:
        return True
    if called in names.EVALUATE:
        if parent.keyword is not None and parent.keyword.value == "column_map":
            return True
        if parent is not call.args[0] if parent.keyword is None else parent.keyword.value != "dataset":
            return False
        if any(one.star or (one.keyword and one.keyword.value == "column_map") for one in call.args):
            raise _Unsafe("column_map may name its columns")
        return True
    return called in READ_THROUGH and _goes_to_ragas(code, call, importable)


def _check_private(code: Code, target: Any, importable: bool) -> None:
    """Refuse a variable that may be read where this file does not say so.

    Raises:
        _Unsafe: it belongs to a class or a module, or names are looked up here as the program runs.
    """
    kind = code.scope_of(target)
    if kind == "class":
        raise _Unsafe(f"{target.value} can be read as an attribute of its class")
    if kind == "module" and importable:
        raise _Unsafe(f"other files may import {target.value} from here")
    if any(one.value in DYNAMIC for one in code.every("Name")):
        raise _Unsafe(f"{target.value} may be read by its name as the program runs")


def _is_counted(code: Code, use: Any) -> bool:
    """Whether only the length of a value is asked for."""
    parent = code.parent(use)
    call: Any = code.parent(parent) if code.is_a(parent, "Arg") else None
    named = code.is_a(call, "Call") and code.is_a(call.func, "Name") and call.func.value == "len"
    return named and not code.bound("len")
