"""explain(): a cell in words, its evidence piece by piece, and nothing shown as evidence that is none."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError
from ragas.schema import EvaluationResult
from tests.schema.rows_of_cells import TONE, cell, every_status, result


def evidence(output: Any) -> str:
    return result(faithfulness=[cell(0.5, traces={"input": {}, "output": output})]).explain(0, "faithfulness")


def test_scored_cell() -> None:
    """Score, range, reason, each statement with its verdict, reason and quote, and the judge with its caution."""
    assert every_status().explain(0, "faithfulness") == (
        "Row 0, faithfulness: 0.5 (between 0 and 1; higher is better)\n"
        "Reason: 1 of 2 statements\n"
        "\n"
        "Question: What does the kiln do?\n"
        "Answer: It reaches 1 280 °C and cools in four hours.\n"
        "\n"
        "Statements:\n"
        "  ✓ The kiln reaches 1 280 °C\n"
        "      why: stated in line 2\n"
        "      evidence, context 2: “The kiln reaches 1 280 °C.”\n"
        "  ✗ It cools in four hours\n"
        "      why: time not mentioned\n"
        "\n"
        "Judged by local.\n"
        "Caution: a support screen, not a judge"
    )


@pytest.mark.parametrize(
    ("row", "metric", "words"),
    [
        (
            2,
            "faithfulness",
            ["Row 2, faithfulness: failed, so there is no score", "Cause: JudgeTimeoutError: no answer"],
        ),
        (
            -1,
            "faithfulness",
            ["Row 3, faithfulness: not applicable", "left out of the mean", "Cause: no statements"],
        ),
        (3, "tone", ["Row 3, tone: skipped", "Cause: this judge grades no tone", "Judged by gpt-4o-mini."]),
        (1, "tone", ["Row 1, tone: fail"]),
    ],
)
def test_other_statuses(row: int, metric: str, words: list[str]) -> None:
    """What is not scored says so, with its cause."""
    text = every_status().explain(row, metric)
    assert all(word in text for word in words), text


def test_invented_quote_is_never_evidence() -> None:
    """A quote that stands in no context is marked as no evidence, one nobody looked up as unchecked."""
    statement = {"statement": "It cools fast", "supported": True, "quote": "cools fast"}
    invented = evidence({"statements": [statement | {"quote_found": False}]})
    assert "NOT EVIDENCE: the judge quoted “cools fast”, which stands in none of the contexts" in invented
    assert "      evidence" not in invented
    unchecked = evidence({"statements": [statement]})
    assert "the judge quoted “cools fast”; nobody checked" in unchecked
    assert "      evidence" not in unchecked


def test_support_without_a_quote() -> None:
    """Where nothing was quoted, the contexts are named."""
    text = evidence({"statements": [{"statement": "Hot", "supported": True, "chunks": [0, 1]}]})
    assert "by context 1, 2, without a quote" in text


def test_other_evidence() -> None:
    """Chunks, questions, numbers and yes or no are shown in words; only good news gets a tick."""
    text = evidence(
        {
            "chunks": [{"chunk": 0, "useful": False, "reason": "off topic"}],
            "questions": [{"question": "How hot?", "noncommittal": True, "similarity": 0.87654}],
            "entities": ["kiln", "1 280 °C"],
            "raw_mean": 0.123456,
            "flags": {"all_noncommittal": False},
            "nothing": None,
            "empty": [],
        }
    )
    for line in (
        "  ✗ context 1: Kilns are hot.",
        "      why: off topic",
        "  - How hot?",
        "      noncommittal: yes",
        "      similarity: 0.8765",
        "  - kiln",
        "Raw mean: 0.1235",
        "  All noncommittal: no",
    ):
        assert f"\n{line}\n" in text, line
    assert "Nothing" not in text
    assert "Empty" not in text


def test_conversation() -> None:
    """A conversation is shown as a transcript."""
    dataset = EvaluationDataset.from_list([{"user_input": [{"content": "Hi"}], "reference": "greet"}])
    text = EvaluationResult(dataset, [{"tone": cell("pass")}], [TONE]).explain(0, "tone")
    assert "Conversation of 1 messages\n  Human: Hi\nReference: greet" in text


def test_wrong_place() -> None:
    """A row or metric that is not there is an error that says what is."""
    with pytest.raises(InputError, match="no row 9; the rows are 0 to 3"):
        every_status().explain(9, "tone")
    with pytest.raises(InputError, match="no metric 'tune'; there are faithfulness, tone"):
        every_status().explain(0, "tune")


@pytest.mark.parametrize("width", [1, 40, 80])
def test_folded_to_a_width(width: int) -> None:
    """With a width no line is longer, no word is lost, and what is folded stands under its own text."""
    plain = every_status().explain(0, "faithfulness")
    folded = every_status().explain(0, "faithfulness", width=width)
    assert all(len(line) <= max(width, 20) for line in folded.splitlines())
    if width >= 40:
        assert folded.split() == plain.split()
    if width == 40:
        assert "\n      evidence, context 2: “The kiln\n      reaches 1 280 °C.”\n" in folded
        assert "\nAnswer: It reaches 1 280 °C and cools in\n  four hours.\n" in folded
