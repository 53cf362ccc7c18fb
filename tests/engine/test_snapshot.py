"""Promises of `ragas.engine.snapshot`."""

import time

import pytest

from ragas.engine.snapshot import Remaining, Snapshot, clock, dollars, short


def test_words_say_only_what_there_is() -> None:
    """Nothing under way and nothing known is nothing to say; an amount that is not all of it says so."""
    assert Snapshot().words() == []
    assert Snapshot(in_flight=1, oldest=1.0, retries=1).words() == ["1 in flight", "1 retry"]
    assert Snapshot(cost=1.5, unpriced=True, tokens=0).words() == ["over $1.50", "0 tokens"]


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (1000, "1k"), (12_345, "12.3k"), (999_900, "1M"), (4.56e9, "4.56G")],
)
def test_short_numbers(number: int, text: str) -> None:
    """Three digits and a unit."""
    assert short(number) == text


def test_clock_and_dollars() -> None:
    """Times as on a clock; small amounts keep two digits."""
    assert [clock(7), clock(760.9), clock(3723)] == ["0:07", "12:40", "1:02:03"]
    assert [dollars(0), dollars(1234.5), dollars(0.00123)] == ["$0.00", "$1,234.50", "$0.0012"]


def test_what_is_left_follows_the_last_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow beginning, or cells that were there from an earlier run, do not spoil the estimate for long."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    left = Remaining()
    assert left.seconds(0, 100) is None
    now[0] = 10
    assert left.seconds(50, 100) == 10
    assert left.seconds(50, None) is None
    for second in range(11, 111):
        now[0] = second
        estimate = left.seconds(50 + (second - 10) // 4, 100)
    assert estimate == pytest.approx(100, rel=0.1)
    assert left.elapsed == 110
