"""Which values are the same to a reader: case and the amount of white space do not make a difference."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


def sameness(value: Any) -> str:
    """A text that is equal for values that read the same.

    >>> sameness({"response": "At  nine."}) == sameness({"response": " at nine.\\n", "reference": None})
    True
    """
    return json.dumps(_folded(value), sort_keys=True, ensure_ascii=False, default=str)


IDENTITIES = frozenset(
    {
        "annotator",
        "exampleid",
        "guid",
        "id",
        "idx",
        "index",
        "questionid",
        "row",
        "rowid",
        "rowindex",
        "rownumber",
        "sampleid",
        "unnamed0",
        "uuid",
    }
)
"""Columns that tell which row it is, or whose, and not what it says."""


def without_identity(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without the columns that only tell which it is; the whole row where it has no others.

    >>> without_identity({"ID": 7, "question": "When?"})
    {'question': 'When?'}
    """
    said = {
        name: value
        for name, value in row.items()
        if re.sub(r"[\W_]", "", str(name)).casefold() not in IDENTITIES
    }
    return said or dict(row)


def _folded(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split()).casefold()
    if isinstance(value, BaseModel):
        value = value.model_dump()
    if isinstance(value, Mapping):
        return {str(key): _folded(one) for key, one in value.items() if one is not None}
    if isinstance(value, (list, tuple)):
        return [_folded(one) for one in value]
    return value
