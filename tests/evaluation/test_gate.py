"""Gates: met, missed, too few samples to tell, or not measured."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult
from ragas.evaluation.gate import gate
from ragas.evaluation.gate_checks import Check
from ragas.exceptions import ConfigurationError, InputError
from ragas.schema import Cell, MetricInfo
from tests.schema.rows_of_cells import FAITHFULNESS, NOISE, TONE, cell, failed

GRADE = MetricInfo("grade", ("good", "fair", "poor"))
SKIPPED = Cell(None, "skipped", cause="the budget is spent")
EMPTY = Cell(None, "not_applicable", cause="no statements")


def run(info: MetricInfo, *values: Any, **columns: list[Any]) -> EvaluationResult:
    """A result of one metric; a value may be a cell. `columns` are further columns of the samples."""
    cells = [value if isinstance(value, Cell) else cell(value, reason=f"so {value}") for value in values]
    rows = [
        {"user_input": f"question {row}", **{name: column[row] for name, column in columns.items()}}
        for row in range(len(cells))
    ]
    return EvaluationResult(EvaluationDataset.from_list(rows), [{info.name: one} for one in cells], [info])


def only(*arguments: Any, **conditions: Any) -> Check:
    """The only check of a gate."""
    (check,) = gate(*arguments, **conditions).checks
    return check


@pytest.mark.parametrize(
    ("good", "bad", "outcome"),
    [(98, 2, "meets"), (60, 40, "misses"), (9, 1, "unclear"), (83, 17, "unclear")],
)
def test_the_whole_interval_decides(good: int, bad: int, outcome: str) -> None:
    """A mean meets a limit when its interval lies above it, misses it when it lies below, else nobody can tell."""
    check = only(run(FAITHFULNESS, *[1.0] * good, *[0.0] * bad), minimum={"faithfulness": 0.85})
    assert check.outcome == outcome
    assert check.figure == pytest.approx(good / (good + bad))
    assert check.interval is not None
    assert check.interval.low < check.figure < check.interval.high
    assert (check.n, check.total) == (good + bad, good + bad)


def test_how_many_samples_would_settle_it() -> None:
    """An unclear check says how many samples would do, and with that many of the same kind it is clear."""
    values = [1.0] * 9 + [0.0]
    check = only(run(FAITHFULNESS, *values), minimum=0.8)
    assert check.outcome == "unclear"
    assert check.needed is not None
    assert check.note.startswith("about ")
    enough = -(-check.needed // 10)
    assert only(run(FAITHFULNESS, *values * enough), minimum=0.8).outcome == "meets"
    fewer = only(run(FAITHFULNESS, *values * (enough // 2)), minimum=0.8)
    assert fewer.outcome == "unclear"


def test_what_more_samples_do_not_settle() -> None:
    """A mean that is the limit itself stays unclear however many are drawn; one sample without range says nothing."""
    check = only(run(FAITHFULNESS, *[1.0, 0.0] * 20), minimum=0.5)
    assert (check.outcome, check.needed) == ("unclear", None)
    assert "hardly settle" in check.note
    check = only(run(MetricInfo("length"), 3.0), minimum={"length": 2})
    assert (check.outcome, check.interval) == ("unclear", None)
    assert "too few samples for an interval" in check.note


def test_the_mean_alone() -> None:
    """Without a confidence one sample decides, and a mean of 0.8 meets 0.8 though its sum is rounded."""
    result = run(FAITHFULNESS, 0.7, 0.8, 0.9)
    assert sum([0.7, 0.8, 0.9]) / 3 != 0.8
    assert only(result, minimum=0.8, confidence=None).outcome == "meets"
    assert only(result, minimum=0.81, confidence=None).outcome == "misses"
    assert only(run(NOISE, 0.7, 0.8, 0.9), maximum=0.8, confidence=None).outcome == "meets"


def test_lower_is_better() -> None:
    """A highest mean is met by what lies below it, and its worst rows are the highest."""
    assert only(run(NOISE, *[0.0] * 95, *[1.0] * 5), maximum={"noise": 0.2}).outcome == "meets"
    check = only(run(NOISE, *[0.1] * 10, 0.9, *[0.8] * 20), maximum={"noise": 0.2})
    assert check.outcome == "misses"
    assert [row.row for row in check.rows[:2]] == [10, 11]
    assert check.condition == "mean at most 0.2"


def test_worst_rows_are_those_against_the_condition() -> None:
    """The rows come with question and reason, the lowest first, and only those below the limit."""
    check = only(run(FAITHFULNESS, *[0.95] * 3, 0.2, 0.1, *[0.3] * 20), minimum=0.9)
    assert [(row.row, row.question, row.score, row.reason) for row in check.rows[:2]] == [
        (4, "question 4", 0.1, "so 0.1"),
        (3, "question 3", 0.2, "so 0.2"),
    ]
    assert len(check.rows) == 5
    assert only(run(FAITHFULNESS, *[0.95] * 3, 0.2), minimum=0.9, confidence=None).rows[0].row == 3
    assert only(run(FAITHFULNESS, *[1.0] * 100, 0.9), minimum=0.5).rows == ()


def test_words_are_held_against_the_share_of_the_first() -> None:
    """Of pass and fail the share of pass counts; of more words there is no mean, so nothing was measured."""
    check = only(run(TONE, *["pass"] * 60, *["fail"] * 40), minimum={"tone": 0.9})
    assert (check.outcome, check.figure) == ("misses", 0.6)
    assert check.condition == "share of 'pass' at least 0.9"
    assert check.rows[0].score == "fail"
    assert "more than two" in only(run(GRADE, "good", "poor"), minimum={"grade": 0.5}).note


@pytest.mark.parametrize("missing", [failed("no credit left"), replace(SKIPPED, cause="no credit left")])
def test_too_many_cells_without_a_score(missing: Cell) -> None:
    """Failed and skipped cells are seldom like the others: past the allowed share nothing was measured."""
    result = run(FAITHFULNESS, *[1.0] * 90, *[missing] * 10)
    check = only(result, minimum=0.5)
    assert (check.outcome, check.n, check.total) == ("not measured", 90, 100)
    assert "no credit left" in check.note
    check = only(result, minimum=0.5, max_failed=0.1)
    assert check.outcome == "meets"
    assert check.note in ("10 failed", "10 skipped"), "they are told nevertheless"


@pytest.mark.parametrize("state", ["running", "interrupted"])
def test_a_run_that_broke_off_was_not_measured(state: str) -> None:
    """The rows a run began with are no sample of its data, however well they did."""
    result = run(FAITHFULNESS, *[1.0] * 100)
    whole = replace(result, run={"state": "finished"})
    result.run = {"state": state}
    check = only(result, minimum=0.5)
    assert (check.outcome, check.n) == ("not measured", 100)
    assert "resume it" in check.note
    assert only(whole, minimum=0.5).outcome == "meets"
    check = only(whole, baseline=result, max_drop=0.1)
    assert check.note.startswith("in the baseline, the run broke off")


def test_cells_without_anything_to_score() -> None:
    """What is not applicable is left out of the mean and told; if there is nothing else, nothing was measured."""
    check = only(run(FAITHFULNESS, *[1.0] * 50, *[EMPTY] * 50), minimum=0.5)
    assert (check.outcome, check.note, check.not_applicable) == ("meets", "50 not applicable", 50)
    check = only(run(FAITHFULNESS, EMPTY, EMPTY), minimum=0.5)
    assert (check.outcome, check.note) == ("not measured", "no cell was scored")


@pytest.mark.parametrize("silent", [20, 38])
def test_a_system_that_answers_nothing_does_not_pass(silent: int) -> None:
    """Rows that the baseline scored and that are not applicable now count as failed ones, and the reverse."""
    good = run(FAITHFULNESS, *[0.9, 1.0] * 20)
    quiet = run(FAITHFULNESS, *[EMPTY] * silent, *[0.9, 1.0] * ((40 - silent) // 2))
    check = only(quiet, baseline=good, max_drop=0.02)
    assert (check.outcome, check.lost, check.gained) == ("not measured", silent, 0)
    assert f"of 40 cells {silent} not applicable though scored on the other side" in check.note
    assert f"{silent} rows scored in the baseline and not applicable now" in check.note
    check = only(good, baseline=quiet, max_drop=0.02)
    assert (check.outcome, check.lost, check.gained) == ("not measured", 0, silent)
    assert check.note.startswith("in the baseline, of 40 cells")
    assert only(quiet, baseline=good, max_drop=0.9, max_failed=1).outcome == "meets", "where it is allowed"


def test_few_rows_that_became_silent_are_told() -> None:
    """Up to the share allowed they hinder nothing; rows that neither side scored count for nothing."""
    good = run(FAITHFULNESS, *[0.9, 1.0] * 20)
    check = only(run(FAITHFULNESS, EMPTY, EMPTY, *[0.9, 1.0] * 19), baseline=good, max_drop=0.5)
    assert (check.outcome, check.lost, check.not_applicable) == ("meets", 2, 2)
    assert "2 rows scored in the baseline and not applicable now" in check.note
    assert (check.to_dict()["lost"], check.to_dict()["gained"]) == (2, 0)
    few, fewer = (run(FAITHFULNESS, *[EMPTY] * (20 + more), *[1.0] * (20 - more)) for more in (0, 2))
    assert "of 20 cells 2 not applicable" in only(fewer, baseline=few, max_drop=0.5).note


def test_few_rows_that_did_not_change_do_not_show_that_none_does() -> None:
    """As rare as what was never seen may still be too often; only a run and itself cannot differ."""
    same, again = run(FAITHFULNESS, *[1.0] * 30), run(FAITHFULNESS, *[1.0] * 30)
    check = only(again, baseline=same, max_drop=0.02)
    assert (check.outcome, check.needed) == ("unclear", 189)
    check = only(again, baseline=same, max_drop=0)
    assert (check.outcome, check.needed) == ("unclear", None)
    assert "no number of them shows that none ever does" in check.note
    assert only(same, baseline=same, max_drop=0).outcome == "meets"
    same.run, again.run = {"id": "5850b61b"}, {"id": "5850b61b"}
    assert only(again, baseline=same, max_drop=0).outcome == "meets", "the same run, read twice"
    again.run = {"id": "292d9e43"}
    assert only(again, baseline=same, max_drop=0).outcome == "unclear"


def test_rounding_is_no_change() -> None:
    """Scores that differ in the last digit have not dropped, and are called unchanged."""
    before, after = run(FAITHFULNESS, *[0.1 + 0.2] * 300), run(FAITHFULNESS, *[0.3] * 300)
    check = only(after, baseline=before, max_drop=0.02)
    assert (check.outcome, check.figure, check.figure_text) == ("meets", 0.0, "+0.000")


def test_two_rows_that_both_rose_show_no_gain() -> None:
    """Two of two are too few for a gain of a half."""
    low, high = run(FAITHFULNESS, 0.0, 0.0), run(FAITHFULNESS, 1.0, 1.0)
    assert only(high, baseline=low, max_drop=-0.5).outcome == "unclear"


def test_rounding_is_on_the_side_of_the_run() -> None:
    """An interval that ends at the limit but for rounding meets it, whichever way is better."""
    low = only(run(NOISE, *[0.0] * 50), maximum={"noise": 0.2}).interval
    high = only(run(FAITHFULNESS, *[1.0] * 50), minimum=0.2).interval
    assert low is not None
    assert high is not None
    assert only(run(NOISE, *[0.0] * 50), maximum={"noise": low.high - 5e-10}).outcome == "meets"
    assert only(run(FAITHFULNESS, *[1.0] * 50), minimum=high.low + 5e-10).outcome == "meets"


@pytest.mark.filterwarnings("ignore:unknown column")
def test_clusters_are_those_of_the_run_where_rows_are_in_another_order() -> None:
    """A drop takes the cluster of a row from the run, not from the row that stands there in the baseline."""
    falls, documents = [0.3] * 10 + [0.0] * 30, [f"d{row // 10}" for row in range(40)]
    before = run(FAITHFULNESS, *[0.9] * 40, id=list(range(40)), domain=documents)
    order = sorted(range(40), key=lambda row: (row % 10, row))
    after = run(
        FAITHFULNESS,
        *[0.9 - falls[row] for row in order],
        id=order,
        domain=[documents[row] for row in order],
    )
    straight = run(FAITHFULNESS, *[0.9 - fall for fall in falls], id=list(range(40)), domain=documents)
    one, other = (only(made, baseline=before, max_drop=0.1, by="domain") for made in (straight, after))
    assert one.interval is not None
    assert other.interval is not None
    assert other.interval[:2] == pytest.approx(one.interval[:2])
    assert other.outcome == "unclear"


def test_cautions_stand_beside_the_checks() -> None:
    """What must be said of a judge is said by the gate too, in JSON as well."""
    found = gate(run(FAITHFULNESS, *[1.0] * 40), minimum=0.5)
    assert found.cautions == {"a support screen, not a judge": "faithfulness"}
    assert found.to_dict()["cautions"] == [
        {"metrics": "faithfulness", "caution": "a support screen, not a judge"}
    ]


def test_a_drop_is_of_the_same_samples() -> None:
    """Against a baseline the differences sample by sample decide, which tell more than two means."""
    values = [0.1, 0.5, 0.9] * 20
    before = run(FAITHFULNESS, *values)
    slightly = run(FAITHFULNESS, *[value - 0.01 - 0.001 * (row % 2) for row, value in enumerate(values)])
    check = only(slightly, baseline=before, max_drop=0.02)
    assert (check.outcome, check.condition) == ("meets", "drop at most 0.02")
    assert check.figure == pytest.approx(-0.0105)
    worse = run(FAITHFULNESS, *[max(0.0, value - 0.2) for value in values])
    check = only(worse, baseline=before, max_drop={"faithfulness": 0.02})
    assert check.outcome == "misses"
    row = check.rows[0]
    assert (row.row, row.row_before, row.score_before, row.score) == (1, 1, 0.5, 0.3)
    assert (row.reason_before, row.reason) == ("so 0.5", "so 0.3")
    assert only(before, baseline=before, max_drop=0).outcome == "meets"
    fallen = run(FAITHFULNESS, *[value - 0.01 for value in values])
    check = only(fallen, baseline=before, max_drop=0.01, confidence=None)
    assert check.outcome == "meets", "rounding is no drop"


def test_a_drop_where_lower_is_better_is_a_rise() -> None:
    """Worse is higher there; and a negative drop asks for a gain."""
    before, after = run(NOISE, *[0.2, 0.3] * 20), run(NOISE, *[0.4, 0.6] * 20)
    check = only(after, baseline=before, max_drop=0.05)
    assert (check.outcome, check.condition) == ("misses", "rise at most 0.05")
    assert only(before, baseline=after, max_drop=0.05).outcome == "meets"
    check = only(before, baseline=after, max_drop=-0.1)
    assert (check.outcome, check.condition) == ("meets", "fall at least 0.1")


def test_a_baseline_that_was_not_measured() -> None:
    """Failures in the baseline are told as its own; samples that only one side scored are left out."""
    before = run(FAITHFULNESS, *[1.0] * 5, *[failed("late")] * 5)
    check = only(run(FAITHFULNESS, *[1.0] * 10), baseline=before, max_drop=0.1)
    assert check.outcome == "not measured"
    assert check.note.startswith("in the baseline, of 10 cells 5 failed")
    check = only(run(FAITHFULNESS, *[1.0] * 10), baseline=before, max_drop=0.1, max_failed=0.5)
    assert (check.n, check.total) == (5, 10)


@pytest.mark.filterwarnings("ignore:unknown column")
def test_rows_drawn_together_tell_less() -> None:
    """Ten questions about each of four documents are no forty samples."""
    values = ([1.0] * 10 + [0.7] * 10) * 2
    documents = [f"d{row // 10}" for row in range(40)]
    result = run(FAITHFULNESS, *values, domain=documents)
    assert only(result, minimum=0.76).outcome == "meets"
    assert only(result, minimum=0.76, by="domain").outcome == "unclear"
    before = run(FAITHFULNESS, *[0.9] * 40, domain=documents)
    assert only(result, baseline=before, max_drop=0.1).outcome == "meets"
    assert only(result, baseline=before, max_drop=0.1, by="domain").outcome == "unclear"


def test_what_a_gate_comes_to_is_the_worst_of_its_checks() -> None:
    """One miss is a miss; JSON has everything."""
    result = run(FAITHFULNESS, *[1.0] * 50, *[0.0] * 5)
    found = gate(result, minimum={"faithfulness": 0.5}, maximum={"faithfulness": 0.6})
    assert [check.outcome for check in found.checks] == ["meets", "misses"]
    assert found.outcome == "misses"
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["checks"][0]["low"] < plain["checks"][0]["figure"] < plain["checks"][0]["high"]
    assert str(found).startswith(
        "faithfulness meets: mean at least 0.5; it is 0.909 (0.804 to 0.961) on 55 of 55"
    )


def test_other_settings_are_refused_unless_allowed() -> None:
    """A baseline of another judge is named as such; allowed, it stands beside the checks."""
    before = run(replace(FAITHFULNESS, judge="other"), *[1.0] * 30)
    after = run(FAITHFULNESS, *[1.0] * 30)
    with pytest.raises(ConfigurationError, match="judge: 'other' before, 'local' after"):
        gate(after, baseline=before, max_drop=0.1)
    found = gate(after, baseline=before, max_drop=0.2, allow_different=True)
    assert (found.outcome, len(found.differences)) == ("meets", 1)


@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        ({}, "No condition is given"),
        ({"minimum": {}}, "No condition is given"),
        ({"max_drop": 0.1}, "give both"),
        ({"minimum": {"faithfullness": 0.5}}, "has no metric 'faithfullness'.* Did you mean faithfulness?"),
        ({"minimum": {"faithfulness": 85}}, "outside the range of its scores, 0 to 1. Did you mean 0.85?"),
        ({"minimum": {"faithfulness": float("nan")}}, "outside the range"),
        ({"minimum": {"faithfulness": "0.5"}}, "is a number like 0.8, not '0.5'"),
        ({"minimum": "0.5"}, "is a number like 0.8, not '0.5'"),
        ({"minimum": True}, "is a number like 0.8, not True"),
        ({"minimum": 0.5, "confidence": "0.9"}, "The confidence is between 0 and 1, such as 0.95, not '0.9'"),
        ({"minimum": 0.5, "max_failed": float("nan")}, "between 0 and 1, such as 0.05, not nan"),
        ({"maximum": 0.5}, "One maximum for every metric does not fit faithfulness, where higher is better"),
        ({"minimum": 0.5, "confidence": 95}, "The confidence is between 0 and 1, such as 0.95, not 95"),
        ({"minimum": 0.5, "max_failed": 5}, "between 0 and 1, such as 0.05, not 5"),
    ],
)
def test_conditions_that_cannot_be_checked(conditions: dict[str, Any], said: str) -> None:
    """What cannot be met or missed is refused with what to say instead."""
    with pytest.raises(ConfigurationError, match=said):
        gate(run(FAITHFULNESS, 0.5, 0.6), **conditions)


def test_rows_that_only_one_side_has_are_no_way_past_a_gate() -> None:
    """A run without the rows that failed in the baseline is not measured; nor is one against a baseline of few rows."""
    whole, passing = run(FAITHFULNESS, *[1.0] * 10, *[0.0] * 10), run(FAITHFULNESS, *[1.0] * 10)
    check = only(passing, baseline=whole, max_drop=0)
    assert (check.outcome, check.n, check.total) == ("not measured", 10, 20)
    assert (check.only_before, check.only_after) == (10, 0)
    assert "of 20 cells 10 not there; 10 rows only in the baseline" in check.note
    check = only(whole, baseline=passing, max_drop=0)
    assert check.outcome == "not measured"
    assert check.note.startswith("in the baseline, of 20 cells 10 not there")
    assert only(passing, baseline=whole, max_drop=0.5, max_failed=0.5).outcome == "meets"


def test_few_rows_without_a_partner_are_told() -> None:
    """Up to the share allowed for failed cells they hinder nothing, and are counted with these."""
    whole = run(FAITHFULNESS, *[1.0] * 100)
    check = only(run(FAITHFULNESS, *[1.0] * 98), baseline=whole, max_drop=0.05)
    assert (check.outcome, check.note) == ("meets", "2 rows only in the baseline")
    told = check.to_dict()
    assert (told["only_before"], told["only_after"], told["total"]) == (2, 0, 100)
    check = only(run(FAITHFULNESS, *[1.0] * 94, *[failed("x")] * 4), baseline=whole, max_drop=0)
    assert check.outcome == "not measured"
    assert "of 100 cells 4 failed, 2 not there; the first cause: x" in check.note
    assert only(whole, minimum=0.5).to_dict()["only_before"] is None, "a limit pairs nothing"


def test_rows_that_cannot_be_told_apart_are_told() -> None:
    """A drop says how many rows share a key."""
    before = run(FAITHFULNESS, *[1.0] * 4, id=[1, 1, 2, 3])
    after = run(FAITHFULNESS, *[1.0] * 4, id=["1", "1", "2", "3"])
    check = only(after, baseline=before, max_drop=0, confidence=None)
    assert (check.outcome, check.note) == ("meets", "2 rows share a key; they are paired in their order")


def test_columns_that_are_not_there() -> None:
    """An unknown column is told, and so are rows that nothing pairs."""
    result = run(FAITHFULNESS, 0.5, 0.6)
    with pytest.raises(InputError, match="cannot be grouped by 'domain'"):
        gate(result, minimum=0.1, by="domain")
    with pytest.raises(InputError, match="cannot be paired by 'key'"):
        gate(result, baseline=result, max_drop=0.1, on="key")


def test_metrics_that_the_baseline_lacks() -> None:
    """A number for every metric is for those that both have; a name must be in both."""
    after, before = run(FAITHFULNESS, 0.5, 0.6), run(NOISE, 0.5, 0.6)
    with pytest.raises(ConfigurationError, match="no metric in common: faithfulness and noise"):
        gate(after, baseline=before, max_drop=0.1)
    with pytest.raises(ConfigurationError, match="The baseline has no metric 'faithfulness'; it has noise"):
        gate(after, baseline=before, max_drop={"faithfulness": 0.1})
