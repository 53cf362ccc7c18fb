"""Arithmetic of answers compared with a reference."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ragas.metrics.correctness import (
    conciseness,
    is_number,
    same_text,
    topic_adherence,
    weighted_mean,
)
from ragas.metrics.scoring import precision, recall

flags = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=8)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 100), st.floats(0, 100))
def test_weights_need_not_sum_to_one(a: float, b: float, one: float, other: float) -> None:
    """Only the ratio of the weights counts, and the mean lies between the values."""
    value = weighted_mean([a, b], [one, other])
    assert value == pytest.approx(weighted_mean([a, b], [10 * one, 10 * other]))
    assert min(a, b) - 1e-9 <= value <= max(a, b) + 1e-9


def test_weights_must_weigh_something() -> None:
    """All weights 0 has no mean."""
    with pytest.raises(ValueError, match="all 0"):
        weighted_mean([1.0, 1.0], [0, 0])


@given(st.text(), st.text(min_size=1))
def test_conciseness_stays_in_range(summary: str, text: str) -> None:
    """Never negative, 0.0 for a summary that is not shorter."""
    value = conciseness(summary, text)
    assert 0 <= value <= 1
    assert (value == 0) == (len(summary) >= len(text))


def test_conciseness_counts_characters() -> None:
    """20 characters for 100 are 0.8 shorter; an empty text has no conciseness."""
    assert conciseness("y" * 20, "x" * 100) == 0.8
    with pytest.raises(ValueError, match="empty text"):
        conciseness("y", "")


@given(flags)
def test_topic_adherence_is_precision_and_recall_of_answers(pairs: list[tuple[bool, bool]]) -> None:
    """Hits over answered and over allowed topics, whatever their order."""
    answered, allowed = [one for one, _ in pairs], [one for _, one in pairs]
    assume(any(answered) or any(allowed))
    hits = sum(a and b for a, b in pairs)
    expected = precision(hits, sum(answered) - hits), recall(hits, sum(allowed) - hits)
    assert topic_adherence(answered, allowed) == expected
    assert topic_adherence(answered[::-1], allowed[::-1]) == expected


def test_refusing_everything_off_topic_is_perfect() -> None:
    """Where nothing is allowed and nothing answered, nothing was done wrong."""
    assert topic_adherence([False, False], [False, False]) == (1.0, 1.0)


def test_texts_are_the_same_apart_from_spacing() -> None:
    """Doubled spaces and line breaks do not tell texts apart; letters and case do."""
    assert same_text("27415", " 27415\n")
    assert same_text("a  b", "a\nb")
    assert not same_text("a b", "A b")


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, True), (0.5, True), (True, False), ("1", False), (None, False), (float("nan"), False)],
)
def test_numbers_are_finite_and_no_truth_values(value: object, expected: bool) -> None:
    """A setting that looks like a number but is none is told apart."""
    assert is_number(value) is expected


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 9)), min_size=1, max_size=5), st.data())
def test_a_weighted_mean_knows_no_order_and_grows(pairs: list[tuple[int, int]], data: st.DataObject) -> None:
    """Value and weight together in any order are the same; a greater value gives a greater mean."""

    def of(some: list[tuple[int, int]]) -> float:
        return weighted_mean([value for value, _ in some], [weight for _, weight in some])

    assert of(data.draw(st.permutations(pairs))) == pytest.approx(of(pairs))
    (value, weight), *others = pairs
    assert of([(value + 1, weight), *others]) > of(pairs)


@given(st.text("ab ", max_size=30), st.text("ab ", min_size=1, max_size=20))
def test_conciseness_falls_with_each_character(summary: str, text: str) -> None:
    """Never below 0.0, and 1.0 only for an empty summary."""
    assert 0.0 <= conciseness(summary + "a", text) <= conciseness(summary, text) <= 1.0
    assert (conciseness(summary, text) == 1.0) is (summary == "")


@given(flags, st.data())
def test_topic_adherence_knows_no_order(pairs: list[tuple[bool, bool]], data: st.DataObject) -> None:
    """Topics in another order have the same precision and recall, both in [0, 1]."""

    def of(some: list[tuple[bool, bool]]) -> tuple[float, float]:
        return topic_adherence([answered for answered, _ in some], [allowed for _, allowed in some])

    found = of(pairs)
    assert all(0.0 <= one <= 1.0 for one in found)
    assert of(data.draw(st.permutations(pairs))) == found
