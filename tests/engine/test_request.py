"""Promises of `ragas.engine.request`."""

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.engine.request import RawReply, Request, sendable
from ragas.engine.usage import Usage

BASE = Request("openai", "chat", "m", {"temperature": 0.5, "seed": 1}, [{"role": "user", "content": "hi"}])


def test_equal_requests_have_one_key() -> None:
    """Equal requests have the same key, whatever the order of their parameters."""
    assert BASE.key() == replace(BASE, parameters={"seed": 1, "temperature": 0.5}).key()


@pytest.mark.parametrize(
    "change",
    [
        {"provider": "azure"},
        {"endpoint": "responses"},
        {"model": "n"},
        {"parameters": {"temperature": 0.6, "seed": 1}},
        {"parameters": {"temperature": 0.5, "seed": True}},
        {"messages": [{"role": "user", "content": "ho"}]},
        {"schema": {"type": "object"}},
        {"sample": 1},
        {"mode": "object"},
    ],
)
def test_whatever_changes_the_reply_changes_the_key(change: dict[str, Any]) -> None:
    """Each part of a request is in its key."""
    assert replace(BASE, **change).key() != BASE.key()


def test_odd_values() -> None:
    """Models, sets, bytes and lone surrogates in a request have stable keys."""

    class Setting(BaseModel):
        level: int = 1

    def key() -> str:
        odd = {"a": Setting(), "b": {"y", "x"}, "c": b"\x00", "d": "\ud83d", "e": object}
        return replace(BASE, parameters=odd).key()

    assert key() == key()


def test_a_reply_survives_json() -> None:
    """A reply comes back equal from JSON; fields a newer version added are passed over."""
    reply = RawReply("text", Usage(10, 2, cached_tokens=4, cost=0.5), "stop", "m-2026")
    value = json.loads(json.dumps(reply.to_dict()))
    assert RawReply.from_dict(value) == reply
    value["usage"]["audio"] = 3
    assert RawReply.from_dict({**value, "new": 1}) == reply
    assert RawReply.from_dict({"text": "x"}) == RawReply("x")


def test_half_a_character_can_be_sent() -> None:
    """Each lone surrogate becomes U+FFFD, a pair the character it stands for; any other text is itself."""
    assert sendable("a\ud83d b\ude00 \ud83d\ude00") == "a\ufffd b\ufffd 😀"
    text = "Żółw 😀"
    assert sendable(text) is text
