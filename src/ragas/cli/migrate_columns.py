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
HARMLESS = frozenset({"len", "print"})


def columns_in(code: Code) -> list[Finding]:
    """A finding for each dict with columns under their old names."""
    found = []
    for literal in code.every("Dict"):
        keys = {}
        for element in literal.elements:
            if code.is_a(element, "DictElement") and code.is_a(element.key, "SimpleString"):
                keys[ast.literal_eval(code.text(element.key))] = element
        old = [key for key in keys if isinstance(key, str) and key in OLD_NAMES]
        if not old or (len(old) == 1 and not _goes_to_ragas(code, literal)):
            continue
        shown = ", ".join(old)
        now = ", ".join(OLD_NAMES[key] for key in old)
        if not _goes_to_ragas(code, literal):
            told = f"{now} (by hand: other code may read this dict; Ragas reads both)"
        elif "ground_truths" in keys or any(OLD_NAMES[key] in keys for key in old):
            told = (
                f"{now} (by hand: reference is one text)"
                if "ground_truths" in keys
                else f"{now} (by hand: both are there)"
            )
        else:
            edits = tuple(_renamed_key(code, keys[key].key, OLD_NAMES[key]) for key in old)
            found.append(Finding(code.line(literal), shown, now, edits))
            continue
        found.append(Finding(code.line(literal), shown, told))
    return found


def _renamed_key(code: Code, key: Any, new: str) -> Edit:
    quote = key.quote
    return Edit(code.start(key), code.end(key), f"{quote}{new}{quote}")


def _goes_to_ragas(code: Code, node: Any) -> bool:
    """Whether a value is passed to Ragas, and to nothing else."""
    parent = code.parent(node)
    if code.is_a(parent, "Element"):
        return _goes_to_ragas(code, code.parent(parent))
    if code.is_a(parent, "Assign"):
        if len(parent.targets) != 1 or not code.is_a(parent.targets[0].target, "Name"):
            return False
        uses = code.uses_of(parent.targets[0].target)
        return bool(uses) and all(_harmless(code, use) or _goes_to_ragas(code, use) for use in uses or ())
    if not code.is_a(parent, "Arg"):
        return False
    call = code.parent(parent)
    called = code.full_name(call.func)
    if called in READ_HERE:
        return True
    if called in names.EVALUATE:
        if parent.keyword is None:
            return parent is call.args[0]
        return parent.keyword.value in ("dataset", "column_map")
    return called in READ_THROUGH and _goes_to_ragas(code, call)


def _harmless(code: Code, use: Any) -> bool:
    parent = code.parent(use)
    call: Any = code.parent(parent) if code.is_a(parent, "Arg") else None
    return code.is_a(call, "Call") and code.is_a(call.func, "Name") and call.func.value in HARMLESS
