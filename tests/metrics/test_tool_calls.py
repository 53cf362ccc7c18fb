"""Tool calls as values."""

from __future__ import annotations

import pytest

from ragas.exceptions import InputError
from ragas.messages import AIMessage, HumanMessage, ToolCall
from ragas.metrics.tool_calls import (
    argument_scores,
    call_score,
    calls_made,
    calls_wanted,
    distinct,
    frozen,
    shown,
)

CALL = ToolCall(name="f", args={"x": 1})


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (1, 1.0, True),
        (1, "1", False),
        (True, 1, False),
        (True, "True", False),
        (None, "None", False),
        ({"a": 1, "b": [1, {"c": 2}]}, {"b": [1, {"c": 2}], "a": 1}, True),
        ([1, 2], [2, 1], False),
        ([1, 2], (1, 2), True),
        ({1, 2}, {2, 1}, True),
        ([True], [1], False),
        ({}, [], False),
    ],
)
def test_values_are_the_same_json(a: object, b: object, same: bool) -> None:
    """Numbers by size, keys in any order, lists in theirs, and no value is another kind's."""
    assert (frozen(a) == frozen(b)) is same
    assert argument_scores({"x": a}, {"x": b}) == {"x": float(same)}


def test_arguments_of_either_call_count() -> None:
    """A missing and a superfluous argument are wrong ones; calls without arguments agree."""
    assert argument_scores({"a": 1, "b": 2}, {"b": 2, "c": 3}) == {"a": 0.0, "b": 1.0, "c": 0.0}
    assert call_score({"a": 0.0, "b": 1.0}) == 0.5
    assert call_score({}) == 1.0


def test_calls_of_messages_and_dicts() -> None:
    """Messages may be ours or dicts, in either chat format; what is neither is refused."""
    talk = [
        HumanMessage(content="go"),
        AIMessage(content="", tool_calls=[CALL]),
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"function": {"name": "g", "arguments": "{}"}}],
        },
    ]
    assert [call.name for call in calls_made(talk)] == ["f", "g"]
    assert calls_wanted([{"name": "f", "args": {"x": 1}}]) == [CALL]
    with pytest.raises(InputError, match="'user_input': message 0"):
        calls_made([3])
    with pytest.raises(InputError, match="not a tool call"):
        calls_wanted(["f"])


def test_repeated_calls() -> None:
    """Counted once, or as often as they are made."""
    assert len(distinct([CALL, CALL])) == 1
    assert len(distinct([CALL, CALL], count_repeats=True)) == 2


def test_a_call_is_shown_as_written() -> None:
    """Name and arguments, cut when long."""
    assert shown("f", {"x": 1, "y": "a"}) == "f(x=1, y='a')"
    assert len(shown("f", {"x": "a" * 500})) == 120
