"""A user's own counter of tokens."""

from __future__ import annotations

import logging
from types import SimpleNamespace as Made
from typing import Any

import pytest

from ragas.engine.token_usage import counted, use_parser
from ragas.engine.tokens import Usage
from ragas.schema.token_usage import TokenUsage

MESSAGE = Made(content="yes", response_metadata={"units": 7})


def by_units(result: Any) -> TokenUsage:
    return TokenUsage(result.llm_output["units"], len(result.generations[0][0].text), "m")


def test_a_parser_goes_before_what_was_read() -> None:
    """Inside `use_parser` its counts hold; outside, those that were read."""
    assert counted(MESSAGE, MESSAGE.response_metadata, Usage(1, 1)) == Usage(1, 1)
    with use_parser(by_units):
        assert counted(MESSAGE, MESSAGE.response_metadata, Usage(1, 1)) == Usage(7, 3, model="m")
        whole = Made(llm_output={"units": 2}, generations=[[Made(text="four")]])
        assert counted(MESSAGE, {}, None, whole) == Usage(2, 4, model="m")
    assert counted(MESSAGE, {}, None) is None


def test_a_parser_that_finds_nothing_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Zeros, None and exceptions leave what was read, be it unknown."""
    with use_parser(lambda _: TokenUsage(0, 0)):
        assert counted(MESSAGE, {}, None) is None
        assert counted(MESSAGE, {}, Usage(5, 2)) == Usage(5, 2)
    with use_parser(by_units), caplog.at_level(logging.WARNING, "ragas.engine"):
        assert counted(MESSAGE, {}, Usage(5, 2)) == Usage(5, 2)
    assert "token_usage_parser failed" in caplog.text


@pytest.mark.parametrize("wrong", [-5, float("nan"), float("inf"), 10**400, "7", True])
def test_what_is_no_count_is_unknown(wrong: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A count that cannot be one is not taken over, and is told; the other one holds."""
    with use_parser(lambda _: TokenUsage(wrong, 3)), caplog.at_level(logging.WARNING, "ragas.engine"):
        assert counted(MESSAGE, {}, Usage(5, 2)) == Usage(None, 3)
    assert "what is no count is unknown" in caplog.text
    with use_parser(lambda _: TokenUsage(wrong, wrong)):
        assert counted(MESSAGE, {}, Usage(5, 2)) == Usage(5, 2)


def test_a_parser_may_know_one_of_both(caplog: pytest.LogCaptureFixture) -> None:
    """None is no mistake: that count is unknown."""
    with use_parser(lambda _: TokenUsage(None, 3)), caplog.at_level(logging.WARNING, "ragas.engine"):
        assert counted(MESSAGE, {}, None) == Usage(None, 3)
    assert caplog.text == ""
