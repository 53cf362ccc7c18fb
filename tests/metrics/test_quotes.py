"""Quotes are found where they stand, and only there."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.quotes import Found, find_quote

TEXTS = ["Trams are green.", "The “Isla Verde” ferry\n leaves at 07:40 – daily.", "Trams are green."]


def cut(found: Found | None, texts: list[str]) -> str | None:
    return None if found is None else texts[found.chunk][found.start : found.end]


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4), st.data())
def test_a_copied_quote_is_found_letter_by_letter(texts: list[str], data: st.DataObject) -> None:
    """Any cut of a text is found, and what stands at the place is the quote itself."""
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))].strip()
    if quote:
        assert cut(find_quote(quote, texts), texts) == quote


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=3))
def test_offsets_always_lie_inside(quote: str, texts: list[str]) -> None:
    """Whatever is found lies inside its text and is not empty."""
    found = find_quote(quote, texts)
    if found is not None:
        assert 0 <= found.start < found.end <= len(texts[found.chunk])


@pytest.mark.parametrize(
    "quote",
    [
        'the "isla verde" ferry leaves at 07:40 - daily',
        "The 'Isla Verde' ferry".replace("'", "„"),
        "  leaves   at\t07:40",
        "FERRY LEAVES",
    ],
)
def test_spacing_case_and_marks_are_set_aside(quote: str) -> None:
    """A quote with other spacing, case, quote marks or dashes is found in the words of the source."""
    found = find_quote(quote, TEXTS)
    assert found is not None
    assert found.chunk == 1
    assert "eaves" in str(cut(found, TEXTS)) or "Verde" in str(cut(found, TEXTS))


def test_the_source_is_cited_not_the_quote() -> None:
    """Offsets cut the source's own words, line break and all."""
    assert cut(find_quote("ferry leaves at", TEXTS), TEXTS) == "ferry\n leaves at"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("of_quote", ["NFC", "NFD"])
def test_composed_and_decomposed_letters_are_the_same(form: str, of_quote: str) -> None:
    """An accent written as one character or as two makes no difference."""
    text = [unicodedata.normalize(form, "Żółw je liść w Zürich.")]
    found = find_quote(unicodedata.normalize(of_quote, "liść w zürich"), text)
    assert unicodedata.normalize("NFC", str(cut(found, text))) == "liść w Zürich"


def test_an_accent_makes_another_word() -> None:
    """A letter without its accent is another letter, also at the end of the quote."""
    assert find_quote("the resume", ["The resumé is late."]) is None
    assert find_quote("THE RESUME", ["The resumé, the resume."]) == Found(0, 12, 22)


def test_named_chunks_come_first() -> None:
    """Of two places the one in a named chunk counts; names outside the list are ignored."""
    assert find_quote("green", TEXTS) == Found(0, 10, 15)
    assert find_quote("green", TEXTS, first=[2]) == Found(2, 10, 15)
    assert find_quote("green", TEXTS, first=[9, -1]) == Found(0, 10, 15)


@pytest.mark.parametrize("quote", ["", "   ", "The ferry is free", "grеen"])  # the last one has a Cyrillic е
def test_what_is_not_there_is_not_found(quote: str) -> None:
    """An empty quote, an invented one, and one with look-alike letters are not found."""
    assert find_quote(quote, TEXTS) is None


def test_no_texts() -> None:
    """There is no quote in nothing."""
    assert find_quote("green", []) is None
