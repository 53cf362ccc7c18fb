"""Evidence in one form: verdicts, quotes that stand where they are said to stand, and everything else."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.report.page.evidence import call_text, sections
from ragas.report.page.places import units

TEXTS = {
    "response": ["It opens at nine. It is free."],
    "reference": ["It opens at ten."],
    "contexts": ["🦊 It opens  at “nine”.", "Entry is free."],
}


def items(**output: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = sections({"output": output}, TEXTS)[0]["items"]
    return found


def test_a_quote_has_its_place_in_units_of_the_browser() -> None:
    """Offsets count characters; the page counts UTF-16 units, of which a fox takes two."""
    quoted = {"statement": "s", "supported": True, "quote": "It opens", "chunk": 0, "start": 2, "end": 10}
    item = items(statements=[quoted | {"quote_found": True}])[0]
    assert item["state"] == "found"
    assert item["at"] == ["contexts", 0, 3, 11]
    assert units("🦊a", 2) == 3


def test_spacing_and_quote_marks_do_not_count() -> None:
    """A quote stands there if only spacing, case or the kind of quote mark differ."""
    quoted = {
        "statement": "s",
        "supported": True,
        "quote": 'it opens at "nine"',
        "chunk": 0,
        "start": 2,
        "end": 21,
    }
    assert items(statements=[quoted])[0]["state"] == "found"


@pytest.mark.parametrize(
    "place", [{"chunk": 9, "start": 0, "end": 5}, {"chunk": 0, "start": 5, "end": 2}, {}]
)
def test_a_wrong_place_is_corrected(place: dict[str, int]) -> None:
    """Where the judge's place is wrong or missing, the quote is looked for."""
    item = items(statements=[{"statement": "s", "supported": True, "quote": "Entry is free.", **place}])[0]
    assert item["at"] == ["contexts", 1, 0, 14]


@pytest.mark.parametrize("claimed", [True, False, None])
def test_a_quote_that_stands_nowhere_is_no_evidence(claimed: bool | None) -> None:
    """Not even where the judge says it was found."""
    quoted = {"statement": "s", "supported": True, "quote": "made up", "chunk": 0, "start": 0, "end": 7}
    item = items(statements=[quoted | {"quote_found": claimed}])[0]
    assert item["state"] == "missing"
    assert "at" not in item


def test_a_quote_of_nothing_is_unchecked() -> None:
    """Where there is no text to look in, nobody can say."""
    found = sections({"output": {"statements": [{"statement": "s", "quote": "q"}]}}, {})
    assert found[0]["items"][0]["state"] == "unchecked"


def test_claims_against_the_reference() -> None:
    """Claims of the response were checked against the reference, those of the reference against the response."""
    quoted = {"statement": "s", "supported": True, "quote": "It opens", "chunk": 0, "start": 0, "end": 8}
    assert items(response_claims=[quoted])[0]["at"][0] == "reference"
    assert items(reference_claims=[quoted])[0]["at"][0] == "response"


def test_statements_are_found_in_the_text_they_come_from() -> None:
    """The text in which most of a list's statements stand is the one they were taken from."""
    said = items(
        statements=[{"statement": "It opens at nine", "supported": True}, {"statement": "It is free."}]
    )
    assert said[0]["said"] == ["response", 0, 0, 17]
    wanted = items(statements=[{"statement": "It opens at ten.", "supported": True}])
    assert wanted[0]["said"] == ["reference", 0, 0, 16]


def test_bad_news_is_bad() -> None:
    """A statement that misled, and a question that evades, are bad where they are true."""
    assert items(statements=[{"statement": "s", "misled": True}])[0]["good"] is False
    assert items(questions=[{"question": "q", "noncommittal": False}])[0]["good"] is True


def test_spans_are_their_own_quotes() -> None:
    """A quoted span that was found leads to its place."""
    item = items(spans=[{"span": "Entry is free.", "found": True, "chunk": 1, "start": 0, "end": 14}])[0]
    assert item["at"] == ["contexts", 1, 0, 14]


def test_chunks() -> None:
    """An opinion on a chunk says which, and numbers of chunks that are none are dropped."""
    assert items(chunks=[{"chunk": 1, "useful": False}])[0] == {
        "good": False,
        "verdict": "not useful",
        "of_chunk": 1,
    }
    assert items(statements=[{"statement": "s", "chunks": [0, "x", True]}])[0]["chunks"] == [0]


def test_repeated_judgings() -> None:
    """Each judging of a cell stands with its outcome and its reason."""
    item = items(repeats=[{"value": 0.25, "status": "scored", "reason": "so"}])[0]
    assert item == {"text": "0.25", "why": "so", "facts": [["Status", "scored"]]}


def test_everything_else_is_a_fact() -> None:
    """Plain values, nested ones and evidence that is no mapping stand as text."""
    found = sections(
        {"output": {"precision": 0.51234567, "same": True, "names": ["a", "b"], "none": None}}, {}
    )
    assert found == [{"facts": [["Precision", "0.5123"], ["Same", "yes"], ["Names", "a, b"]]}]
    assert sections({"output": "as it is"}, {}) == [{"facts": [["Evidence", "as it is"]]}]
    assert sections(None, {}) == []


def test_calls() -> None:
    """Tool calls are written as code; a list that is empty is left out."""
    found = sections({"output": {"matched": [], "missed": [{"name": "f", "args": {"x": 1}}]}}, {})
    assert found == [
        {
            "title": "Missed",
            "items": [{"text": "f(x=1)", "good": False, "verdict": "expected, not made", "code": True}],
        }
    ]
    assert call_text("raw") == "raw"
