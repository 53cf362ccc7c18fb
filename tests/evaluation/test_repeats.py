"""Several judgings of one cell."""

from __future__ import annotations

from ragas.engine.request import current_sample, use_sample
from ragas.evaluation.repeats import combined
from ragas.schema.cells import Cell

FAILED = Cell(None, "failed", cause="no answer", error="JudgeTimeoutError")


def test_numbers_give_their_mean_with_the_reason_nearest_to_it() -> None:
    """All outcomes stay in the evidence."""
    cells = [
        Cell(1.0, "scored", reason="all", seconds=1.0),
        Cell(0.5, "scored", reason="half", seconds=1.0, traces={"output": {"statements": []}}),
        Cell(0.0, "scored", reason="none", seconds=0.5),
    ]
    cell = combined(cells)
    assert (cell.value, cell.seconds) == (0.5, 2.5)
    assert cell.reason == "half (mean of 3 judgings: 1, 0.5, 0)"
    assert cell.traces is not None
    assert cell.traces["output"]["statements"] == []
    assert [one["value"] for one in cell.traces["output"]["repeats"]] == [1.0, 0.5, 0.0]


def test_words_give_the_most_frequent_one() -> None:
    """A judge that says pass twice and fail once says pass."""
    cells = [Cell(word, "scored") for word in ("fail", "pass", "pass")]
    assert combined(cells).value == "pass"
    assert combined([Cell("b", "scored"), Cell("a", "scored")]).value == "b"
    assert combined(cells).reason == "Most frequent of 3 judgings: fail, pass, pass"


def test_a_failed_judging_is_told_and_not_counted() -> None:
    """It lowers no mean; if half of them or more fail, the cell failed."""
    cell = combined([FAILED, Cell(0.5, "scored"), Cell(0.5, "scored")])
    assert cell.value == 0.5
    assert "1 gave no value" in (cell.reason or "")
    half = combined([FAILED, Cell(0.5, "scored")])
    assert (half.status, half.cause) == ("failed", "1 of 2 judgings failed: no answer")
    assert combined([FAILED, FAILED]).status == "failed"
    nothing = Cell(None, "not_applicable", cause="no statements")
    assert combined([nothing, FAILED]).status == "failed"
    assert combined([nothing, nothing]) is nothing


def test_votes_of_another_judging_are_others() -> None:
    """Votes inside a repeated judging are asked anew, not taken from the first one."""
    seen = set()
    for judging in range(3):
        with use_sample(judging):
            for vote in range(4):
                with use_sample(vote):
                    seen.add(current_sample.get())
    assert len(seen) == 12
