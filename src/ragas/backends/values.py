"""Values of rows as plain JSON data: what files and databases can hold."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import date, time
from enum import Enum
from pathlib import PurePath
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_jsonable_python

from ragas.exceptions import InputError

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
WORDS: Mapping[str, Any] = {
    "": None,
    "null": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
"""What stands for values that are neither text nor an ordinary number."""


ALWAYS_WRITTEN = 2000
"""Bits of a whole number that Python writes out whatever its limit is set to."""


def plain_rows(rows: Iterable[Any]) -> list[dict[str, Any]]:
    """The rows with plain values.

    Raises:
        InputError: names the row and the column that cannot be kept.
    """
    return [plain_row(row, f"row {index}") for index, row in enumerate(rows)]


def plain_row(row: Any, place: str = "the row", other: Callable[[Any], Any] | None = None) -> dict[str, Any]:
    """A row with plain values; `place` names it in messages, `other` gives what stands for what JSON has no form for.

    Raises:
        InputError: it is no mapping, a column's name is no text, or a value is none that can be written.
    """
    if not isinstance(row, Mapping):
        raise InputError(f"{place}: a row is a dict of columns, not {row!r:.80}.")
    kept = {}
    for name, value in row.items():
        if not isinstance(name, str):
            raise InputError(f"{place}: the column {name!r:.80} has a name that is no text.")
        try:
            kept[name] = plain(value, other)
        except InputError as error:
            raise InputError(f"{place}, column {name!r:.80}: {error}") from None
        except RecursionError:
            raise InputError(
                f"{place}, column {name!r:.80}: lists or mappings nested too deeply, or in themselves. "
                "Keep the parts that are needed."
            ) from None
    return kept


def plain(value: Any, other: Callable[[Any], Any] | None = None) -> Any:
    """`value` as JSON has it: a data model makes the same value of it again.

    Dates become ISO texts, decimals and paths their texts, sets sorted lists, a metric's result its value.

    Args:
        value: what is to be written.
        other: gives what stands for a value without a form in JSON, which is refused otherwise.

    Raises:
        InputError: an object has no form in JSON, a whole number has more digits than Python writes, or two keys of a
            mapping become one text.
    """
    if value is None or type(value) in (str, bool, float):
        return value
    if type(value) is int:
        return _writable(value)
    if isinstance(value, Mapping):
        found = {
            key if isinstance(key, str) else str(plain(key, other)): plain(item, other)
            for key, item in value.items()
        }
        if len(found) < len(value):
            raise InputError(
                f"two keys of {value!r:.80} are the same text. Keys are kept as texts: rename one."
            )
        return found
    if isinstance(value, (list, tuple)):
        return [plain(item, other) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item, other) for item in value), key=repr)
    return _object(value, other)


def _writable(number: int) -> int:
    """The number, if its digits can be written and read."""
    if number.bit_length() > ALWAYS_WRITTEN:
        try:
            str(number)
        except ValueError:
            raise InputError(
                f"a whole number of about {int(number.bit_length() * 0.30103):,} digits; Python writes and reads up "
                f"to {sys.get_int_max_str_digits():,}. Keep it as a text, such as hex(number)."
            ) from None
    return number


def _object(value: Any, other: Callable[[Any], Any] | None) -> Any:
    if isinstance(value, type):
        return _formless(value, other)
    if isinstance(value, BaseModel):
        return plain(value.model_dump(), other)
    if isinstance(value, Enum):
        return plain(value.value, other)
    if type(value).__name__ in ("NAType", "NaTType"):  # what pandas has for a missing value
        return None
    if isinstance(value, (date, time)):  # a datetime is a date
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value), other)
    if hasattr(value, "to_json_dict"):  # a metric's result
        return plain(value.value, other)
    if hasattr(value, "tolist"):  # numpy
        return plain(value.tolist(), other)
    for kind in (str, int, float):  # kinds of these that are no enum
        if isinstance(value, kind):
            return plain(kind(value), other)
    return _formless(value, other) if isinstance(value, Iterator) else _text(value, other)


def _text(value: Any, other: Callable[[Any], Any] | None) -> Any:
    """What pydantic writes for a value, and reads again: the text of a decimal, a path, UTF-8 in bytes."""
    try:
        if isinstance(value, PurePath):  # of which pydantic knows those of this system only
            return str(value)
        return to_jsonable_python(bytes(value) if isinstance(value, bytearray) else value)
    except (PydanticSerializationError, ValueError):
        return _formless(value, other)


def _formless(value: Any, other: Callable[[Any], Any] | None) -> Any:
    if other is not None:
        return other(value)
    raise InputError(
        f"{value!r:.80} ({type(value).__name__}) has no form in JSON and cannot be kept. Keep what is needed of it, as "
        "texts, numbers, lists or mappings."
    )


def to_json(value: Any) -> str:
    """Plain data as JSON in a line; half a character, which UTF-8 cannot hold, is escaped.

    NaN and infinity are written as Python, JavaScript and pandas write them.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if is_encodable(text) else json.dumps(value, separators=(",", ":"))


def is_encodable(text: str) -> bool:
    """Whether UTF-8 can hold `text`: not if it was cut in the middle of a character."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def checked_columns(columns: Sequence[str], form: str) -> Sequence[str]:
    """The names of the columns, if a file of UTF-8 can hold them; `form` is what it is called.

    Raises:
        InputError: one was cut in the middle of a character.
    """
    for name in columns:
        if not is_encodable(name):
            raise InputError(
                f"the name of the column {name!r:.80} holds half a character, which {form} cannot keep. Rename the "
                "column, or use the backend local/jsonl or sql."
            )
    return columns


def to_text(value: Any) -> str:
    """A text, list or mapping as a text that `from_text` reads back: texts as they are wherever that is possible."""
    if not isinstance(value, str):
        return to_json(value)
    return value if is_encodable(value) and _reads_as_text(value) else to_json(value)


def from_text(text: str) -> Any:
    """The text, list or mapping that `to_text` wrote."""
    if text[:1] not in ("[", "{", '"'):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _reads_as_text(value: str) -> bool:
    return value[:1] not in ("[", "{", '"') or from_text(value) is value


def to_word(value: Any) -> str:
    """A number, a truth value or nothing as a bare word that `from_word` reads back."""
    return "" if value is None else json.dumps(value)


def from_word(word: str) -> Any:
    """The value a bare word stands for; any other word is a text."""
    if word in WORDS:
        return WORDS[word]
    if not NUMBER.fullmatch(word):
        return word
    try:
        return json.loads(word)
    except ValueError:  # more digits than Python is ready to read
        return word


def padded(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[dict[str, Any]]:
    """The rows with every column, None where one has no value."""
    return [{name: row.get(name) for name in columns} for row in rows]
