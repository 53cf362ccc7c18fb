"""What frameworks put into a message, read as text and tool calls: blocks, pictures, arguments that are no JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, NoReturn

from ragas.exceptions import InputError
from ragas.schema.complaints import shown
from ragas.schema.messages import ToolCall

RAW = "raw_arguments"
"""The one argument of a call whose arguments could not be read: the text the model wrote."""

NOT_SAID = frozenset(
    {
        "tool_use",
        "tool_call",
        "tool_call_chunk",
        "invalid_tool_call",
        "server_tool_call",
        "function_call",
        "thinking",
        "redacted_thinking",
        "reasoning",
        "reasoning_content",
    }
)
"""Blocks that stand beside what is said: calls, which are read from elsewhere, and what a model thought."""

Place = str
"""Words that name a message in an error: "message 3 (assistant)"."""


def field(thing: Any, *names: str) -> Any:
    """The first of these fields that a dict or an object has and that is not None."""
    for name in names:
        value = thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)
        if value is not None:
            return value
    return None


def text_of(content: Any, place: Place, between: str = "\n") -> str:
    """What is said: text as it is, the text of blocks with `between` them, `[image]` for a picture, data as JSON.

    Raises:
        InputError: it is none of these.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, (list, tuple)):
        return _joined([_block(one, place) for one in content], between)
    if isinstance(content, (Mapping, bool, int, float)):
        return _block(content, place)[0]
    raise InputError(f"{place}: the content is {shown(content)} ({type(content).__name__}), not text.")


def _joined(parts: Iterable[tuple[str, bool]], between: str) -> str:
    """The parts as one text. A mark, such as `[image]`, stands on a line of its own."""
    pieces: list[str] = []
    after_mark = False
    for text, is_mark in parts:
        if not text:
            continue
        if pieces:
            pieces.append("\n" if is_mark or after_mark else between)
        pieces.append(text)
        after_mark = is_mark
    return "".join(pieces)


def _block(block: Any, place: Place) -> tuple[str, bool]:
    """The text of one block, and whether it only marks what is no text."""
    if block is None or isinstance(block, str):
        return block or "", False
    kind = field(block, "type", "block_type")
    if kind in NOT_SAID:
        return "", False
    text = field(block, "text")
    if isinstance(text, str):
        return text, False
    if isinstance(kind, str) and kind not in ("text", "json", "object"):
        return f"[{kind.removesuffix('_url').removeprefix('input_')}]", True
    if isinstance(block, (Mapping, list, tuple, bool, int, float)):
        return as_json(block, place), False
    raise InputError(f"{place}: the content holds {shown(block)} ({type(block).__name__}), which is no text.")


def as_json(value: Any, place: Place) -> str:
    """Data as JSON; what JSON does not know is shown as Python shows it.

    Raises:
        InputError: it goes round in a circle, or too deep.
    """
    try:
        return json.dumps(value, ensure_ascii=False, default=shown)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(
            f"{place}: {type(value).__name__} cannot be written as JSON: {error or 'too deep'}."
        ) from None


def tool_call(name: Any, arguments: Any, place: Place) -> ToolCall:
    """A call. Arguments that are not a JSON object stay as they are, as the argument `raw_arguments`.

    Raises:
        InputError: the tool has no name.
    """
    if not isinstance(name, str) or not name:
        raise InputError(f"{place}: a tool call names no tool: its name is {shown(name)}.")
    return ToolCall(name=name, args=arguments_of(arguments))


def arguments_of(arguments: Any) -> dict[str, Any]:
    """Arguments as a dict, read from JSON where they are text."""
    if isinstance(arguments, Mapping):
        named = {str(name): value for name, value in arguments.items()}
        return named if _all_numbers(named) else {RAW: json.dumps(named, ensure_ascii=False, default=shown)}
    if arguments is None or arguments == "":
        return {}
    if isinstance(arguments, (str, bytes)):
        try:
            read = json.loads(arguments, parse_constant=_no_number, parse_float=_finite)
        except (ValueError, RecursionError):
            read = None
        if isinstance(read, dict):
            return read
        if isinstance(arguments, bytes):
            arguments = arguments.decode("utf-8", "replace")
    return {RAW: arguments}


def _all_numbers(arguments: dict[str, Any]) -> bool:
    """Whether no number in there is NaN or infinite: a framework may have read such text already."""
    waiting: list[Any] = [arguments]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, float) and not isfinite(value):
            return False
        if isinstance(value, (dict, list, tuple)) and id(value) not in seen:
            seen.add(id(value))
            waiting += value.values() if isinstance(value, dict) else value
    return True


def _finite(number: str) -> float:
    """A number; one beyond what a float holds would be read as Infinity."""
    if not isfinite(read := float(number)):
        raise ValueError(number)
    return read


def _no_number(constant: str) -> NoReturn:
    """Refuse NaN and Infinity: they are no JSON, equal nothing, and could not be written to a file."""
    raise ValueError(constant)


def chat_calls(calls: Any, place: Place) -> list[ToolCall]:
    """The calls of a chat API or of a framework: `name` with `args`, or `function` with `name` and `arguments`.

    Raises:
        InputError: they are not a list of calls.
    """
    if calls is None:
        return []
    if isinstance(calls, (str, Mapping)) or not isinstance(calls, Iterable):
        raise InputError(f"{place}: tool_calls is {shown(calls)}, not a list of calls.")
    found = []
    for call in calls:
        inner = field(call, "function") or call
        name = field(inner, "name", "tool_name")
        found.append(tool_call(name, field(inner, "args", "arguments", "tool_kwargs"), place))
    return found
