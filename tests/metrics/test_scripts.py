"""The script of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.scripts import script


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When does it leave?", "LATIN"),
        ("Żółw zjadł liść", "LATIN"),
        ("这趟列车几点到达苏州？", "CJK"),
        ("列車は何時に着きますか", "CJK"),
        ("Когда отходит паром?", "CYRILLIC"),
        ("기차는 언제 도착합니까?", "HANGUL"),
        ("CPU 的温度是多少度？", "CJK"),
        ("15:20, 3 €?", None),
        ("", None),
    ],
)
def test_most_letters_decide(text: str, expected: str | None) -> None:
    """Digits and marks say nothing; a foreign word inside a sentence does not change it."""
    assert script(text) == expected


@given(st.text("aбあ 1", max_size=20))
def test_no_script_has_more_letters(text: str) -> None:
    """The script has at least as many letters as any other."""
    counts = {"LATIN": text.count("a"), "CYRILLIC": text.count("б"), "CJK": text.count("あ")}
    found = script(text)
    assert counts[found] == max(counts.values()) if found else not any(counts.values())
