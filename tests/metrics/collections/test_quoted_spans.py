"""Quoted spans as a metric."""

from __future__ import annotations

from ragas.metrics.collections.quoted_spans import QuotedSpansAlignment

CONTEXTS = ["Nothing here.", "The ferry leaves at nine."]


def test_the_span_that_missed_is_named() -> None:
    """The share found, which span missed, and where the others stand."""
    result = QuotedSpansAlignment().score(
        response="He wrote “the ferry leaves” and “a train leaves”.", retrieved_contexts=CONTEXTS
    )
    assert result.value == 0.5
    assert result.reason == '1 of 2 quoted spans found in the contexts. Not found: "a train leaves".'
    found, missed = result.traces["output"]["spans"]
    assert CONTEXTS[found["chunk"]][found["start"] : found["end"]] == "The ferry leaves"
    assert missed == {"span": "a train leaves", "found": False}


def test_nothing_quoted_is_said() -> None:
    """A response without quotes scores 1.0 and the reason says why."""
    result = QuotedSpansAlignment(min_span_words=2).score(
        response='So "it" goes.', retrieved_contexts=CONTEXTS
    )
    assert (result.value, result.reason) == (1.0, "The response quotes nothing of 2 words or more.")


def test_case_counts_on_request() -> None:
    """`casefold=False` compares case, and still no spacing."""
    strict = QuotedSpansAlignment(casefold=False)
    assert strict.score(response='"the ferry leaves"', retrieved_contexts=CONTEXTS).value == 0.0
    assert strict.score(response='"The  ferry\nleaves"', retrieved_contexts=CONTEXTS).value == 1.0
