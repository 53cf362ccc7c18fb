"""Which values are the same to a reader: case and the amount of white space do not make a difference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


def sameness(value: Any) -> str:
    """A text that is equal for values that read the same.

    >>> sameness({"response": "At  nine."}) == sameness({"response": " at nine.\\n", "reference": None})
    True
    """
    return json.dumps(_folded(value), sort_keys=True, ensure_ascii=False, default=str)


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
