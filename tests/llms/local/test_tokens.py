"""Comparable tokens."""

from __future__ import annotations

import pytest

from ragas.llms.local.tokens import number_values, tokenize


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1280", ("1280",)),
        ("1 280", ("1280",)),
        ("1,280", ("1280", "1.28")),
        ("1.280,50", ("1280.5",)),
        ("1'280", ("1280",)),
        ("3.50", ("3.5",)),
        ("٤٢", ("42",)),
        ("5:30", ("5:30",)),
    ],
)
def test_number_values(text: str, values: tuple[str, ...]) -> None:
    """A figure has the same value however it is written."""
    assert number_values(text) == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("fifty-eight", "58"),
        ("two hundred", "200"),
        ("1.5 million", "1500000"),
        ("fifty-eight thousand", "58000"),
        ("drei", "3"),
        ("twentieth", "20"),
    ],
)
def test_number_words(text: str, value: str) -> None:
    """Number words are joined to one figure."""
    assert [token.keys[0] for token in tokenize(text)] == [value]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("version 2.4.1 million-row tables", "2.4.1"),
        ("Since 01.02.2024 hundred people", "01.02.2024"),
        ("Seit dem 31.12.2023 Millionen Nutzer", "31.12.2023"),
        ("1.2.3k builds", "1.2.3"),
        ("1" * 400 + ".5", "1" * 400 + ".5"),
        ("1" * 400 + " million", "1" * 400),
        ("7" * 5000, "7" * 5000),
        ("123 " * 2000 + "123", "123" * 2001),
        ("1:30 million", "1:30"),
    ],
)
def test_versions_dates_and_serial_numbers(text: str, figure: str) -> None:
    """Versions, dates and very long figures stay as they are written, whatever word follows."""
    assert [token.keys for token in tokenize(text) if token.kind == "number"] == [(figure,)]


def test_endless_multipliers() -> None:
    """A row of multipliers ends as a figure and words, not as an overflow."""
    figure, *rest = tokenize("2" + " million" * 500)
    assert figure.keys[0].startswith("2000000")
    assert len(rest) > 400


@pytest.mark.parametrize("text", ["50%", "50 %", "50 percent", "50 Prozent"])
def test_units(text: str) -> None:
    """A figure knows its unit in each spelling."""
    assert tokenize(text)[0].unit == "%"


def test_offsets() -> None:
    """Every token stands where it says."""
    text = "L’été à Zürich: 20 °C, 北京很热 — दिल्ली भी."
    assert all(text[token.start : token.end] == token.text for token in tokenize(text))


def test_inflected_words_share_a_key() -> None:
    """Common endings, accents and case make no difference."""
    keys = {token.keys for token in tokenize("Policies policy POLICY’s")[:2]}
    assert len(keys) == 1
    assert tokenize("Café")[0].keys == tokenize("cafe")[0].keys


def test_indic_words_stay_whole() -> None:
    """Vowel signs do not cut a word."""
    assert [token.text for token in tokenize("दिल्ली राजधानी")] == ["दिल्ली", "राजधानी"]


def test_unspaced_scripts_become_pairs() -> None:
    """Text without spaces is compared by pairs of characters."""
    assert [token.text for token in tokenize("北京很大")] == ["北京", "京很", "很大"]


def test_negations() -> None:
    """Negations are told from words in several languages; a "no" that answers somebody is none."""
    for text in ("It isn't red", "Es ist nicht rot", "ce n'est pas", "они не там", "这不是"):
        assert any(token.kind == "negation" for token in tokenize(text)), text
    assert tokenize("No, it is red")[0].kind == "function"
