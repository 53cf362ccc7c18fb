"""What is a key or a password, and what only sounds like one."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.engine.credentials import is_credential, sounds_secret


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("api_key", "a"),
        ("apiKey", None),
        ("x-api-key", "k1"),
        ("API_KEYS", ["k1", "k2"]),
        ("BEARER", b"k"),
        ("password", "x"),
        ("Authorization", "Bearer x"),
        ("client_secret", "x"),
        ("auth", ("name", "word")),
        ("DB_PIN", 4711),
        ("PASSCODE", 831299),
        ("token", "9f8a7b6c5d4e3f2a1b0c9d8e"),
        ("keys", {"one": "sk-abcdefghijklmnop1234"}),
        ("anything", "ghp_abcdefghij0123456789"),
        ("anything", "Bearer abcdefgh12345678"),
    ],
)
def test_keys_and_passwords_are_told_by_name_or_by_their_looks(name: str, value: Any) -> None:
    """Whatever the spelling."""
    assert is_credential(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("answer_key", {"q1": "a"}),
        ("answer_key", "a"),
        ("STOP_TOKEN", "#"),
        ("token", 1),
        ("tokens", []),
        ("max_tokens", 7),
        ("SECRETS", ["the launch is on Monday"]),
        ("key", "a-long-name-of-a-column-that-is-none"),
        ("key", "aaaaaaaaaaaaaaaaaaaaaaaa1"),
        ("password", len),
        ("MAX_PASSWORDS", 3),
        ("model", "gpt-4o-mini-2024-07-18"),
        ("keyboard", "x"),
        ("keys", [f"row {at}" for at in range(200)]),
    ],
)
def test_gold_data_is_no_key(name: str, value: Any) -> None:
    """It counts, though its name sounds like one."""
    assert not is_credential(name, value)


def test_what_sounds_secret_is_better_not_shown() -> None:
    """Though it counts."""
    assert all(map(sounds_secret, ("STOP_TOKEN", "pin_of_door", "secret_size", "answerKey")))
    assert not any(map(sounds_secret, ("LIMIT", "spin", "monkeys", "")))
