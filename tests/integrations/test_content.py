"""What frameworks put into messages is read as text and calls, whatever it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.integrations.content import RAW, arguments_of, chat_calls, text_of


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("At ten.", "At ten."),
        ("", ""),
        (None, ""),
        ([], ""),
        (["At ", None, "ten."], "At \nten."),
        ([{"type": "text", "text": "At"}, {"type": "output_text", "text": "ten."}], "At\nten."),
        ([{"type": "image_url", "image_url": {"url": "http://169.254.169.254/"}}, "What?"], "[image]\nWhat?"),
        ([{"type": "input_audio", "input_audio": {}}], "[audio]"),
        ([{"type": "thinking", "thinking": "hm"}, {"type": "tool_use", "name": "f"}, "Yes."], "Yes."),
        ([SimpleNamespace(block_type="text", text="At ten.")], "At ten."),
        ([SimpleNamespace(type="image", source="x")], "[image]"),
        ({"temperature": 20}, '{"temperature": 20}'),
        (20.5, "20.5"),
        (True, "true"),
        ([{"row": 1}], '{"row": 1}'),
    ],
)
def test_content_becomes_text(content: Any, text: str) -> None:
    """Blocks are joined, pictures leave a mark and are never fetched, thoughts are not said, data becomes JSON."""
    assert text_of(content, "message 0") == text


def test_a_mark_stands_on_a_line_of_its_own() -> None:
    """A picture between texts that a framework joins without a blank does not run into them."""
    blocks = ["See ", "this", {"type": "image"}, "What is it?"]
    assert text_of(blocks, "message 0", between="") == "See this\n[image]\nWhat is it?"


@pytest.mark.parametrize("content", [object(), [object()], {1, 2}])
def test_what_is_no_text_is_refused(content: Any) -> None:
    """The error says which message it is and what stands there."""
    with pytest.raises(InputError, match=r"^message 4 \(user\): the content (is|holds) "):
        text_of(content, "message 4 (user)")


def test_data_that_goes_round_in_a_circle_is_refused() -> None:
    """Data that cannot be written as JSON is an error that names the message, not a crash."""
    circle: dict[str, Any] = {}
    circle["self"] = circle
    with pytest.raises(InputError, match="message 1: dict cannot be written as JSON"):
        text_of(circle, "message 1")


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        (b'{"a": 1}', {"a": 1}),
        (None, {}),
        ("", {}),
        ('{"a": ', {RAW: '{"a": '}),
        ("[1, 2]", {RAW: "[1, 2]"}),
        ('{"a": NaN}', {RAW: '{"a": NaN}'}),
        ({"a": [float("inf")], "b": "ü"}, {RAW: '{"a": [Infinity], "b": "ü"}'}),
        ('{"a": 1e999}', {RAW: '{"a": 1e999}'}),
        ('{"a": [-1e999, 1.5e3]}', {RAW: '{"a": [-1e999, 1.5e3]}'}),
        ('{"a": 1.5e3}', {"a": 1500.0}),
        ("[" * 100_000, {RAW: "[" * 100_000}),
        ("__import__('os').system('true')", {RAW: "__import__('os').system('true')"}),
        (b"\xff", {RAW: "\ufffd"}),
        (7, {RAW: 7}),
    ],
)
def test_arguments_that_are_no_json_object_are_kept(arguments: Any, read: dict[str, Any]) -> None:
    """What a model wrote instead of arguments stays, as text; nothing of it is evaluated."""
    assert arguments_of(arguments) == read


def test_calls_of_chat_apis_and_of_frameworks_are_read() -> None:
    """A call is a dict or an object, with its function inside or not; several are several."""
    calls = chat_calls(
        [
            {"id": "1", "function": {"name": "add", "arguments": '{"a": 1}'}},
            {"name": "add", "args": {"a": 2}},
            SimpleNamespace(tool_name="add", tool_kwargs={"a": 3}),
            SimpleNamespace(function=SimpleNamespace(name="add", arguments='{"a": 4}')),
        ],
        "message 0",
    )
    assert [call.args for call in calls] == [{"a": 1}, {"a": 2}, {"a": 3}, {"a": 4}]


@pytest.mark.parametrize("calls", ["add", {"name": "add"}, 3, [{"args": {}}], [None]])
def test_calls_that_cannot_be_read_are_refused(calls: Any) -> None:
    """No list, or a call without a name, is an error that names the message."""
    with pytest.raises(InputError, match="message 2"):
        chat_calls(calls, "message 2")
