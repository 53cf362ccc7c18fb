"""Quoted spans and where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.quoted_spans import Sources, quoted_spans, quoted_spans_alignment

PAIRS = ('""', "“”", "„“", "„”", "«»", "»«", "‹›", "‘’", "''", "``", "´´", "「」", "『』")


@pytest.mark.parametrize("marks", PAIRS)
def test_matching_marks_make_a_span(marks: str) -> None:
    """Every pair of marks is known; the text between two spans is none."""
    one, other = (marks[0] + text + marks[1] for text in ("one two three", "four five six"))
    assert quoted_spans(f"{one} and so on {other}.") == ["one two three", "four five six"]


@pytest.mark.parametrize(
    "text",
    [
        "It's plain that the model's answer is fine.",
        "The dogs' bowl and the cats' bowl are full.",
        'Open "only one mark here',
        'Mixed "alpha beta gamma” done.',
        'A paragraph "ends here\n\nand the mark" is another.',
    ],
)
def test_what_is_not_quoted(text: str) -> None:
    """Apostrophes, lone marks, and marks that do not match quote nothing."""
    assert quoted_spans(text) == []


def test_an_apostrophe_inside_single_marks() -> None:
    """A span in single marks may hold apostrophes."""
    assert quoted_spans("He said 'it's fine by me' and left.") == ["it's fine by me"]
    assert quoted_spans("He said ‘it’s fine by me’ and left.") == ["it’s fine by me"]


def test_the_least_number_of_words() -> None:
    """Short spans are left out; characters of scripts without blanks are words."""
    assert quoted_spans('"one two" "one two three"', 3) == ["one two three"]
    assert quoted_spans("「你好吗」") == ["你好吗"]
    assert quoted_spans('An "" here.', 0) == [""]


@given(
    st.text("abé ß\n", max_size=12), st.text("abé ß\n", max_size=12), st.sampled_from(["x yz", "Straße ß z"])
)
def test_a_place_holds_the_span(before: str, after: str, span: str) -> None:
    """What stands at the place found is the span, but for case."""
    text = f"{before}. {span} .{after}"
    found = Sources(["other", text]).find(span.upper())
    assert found is not None
    assert text[found.start : found.end].casefold() == span.casefold()
    assert found.chunk == 1


def test_what_does_not_count() -> None:
    """Spacing, kind of quote mark and closing punctuation never count, case only on request."""
    text = "He  said:\tit's\nthe end."
    assert Sources([text]).find("It’s the end,") is not None
    assert Sources([text], casefold=False).find("it’s the end") is not None
    assert Sources([text], casefold=False).find("It’s the end") is None


def test_whole_words_in_one_source() -> None:
    """A span neither cuts a word nor spans two sources."""
    assert Sources(["alphabet soup isn't hot", "my alphabet soup"]).find("alphabet soup is") is None
    assert Sources(["isn't it, is it"]).find("is it") is not None
    assert Sources(["alpha beta", "gamma delta"]).find("beta gamma") is None
    assert Sources(["今天天气很好"]).find("天天气") is not None
    assert Sources(["a"]).find("") is None


def test_one_list_of_sources_an_answer() -> None:
    """The pooled form refuses lists that do not fit."""
    with pytest.raises(ValueError, match="1 answers and 0 lists"):
        quoted_spans_alignment(["x"], [])


PHRASES = ["the tram is blue", "it leaves at nine", "nobody knows the fare", "platform two is closed"]
phrases = st.lists(st.sampled_from(PHRASES), max_size=4)


@given(phrases, phrases, st.data())
def test_the_share_of_spans_is_a_ratio_in_any_order(
    quoted: list[str], there: list[str], data: st.DataObject
) -> None:
    """In [0, 1], from the spans whose text is in a source; the order of spans and of sources does not count."""
    answer = " and ".join(f'"{text}"' for text in quoted)
    found = quoted_spans_alignment([answer], [there])
    hits = sum(text in there for text in quoted)
    assert (found["matched"], found["total"]) == (hits, len(quoted))
    assert found["citation_alignment_quoted_spans"] == (hits / len(quoted) if quoted else 0.0)
    other = " and ".join(f'"{text}"' for text in data.draw(st.permutations(quoted)))
    assert quoted_spans_alignment([other], [data.draw(st.permutations(there))]) == found


@given(phrases, phrases, st.sampled_from(PHRASES))
def test_a_source_more_finds_no_span_less(quoted: list[str], there: list[str], more: str) -> None:
    """The share never falls with another source."""
    answer = " and ".join(f"“{text}”" for text in quoted)
    few, many = (
        sum(Sources(texts).find(span) is not None for span in quoted_spans(answer))
        for texts in (there, [*there, more])
    )
    assert few <= many <= len(quoted)
