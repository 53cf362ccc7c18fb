"""What is wrong with a value, in our words."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from ragas import MultiTurnSample, SingleTurnSample
from ragas.schema.complaints import SHOWN, printable, shown


def test_values_are_shown_in_a_line() -> None:
    """A long value is cut, and a number of more digits than Python writes is no second error."""
    assert shown("x" * 500) == f"'{'x' * (SHOWN - 1)}…"
    assert shown(10**5000) == "a very long int"


def test_every_complaint_is_kept() -> None:
    """All that is wrong is there, each with its column, value and kind."""
    with pytest.raises(ValidationError) as error:
        SingleTurnSample(response=5, rubrics={"score1": 1}, retrieved_contexts=["a", 3])  # type: ignore[arg-type, list-item, dict-item]
    found = {one["loc"]: (one["type"], one["msg"]) for one in error.value.errors()}
    assert found == {
        ("response",): ("string_type", "found 5 (int) where a text belongs."),
        ("rubrics", "score1"): ("string_type", "found 1 (int) where a text belongs."),
        ("retrieved_contexts", 1): ("string_type", "found 3 (int) where a text belongs."),
    }
    with pytest.raises(ValidationError, match="is missing"):
        MultiTurnSample()  # type: ignore[call-arg]


def test_nothing_steers_a_terminal() -> None:
    """Control characters and those that turn the order around are written out; lines, tabs and scripts stay."""
    assert printable("\x1b[31mRED\x1b]0;owned\x07 \x9b1m \u202edlrow\r.") == (
        r"\x1b[31mRED\x1b]0;owned\x07 \x9b1m \u202edlrow\r."
    )
    assert printable("one\r\n\ttwo\n") == "one\n\ttwo\n"
    assert printable("שלום 👩‍💻 é") == "שלום 👩‍💻 é"
