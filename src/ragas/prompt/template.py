"""Text with places to fill in: `{name}`. Braces that are not such a place, as in a JSON example, stay as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

_PLACE = re.compile(r"([A-Za-z_]\w*)(?:\.[A-Za-z]\w*|\[\w+\])*")
_IN_TEXT = re.compile(r"\{([A-Za-z_]\w*)\}")


def variables(template: str) -> list[str]:
    """The names to fill in, each once, in order of appearance."""
    fields = _fields(template)
    names = _IN_TEXT.findall(template) if fields is None else [_base(field) for field in fields]
    return list(dict.fromkeys(names))


def filled(template: str, values: Mapping[str, Any]) -> str:
    """`template` with `values` in their places.

    A template that `str.format` understands is filled in as by `str.format`, so doubled braces stand for single ones.
    In any other, such as one that shows a JSON example, `{name}` is replaced and all other braces are left alone.

    Raises:
        KeyError: there is no value for a name.
    """
    missing = [name for name in variables(template) if name not in values]
    if missing:
        raise KeyError(
            f"the prompt needs {', '.join(missing)}; it was given {', '.join(values) or 'nothing'}"
        )
    if _fields(template) is None:
        return _IN_TEXT.sub(lambda found: str(values[found[1]]), template)
    return template.format(**values)


@lru_cache(maxsize=256)
def _fields(template: str) -> tuple[str, ...] | None:
    """The field names `str.format` sees, or None when it would not understand the template."""
    try:
        found = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError:
        return None
    return tuple(found) if all(_PLACE.fullmatch(name) for name in found) else None


def _base(field: str) -> str:
    return re.split(r"[.\[]", field, maxsplit=1)[0]
