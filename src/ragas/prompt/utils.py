"""Texts inside objects, and JSON inside texts, under the path of earlier versions."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

__all__ = ["extract_json", "get_all_strings", "update_strings"]

_FENCE = re.compile(r"```(?:json)?\s*([\[{].*?)\s*```", re.DOTALL)
_PAIRS = {"{": "}", "[": "]"}


def get_all_strings(obj: Any) -> list[str]:
    """Every text in a model, a dict or a list, however deep, in its order.

    Example:
        >>> get_all_strings({"question": "When?", "chunks": ["At ten.", 3]})
        ['When?', 'At ten.']
    """
    if isinstance(obj, str):
        return [obj]
    return [text for inner in _inside(obj) for text in get_all_strings(inner)]


def update_strings(obj: Any, old_strings: Sequence[str], new_strings: Sequence[str]) -> Any:
    """A copy with each old text replaced by the new one at its place in the list.

    A text that stands in `old_strings` several times is replaced by each of its new ones in turn.

    Raises:
        ValueError: the lists are not equally long.

    Example:
        >>> update_strings({"chunks": ["ten", "nine"]}, ["ten", "nine"], ["dix", "neuf"])
        {'chunks': ['dix', 'neuf']}
    """
    if len(old_strings) != len(new_strings):
        raise ValueError("The number of old and new strings must be the same")
    waiting: dict[str, deque[str]] = {}
    for old, new in zip(old_strings, new_strings, strict=True):
        waiting.setdefault(old, deque()).append(new)
    return _updated(obj, waiting)


def extract_json(text: str) -> str:
    """The first JSON object or list in a text, one in a fence before all others; the text itself if there is none.

    Example:
        >>> extract_json('Here it is: {"verdict": "}"}. Anything else?')
        '{"verdict": "}"}'
    """
    if fenced := _FENCE.search(text):
        return fenced[1]
    begin = min((at for at in (text.find(one) for one in _PAIRS) if at >= 0), default=-1)
    if begin < 0:
        return text
    expected: list[str] = []
    quoted = escaped = False
    for at in range(begin, len(text)):
        letter = text[at]
        if quoted:
            quoted = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            quoted = True
        elif letter in _PAIRS:
            expected.append(_PAIRS[letter])
        elif letter in _PAIRS.values() and letter == expected[-1]:
            expected.pop()
            if not expected:
                return text[begin : at + 1]
    return text


def _inside(obj: Any) -> list[Any]:
    if isinstance(obj, BaseModel):
        return [getattr(obj, name) for name in type(obj).model_fields]
    if isinstance(obj, dict):
        return list(obj.values())
    return list(obj) if isinstance(obj, (list, tuple)) else []


def _updated(obj: Any, waiting: dict[str, deque[str]]) -> Any:
    if isinstance(obj, str):
        found = waiting.get(obj)
        if not found:
            return obj
        return found.popleft() if len(found) > 1 else found[0]
    if isinstance(obj, BaseModel):
        return obj.model_copy(
            update={name: _updated(getattr(obj, name), waiting) for name in type(obj).model_fields}
        )
    if isinstance(obj, dict):
        return {key: _updated(value, waiting) for key, value in obj.items()}
    if isinstance(obj, (list, tuple)):
        return type(obj)(_updated(value, waiting) for value in obj)
    return obj
