"""Tool calls as values."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


plain = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["1", "a", ""])
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
arguments = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


def shuffled(value: Any) -> Any:
    """The same value with the keys of every object the other way round."""
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(value)}
    return [shuffled(one) for one in value] if isinstance(value, list) else value


@given(values, values)
def test_two_values_are_the_same_if_their_json_is(a: Any, b: Any) -> None:
    """The order of keys does not count, and values that JSON writes differently are different."""
    assert frozen(shuffled(a)) == frozen(a)
    written = [json.dumps(one, sort_keys=True) for one in (a, b)]
    assert (frozen(a) == frozen(b)) is (written[0] == written[1])


@given(arguments, arguments)
def test_the_score_of_a_call_is_in_range_and_the_same_both_ways(a: dict[str, Any], b: dict[str, Any]) -> None:
    """1.0 only for equal arguments; exchanging the calls, or the order of keys, changes nothing."""
    score = call_score(argument_scores(a, b))
    assert 0.0 <= score <= 1.0
    assert score == call_score(argument_scores(b, a)) == call_score(argument_scores(shuffled(a), shuffled(b)))
    assert (score == 1.0) is (frozen(a) == frozen(b))


@given(arguments, arguments)
def test_an_argument_put_right_raises_the_score(wanted: dict[str, Any], made: dict[str, Any]) -> None:
    """Each wrong argument replaced by the right one counts."""
    scores = argument_scores(wanted, made)
    for name in wanted:
        if not scores[name]:
            assert call_score(argument_scores(wanted, made | {name: wanted[name]})) > call_score(scores)


@given(
    st.lists(st.tuples(st.sampled_from("fg"), st.integers(0, 2)), max_size=6),
    st.randoms(use_true_random=False),
)
def test_distinct_calls_know_no_order(pairs: list[tuple[str, int]], random: Random) -> None:
    """Without repeats as many as there are different ones, with repeats as many as there are; in any order."""
    calls = [ToolCall(name=name, args={"x": value}) for name, value in pairs]
    other = list(calls)
    random.shuffle(other)
    assert len(distinct(calls)) == len(set(pairs))
    assert len(distinct(calls, count_repeats=True)) == len(calls)
    for repeats in (False, True):
        assert distinct(calls, repeats).keys() == distinct(other, repeats).keys()
