"""Tool calls as values that can be compared: which are the same, and how far two agree."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from ragas.exceptions import InputError
from ragas.schema.messages import AIMessage, HumanMessage, Message, ToolCall, ToolMessage, read_message

LONGEST = 120


def calls_made(messages: Sequence[Any]) -> list[ToolCall]:
    """The tool calls of all AI messages, in order. Messages may be dicts.

    Raises:
        InputError: something is not a message.
    """
    calls: list[ToolCall] = []
    for position, message in enumerate(messages):
        if type(message) in _CALL_NOTHING:
            continue
        if type(message) is not AIMessage and not isinstance(message, Message):
            try:
                message = read_message(message, position)
            except ValueError as error:
                raise InputError(f"'user_input': {error}") from None
        if isinstance(message, AIMessage) and message.tool_calls:
            calls += message.tool_calls
    return calls


_CALL_NOTHING = frozenset((HumanMessage, ToolMessage))
"""Told apart by type first: asking a pydantic model with isinstance takes longer than all else here."""


def calls_wanted(calls: Sequence[Any]) -> list[ToolCall]:
    """The expected calls. They may be dicts.

    Raises:
        InputError: something is not a tool call.
    """
    if set(map(type, calls)) <= _CALLS:
        return list(calls)
    try:
        return [call if isinstance(call, ToolCall) else ToolCall.model_validate(call) for call in calls]
    except (ValidationError, ValueError) as error:
        raise InputError(f"'reference_tool_calls' holds something that is not a tool call: {error}") from None


_CALLS = frozenset((ToolCall,))


def frozen(value: Any) -> Hashable:
    """A value that equals another's exactly if the two are the same JSON.

    Numbers are the same by size (1 and 1.0), True is not 1, the order of keys does not count, that of lists does.
    """
    if type(value) in _PLAIN:
        return value  # type: ignore[no-any-return]  # one of the plain types
    if isinstance(value, bool):
        return (bool, value)
    if isinstance(value, dict):
        if _PLAIN.issuperset(map(type, value.values())):
            return (dict, frozenset(value.items()))
        items = [(key, one if type(one) in _PLAIN else frozen(one)) for key, one in value.items()]
        return (dict, frozenset(items))
    if isinstance(value, (list, tuple)):
        return (list, *map(frozen, value))
    if isinstance(value, (set, frozenset)):
        return (set, frozenset(map(frozen, value)))
    return value if isinstance(value, Hashable) else repr(value)


_PLAIN = frozenset((str, int, float, type(None)))


def argument_scores(wanted: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, float]:
    """For each argument that either call has, 1.0 if both have the same value for it, else 0.0."""
    scores = dict.fromkeys(wanted, 0.0)
    for name, value in made.items():
        if name not in scores:
            scores[name] = 0.0
            continue
        other = wanted[name]
        plain = type(value) in _PLAIN and type(other) in _PLAIN
        if value == other if plain else _same(value, other):
            scores[name] = 1.0
    return scores


def _same(a: Any, b: Any) -> bool:
    """Whether two values are the same JSON. Dicts are compared item by item, which is quicker than freezing both."""
    if type(a) is dict and type(b) is dict:
        return a.keys() == b.keys() and all(_same(one, b[name]) for name, one in a.items())
    return frozen(a) == frozen(b)


def call_score(arguments: Mapping[str, float]) -> float:
    """The mean of the argument scores; 1.0 for calls without arguments."""
    return sum(arguments.values()) / len(arguments) if arguments else 1.0


def distinct(calls: Sequence[ToolCall], count_repeats: bool = False) -> dict[Hashable, ToolCall]:
    """The calls by what makes them the same: name and arguments, and with `count_repeats` how many came before."""
    found: dict[Hashable, ToolCall] = {}
    for call in calls:
        base = (call.name, frozen(call.args))
        key: Hashable = base
        if count_repeats:
            number = 0
            while (key := (base, number)) in found:
                number += 1
        found.setdefault(key, call)
    return found


def shown(name: str, args: Mapping[str, Any]) -> str:
    """The call as it would be written: `search(city='Paris')`."""
    text = f"{name}({', '.join([f'{key}={value!r}' for key, value in args.items()])})"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
