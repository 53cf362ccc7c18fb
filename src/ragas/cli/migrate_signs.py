"""Signs that a file uses what only the old classes have, where the class cannot be seen."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Any

from ragas.cli import migrate_names as names
from ragas.cli.migrate_code import Code, Name


def attributes(code: Code, wanted: Collection[str]) -> Iterator[Any]:
    """Attributes of these names, those of modules of others left out."""
    for attribute in code.every("Attribute"):
        name = attribute.attr.value
        if name not in wanted:
            continue
        if (code.full_name(attribute) or "ragas").partition(".")[0] != "ragas":
            continue
        called = code.parent(attribute)
        is_called = code.is_a(called, "Call") and called.func is attribute
        if name in names.OFTEN_OTHERS and not (is_called and code.is_a(attribute.value, "Name")):
            continue
        yield attribute


def first_attribute(code: Code, wanted: Collection[str]) -> int:
    """The line of the first such attribute, 0 if there is none."""
    return min((code.line(one) for one in attributes(code, wanted)), default=0)


def texts(code: Code) -> list[int]:
    """Lines where an old method is named in a text, as for `getattr(metric, "single_turn_ascore")`."""
    wanted = names.OLD_METHODS - names.OFTEN_OTHERS
    return [
        code.line(text) for text in code.every("SimpleString") if ast.literal_eval(code.text(text)) in wanted
    ]


def type_check(code: Code, name: Name) -> int:
    """The line where a function such as isinstance is first given a type of earlier versions, 0 if that is nowhere."""
    for use in name.uses:
        around = code.parent(use)
        while code.is_a(around, "Element", "Tuple"):
            around = code.parent(around)
        call: Any = code.parent(around) if code.is_a(around, "Arg") else None
        if code.is_a(call, "Call") and code.is_a(call.func, "Name"):
            return code.line(use)
    return 0
