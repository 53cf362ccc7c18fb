"""Rows as instances of a data model, also where a file kept their values as text."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ragas.exceptions import InputError
from ragas.schema.rows import told

M = TypeVar("M", bound=BaseModel)


def as_model(model: type[M], row: Mapping[str, Any], place: str) -> M:
    """The row as an instance of the model.

    A text that does not fit its field is read as JSON, as a Python value, or, if it is empty, as a missing value.

    Raises:
        InputError: the row does not fit; names place, column and value.
    """
    try:
        return validated(model, row)
    except ValidationError as error:
        wrong = {str(one["loc"][0]) for one in error.errors(include_url=False) if one["loc"]}
        texts = {name: row[name] for name in wrong if isinstance(row.get(name), str)}
        complaint = error
    reread = dict(row)
    for name, text in texts.items():
        if text:
            reread[name] = _meant(text)
        else:  # a missing value: the field's default, or None where it has none
            reread[name] = None
            if name in model.model_fields and not model.model_fields[name].is_required():
                del reread[name]
    try:
        return validated(model, reread)
    except ValidationError:
        raise InputError(f"{place}, {told(complaint)}") from None


def validated(model: type[M], row: Mapping[str, Any]) -> M:
    """The row as an instance, its columns named as the fields are or by their aliases."""
    return model.model_validate(dict(row), by_alias=True, by_name=True)


def _meant(text: str) -> Any:
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    return text
