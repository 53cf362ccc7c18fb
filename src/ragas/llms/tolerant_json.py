"""Find the JSON values in a model's text, as untidy as models write them; never complete one that was cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

_OPENING = re.compile(r"[{\[]")
_OPENS_JSON = re.compile(r"\{\s*[\"}]|\[\s*[\"\[{\]\-\dtfnNI]")
_OPENS_VALUE = re.compile(r"\{\s*(?:[\"'}\]{\[]|[A-Za-z_]\w*\s*:|$)|\[\s*(?:[\"'\]{\[]|$)")
_CLOSES_QUOTE = re.compile(r"'\s*(?:[,:}\]])")
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_LITERAL = re.compile(r"\b(?:True|False|None)\b")
_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)")
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_DECODER = json.JSONDecoder(strict=False)

# A model that runs wild must not hold up the run: reading takes time in proportion to the reply's length.
_EFFORT = 8
"""How often each character may be read in vain."""
_REPAIRABLE = 20_000
"""How many characters of a reply json-repair gets: it takes quadratic time on what is beyond repair."""
_NESTING = 50
"""How deep what it gets may be nested."""


def values_in(text: str) -> tuple[list[Any], bool]:
    """Every outermost object and list in the text, in order, and whether the text ends inside one."""
    found: list[Any] = []
    position = 0
    effort = _EFFORT * len(text)
    repairable = _REPAIRABLE
    while opening := _OPENING.search(text, position):
        start = opening.start()
        value = None
        if _OPENS_JSON.match(text, start):
            try:
                value, position = _DECODER.raw_decode(text, start)
            except RecursionError:  # no answer is that deep: it opens and opens and never closes
                return found, True
            except ValueError as error:
                failed_at = getattr(error, "pos", len(text))
                effort -= failed_at - start + failed_at // 64  # the error counts the lines before it
                if effort < 0:
                    return found, True
        if value is None:
            if _OPENS_VALUE.match(text, start) is None:
                position = start + 1
                continue
            spans, end = _scan(text, start)
            if end is None:
                # What stands inside one that was cut are parts, not answers.
                return found, True
            position = end
            frame, strings = _framed(text, spans)
            value = _tidied(frame, strings)
            if value is None and end - start <= repairable:
                repairable -= end - start
                value = _repaired(text[start:end], frame)
        if isinstance(value, (dict, list)):
            found.append(value)
    return found, False


_Span = tuple[bool, int, int]  # (is a string, its first character, the one after its last)


def _scan(text: str, start: int) -> tuple[list[_Span], int | None]:
    """Split the value that opens at `start` into strings and what is between; and where it closes, if it does.

    A single quote delimits a string only where JSON could have a delimiter, so apostrophes stay text.
    """
    spans: list[_Span] = []
    depth, i, since, before = 0, start, start, ""
    while i < len(text):
        char = text[i]
        if char == '"' or (char == "'" and before in "{[,:"):
            close = _closing_quote(text, i)
            if close is None:
                return spans, None
            spans += [(False, since, i), (True, i, close + 1)]
            i = since = close + 1
            before = char
            continue
        if char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return [*spans, (False, since, i + 1)], i + 1
        if not char.isspace():
            before = char
        i += 1
    return spans, None


def _closing_quote(text: str, opening: int) -> int | None:
    i = opening + 1
    while i < len(text):
        if text[i] == "\\":
            i += 2
            continue
        if text[i] == text[opening] and (text[i] == '"' or _CLOSES_QUOTE.match(text, i)):
            return i
        i += 1
    return None


def _framed(text: str, spans: list[_Span]) -> tuple[str, list[str]]:
    """The value with its strings taken out, their numbers in their place; and the strings."""
    strings: list[str] = []
    pieces: list[str] = []
    for is_string, first, end in spans:
        if is_string:
            pieces.append(f'"{len(strings)}"')
            strings.append(text[first:end])
        else:
            pieces.append(text[first:end])
    return "".join(pieces), strings


def _tidied(frame: str, strings: list[str]) -> Any:
    """The value with quotes, literals, bare keys and trailing commas put right; None when that is not enough."""
    frame = _LITERAL.sub(lambda match: _LITERALS[match[0]], frame)
    frame = _BARE_KEY.sub(r'\1"_\2"\3', frame)
    frame = _TRAILING_COMMA.sub(r"\1", frame)
    try:
        return _with_strings(_DECODER.decode(frame), [_unquoted(string) for string in strings])
    except (ValueError, RecursionError):
        return None


def _unquoted(string: str) -> str:
    body = string[1:-1]
    if string[0] == "'":
        body = body.replace("\\'", "'")
        body = re.sub(r'(?<!\\)"', '\\"', body)
    try:
        return str(_DECODER.decode(f'"{body}"'))
    except ValueError:  # an escape JSON does not know, as in LaTeX or Windows paths
        return body


def _with_strings(value: Any, strings: list[str]) -> Any:
    if isinstance(value, dict):
        return {
            key[1:] if key.startswith("_") else strings[int(key)]: _with_strings(child, strings)
            for key, child in value.items()
        }
    if isinstance(value, list):
        return [_with_strings(child, strings) for child in value]
    return strings[int(value)] if isinstance(value, str) else value


def _repaired(text: str, frame: str) -> Any:
    """json-repair's reading, refused when it lost a part: half an answer must not pass for a whole one."""
    import json_repair

    if max(accumulate((char in "{[") - (char in "}]") for char in frame)) > _NESTING:
        return None
    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return value if sum(1 for _ in _containers(value)) == frame.count("{") + frame.count("[") else None


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)):
        yield value
        for child in value.values() if isinstance(value, dict) else value:
            yield from _containers(child)
